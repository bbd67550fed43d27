/** Which content coding an answer gets (RFC 9110, 12.5.3). */
import type { Encoding } from "irradiance-engine/bulk";

/** In our order of liking: br is faster and smaller than gzip on these bodies. */
const OFFERED: readonly Encoding[] = ["br", "gzip"];

const CODING = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*)?$/i;

/**
 * @param header Accept-Encoding as it came; undefined = nothing was said, and nothing is compressed
 * @param offered those that there are, the best first
 */
export function chosenEncoding(header: string | undefined, offered = OFFERED): Encoding {
  if (header === undefined) return "identity";
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const match = CODING.exec(item);
    if (match) weights.set(match[1]!.toLowerCase(), Number(match[2] ?? 1));
  }
  let best: Encoding = "identity";
  let most = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
