/** Longer than anything in the background takes on a busy machine: it ends what hangs, and judges no time. */
const HANGS = 300_000;

/** Waits for something that happens in the background. @throws Error that names it, when it does not happen at all */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: () => string = () => String(condition),
): Promise<void> {
  const latest = performance.now() + HANGS;
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`did not happen: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
