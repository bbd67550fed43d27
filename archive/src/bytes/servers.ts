/** What a server bears, whoever asks it in this process: so many requests at once, and none while it has asked for a rest. */
import { setTimeout as sleep } from "node:timers/promises";
import { lruOf } from "irradiance-engine/shared";
import { type Gate, gateOf } from "./gate.js";
import { LONGEST, Transient } from "./retry.js";

export interface AskedServer {
  /** Runs a request in its turn. @throws Transient while the server rests for longer than anybody waits; the signal's reason */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** From now on nothing is asked for so many ms. */
  rest(ms: number): void;
}

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
    for (let left = restUntil - Date.now(); left > 0; left = restUntil - Date.now()) {
      if (left > LONGEST) {
        const text = `${host} asked for a rest of ${Math.ceil(left / 1000)} s more and is not asked before`;
        throw new Transient("ERR_ARCHIVE_UNREADABLE", text, left);
      }
      await sleep(left, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
  return {
    async run(signal, work) {
      await rested(signal);
      return gate.run(signal, () => ALL.run(signal, work));
    },
    rest(ms) {
      restUntil = Math.max(restUntil, Date.now() + ms);
    },
  };
}
