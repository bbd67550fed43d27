/** Turns of accounts against a model that is a list: whatever the order of taking, ending and leaving, nobody is forgotten. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "../../src/http/callers.js";
import { type EndTurn, Turns } from "../../src/http/connections.js";

const RUNNING = 2;
const WAITING = 3;

type Client = { readonly leave: AbortController; state: "running" | "waiting" | "over"; end: EndTurn | undefined };

/** One step of the event loop: promises that are settled have told so. */
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

function take(turns: Turns): Client | undefined {
  const leave = new AbortController();
  const turn = turns.take("lab", RUNNING, WAITING, leave.signal);
  if (turn === undefined) return undefined;
  const client: Client = { leave, state: "waiting", end: undefined };
  turn.then(
    (end) => Object.assign(client, { state: "running", end }),
    () => Object.assign(client, { state: "over" }),
  );
  return client;
}

const step = fc.record({ act: fc.constantFrom("take", "end", "end twice", "leave"), which: fc.nat(20) });

describe("turns", () => {
  it("go to those who wait in order, and to nobody who left, whoever takes, ends and leaves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const turns = new Turns();
        const clients: Client[] = [];
        /** Indices of clients: who runs, and who waits in which order. */
        let running: number[] = [];
        let waiting: number[] = [];
        for (const { act, which } of steps) {
          if (act === "take") {
            const client = take(turns);
            const hasRoom = running.length < RUNNING || waiting.length < WAITING;
            expect(client !== undefined).toBe(hasRoom);
            if (client) (running.length < RUNNING ? running : waiting).push(clients.push(client) - 1);
          } else if (act === "leave" && clients.length > 0) {
            const left = clients.length - 1 - (which % Math.min(clients.length, RUNNING + WAITING));
            clients[left]!.leave.abort(new Error("gone")); // of a running one too: its answer ends it later
            waiting = waiting.filter((one) => one !== left);
          } else if (running.length > 0) {
            const ended = running[which % running.length]!;
            clients[ended]!.end!();
            if (act === "end twice") clients[ended]!.end!();
            running = running.filter((one) => one !== ended);
            if (waiting.length > 0) running.push(waiting.shift()!);
            clients[ended]!.state = "over";
          }
          await turnOfTheLoop();
          const inState = (state: Client["state"]) => clients.flatMap((one, i) => (one.state === state ? [i] : []));
          expect(inState("running")).toEqual([...running].sort((a, b) => a - b));
          expect(inState("waiting")).toEqual([...waiting].sort((a, b) => a - b));
          expect(turns.size).toBe(running.length > 0 ? 1 : 0);
        }
      }),
      { numRuns: 300, seed: 32 },
    );
  });

  it("a running request whose client leaves takes nobody else's place in the line", async () => {
    const turns = new Turns();
    const first = new AbortController();
    const running = await turns.take("lab", 1, 2, first.signal)!;
    const second = new AbortController();
    const next = turns.take("lab", 1, 2, second.signal)!;
    let hasTurn = false;
    turns.take("lab", 1, 2, new AbortController().signal)!.then(() => {
      hasTurn = true;
    });
    running();
    const end = await next;
    second.abort(new Error("gone")); // it runs already
    end();
    await turnOfTheLoop();
    expect(hasTurn).toBe(true);
  });
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4", "2001:db8:1:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["unknown:", "unknown:"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
