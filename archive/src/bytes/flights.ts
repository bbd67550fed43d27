/** Work under way that several callers wait for: it is done once, and given up when the last of them has left. */
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR, lruOf } from "irradiance-engine/internal/shared";
import { expectMany, orAborted, type Work } from "../budget.js";
import { ArchiveError } from "../errors.js";

export interface Flight<T> {
  /** Nobody waited any more: whoever comes now starts anew. */
  readonly isAbandoned: boolean;
  /** @throws the signal's reason when it is aborted, whatever the others do; errors of the work */
  join(signal: AbortSignal): Promise<T>;
}

export function flightOf<T>(work: Work<T>): Flight<T> {
  const own = new AbortController();
  const result = work(own.signal);
  // Waiting callers get the error; if nobody waits any more, it must not end the process.
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  result.then(end, end);
  let waiting = 0;
  return {
    get isAbandoned() {
      return own.signal.aborted;
    },
    async join(signal) {
      signal.throwIfAborted();
      waiting++;
      try {
        return await orAborted(result, signal);
      } finally {
        if (--waiting === 0 && !isOver) own.abort(signal.reason);
      }
    },
  };
}

/** Flights by name: one for each, as long as it takes. */
export function flightsOf<T>() {
  const underWay = new Map<string, Flight<T>>();
  return {
    /** The one under way, or a new one. */
    start(key: string, work: Work<T>): Flight<T> {
      const running = underWay.get(key);
      if (running !== undefined && !running.isAbandoned) return running;
      const flight: Flight<T> = flightOf((signal) =>
        work(signal).finally(() => {
          if (underWay.get(key) === flight) underWay.delete(key);
        }),
      );
      underWay.set(key, flight);
      return flight;
    },
  };
}

/** What is loaded when it is first asked for, and again when it is older than so many ms: once for all who wait. */
export function keptFor<T>(ms: number, load: (signal: AbortSignal, before: T | undefined) => Promise<T>) {
  const flights = flightsOf<T>();
  let kept: { readonly value: T; readonly until: number } | undefined;
  let isStale = false;
  const renewed: Work<T> = async (signal) => {
    const value = await load(signal, kept?.value);
    kept = { value, until: performance.now() + ms };
    isStale = false;
    return value;
  };
  return {
    async get(signal: AbortSignal): Promise<T> {
      if (kept !== undefined && !isStale && performance.now() < kept.until) return kept.value;
      return flights.start("", renewed).join(signal);
    },
    /** What is kept is no longer so. */
    expire() {
      isStale = true;
    },
  };
}

// Runs at most a given number of a kind at once; the others wait in order.

export interface Gate {
  /** @throws the signal's reason when it is aborted before its turn; errors of `work` */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function gateOf(width: number): Gate {
  let running = 0;
  const waiting = new Set<() => void>();

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        running++;
        resolve();
      };
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      if (signal.aborted) leave();
      else if (running < width) enter();
      else {
        expectMany(signal);
        waiting.add(enter);
        signal.addEventListener("abort", leave, { once: true });
      }
    });

  return {
    async run(signal, work) {
      await turn(signal);
      try {
        return await work();
      } finally {
        running--;
        waiting.values().next().value?.();
      }
    },
  };
}

// Tries again what fails by chance, after a growing and random pause, so that many clients do not come back at once.

const UNREADABLE = "ERR_ARCHIVE_UNREADABLE";

/** A failure that may be gone at the next attempt. */
export class Transient extends ArchiveError {
  /** What the server asks to wait, ms. */
  readonly wait: number | undefined;

  constructor(message: string, wait?: number, code: "ERR_ARCHIVE_UNREADABLE" | "ERR_ARCHIVE_TIMEOUT" = UNREADABLE) {
    super(code, message, code === UNREADABLE ? { kind: "unreachable" } : {});
    this.wait = wait;
  }
}

/** Longest pause, ms; a server that asks for more is not worth waiting for. */
const LONGEST = 5_000;

/**
 * @param attempts in all
 * @param pause before the second attempt, ms; doubles with each, between half and all of it
 */
export async function withRetries<T>(attempts: number, pause: number, signal: AbortSignal, work: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Transient) || attempt === attempts || (error.wait ?? 0) > LONGEST) throw error;
      const wait = error.wait ?? Math.min(LONGEST, pause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

// What a server bears, whoever asks it in this process: so many requests at once, and none while it has asked for a rest.

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
        throw new Transient(text, left);
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
