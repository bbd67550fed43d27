/** What a server bears, whoever asks it in this process: so many requests at once, and none while it has asked for a rest. */
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR, lruOf } from "irradiance-engine/shared";
import { type Gate, gateOf } from "./gate.js";
import { LONGEST, Transient } from "./retry.js";

export interface AskedServer {
  /** Runs a request in its turn. @throws Transient while the server rests for longer than anybody waits; the signal's reason */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** From now on nothing is asked for so many ms. */
  rest(ms: number): void;
}

/** ms after which a server is asked again, whatever it said: a mistyped header, or a clock that is wrong, would silence it for good. */
const LONGEST_REST = HOUR;
/** Requests at once: of one server; of all. */
const PER_SERVER = 16;
const ALL = gateOf(64);
/** A name may come from any address in any file: the oldest are forgotten. */
const known = lruOf<AskedServer>(1_000);

/** @param host with its port */
export function serverAt(host: string): AskedServer {
  const server = known.get(host) ?? askedServer(host, gateOf(PER_SERVER));
  known.set(host, server);
  return server;
}

function askedServer(host: string, gate: Gate): AskedServer {
  let restUntil = Number.NEGATIVE_INFINITY;
  const rested = async (signal: AbortSignal) => {
    for (let left = restUntil - performance.now(); left > 0; left = restUntil - performance.now()) {
      if (left > LONGEST) {
        const text = `${host} asked for a rest of ${Math.ceil(left / 1000)} s more and is not asked before`;
        throw new Transient("ERR_ARCHIVE_UNREADABLE", text, left);
      }
      await sleep(left, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
  return {
    run: (signal, work) =>
      // Asked in its turn: those before it may have learned of a rest.
      gate.run(signal, async () => {
        await rested(signal);
        return ALL.run(signal, work);
      }),
    rest(ms) {
      restUntil = Math.max(restUntil, performance.now() + Math.min(ms, LONGEST_REST));
    },
  };
}
