/** Random numbers that a seed decides, so that every broken file can be made again; normal ones, too. */
import { seeded } from "../../scripts/lib/random.mjs";

export function randomOf(seed) {
  const random = seeded(seed);
  return {
    ...random,
    /** Standard normal (Box & Muller 1958). */
    normal: () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  };
}
