/** A word on standard error about work that takes longer than people like to wait; only where somebody sits before it. */
import { remark } from "./output.js";

const PATIENCE = 2000;

export interface Progress {
  /** What is read at this time has been read. */
  done: () => void;
  /** Says what comes next, if it has taken long already: the computation cannot be interrupted to say so later. */
  next: (what: string) => void;
}

export function startProgress(what: string, quiet = false): Progress {
  if (quiet || !process.stderr.isTTY) return { done: () => {}, next: () => {} };
  const begin = performance.now();
  const timer = setTimeout(() => remark(`${what} …`), PATIENCE);
  return {
    done: () => clearTimeout(timer),
    next: (what) => {
      if (performance.now() - begin > PATIENCE) remark(`${what} …`);
    },
  };
}
