/** Runs at most a given number of a kind at once; the others wait in order. */
import { expectMany } from "./flights.js";

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
