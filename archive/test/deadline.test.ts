/** Work with a time limit. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { withDeadline } from "../src/budget.js";

it("listens to one signal as often as there are sources, and Node sees no leak in it", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 30 }, () => withDeadline("a source", 1000, signal, () => sleep(5))));
  await sleep(1);
  expect(warnings).toEqual([]);
});
