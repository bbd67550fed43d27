import pino from "pino";
import { expect, it, onTestFinished } from "vitest";
import { ClockWatch } from "../../src/accounts/clock-watch.js";
import { noAccounts } from "../../src/accounts/none.js";

/** A watch over offsets that come one after the other; an error stands for a database that does not answer. */
function watched(offsets: readonly (number | Error | undefined)[]) {
  const told: number[] = [];
  const rest = [...offsets];
  const accounts = {
    ...noAccounts(),
    clockOffset: async () => {
      const next = rest.shift();
      if (next instanceof Error) throw next;
      return next;
    },
  };
  const watch = new ClockWatch(
    accounts,
    pino({}, { write: (line: string) => void told.push(JSON.parse(line).seconds) }),
  );
  onTestFinished(() => watch.stop());
  return { watch, told };
}

it("a wrong clock is told once, until it was right again", async () => {
  const offsets = [400, 2_340, 2_500, new Error("away"), 900, -7_000];
  const { watch, told } = watched(offsets);
  const seen: (number | undefined)[] = [];
  for (const _ of offsets) {
    await watch.look();
    seen.push(watch.offset);
  }
  expect(seen).toEqual([400, 2_340, 2_500, 2_500, 900, -7_000]);
  expect(told).toEqual([2.3, -7]);
});

it("accounts without a clock of their own have no offset", async () => {
  const { watch, told } = watched([undefined]);
  await watch.look();
  expect([watch.offset, told]).toEqual([undefined, []]);
});
