/** Work under way that several callers wait for: it is done once, and given up when the last of them has left. */

import { setMaxListeners } from "node:events";

export interface Flight<T> {
  /** Nobody waited any more: whoever comes now starts anew. */
  readonly isAbandoned: boolean;
  /** @throws the signal's reason when it is aborted, whatever the others do; errors of the work */
  join(signal: AbortSignal): Promise<T>;
}

export function flightOf<T>(work: (signal: AbortSignal) => Promise<T>): Flight<T> {
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
      expectMany(signal);
      waiting++;
      let leave = () => {};
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(signal.reason);
        signal.addEventListener("abort", leave, { once: true });
      });
      try {
        return await Promise.race([result, left]);
      } finally {
        signal.removeEventListener("abort", leave);
        if (--waiting === 0 && !isOver) own.abort(signal.reason);
      }
    },
  };
}

/** One request of an archive waits for many files: that is no leak, of which Node would warn. */
export function expectMany(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}

/** Flights by name: one for each, as long as it takes. */
export interface Flights<T> {
  /** The one under way, or a new one. */
  start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T>;
}

export function flightsOf<T>(): Flights<T> {
  const underWay = new Map<string, Flight<T>>();
  return {
    start(key, work) {
      const running = underWay.get(key);
      if (running !== undefined && !running.isAbandoned) return running;
      const flight = flightOf((signal) =>
        work(signal).finally(() => {
          if (underWay.get(key) === flight) underWay.delete(key);
        }),
      );
      underWay.set(key, flight);
      return flight;
    },
  };
}
