/** Rounds of the event loop, counted: how often others had their turn while a piece of work was done. */
import { onTestFinished, vi } from "vitest";

/** Each look at the clock is a ms later: slices end by steps, not by the speed of the machine. */
export function countingClock(): void {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
}

/** Rounds of the event loop until work has ended. */
export async function roundsOf(work: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    isOver = true;
  });
  return rounds;
}
