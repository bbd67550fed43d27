/** What all parts cost, before the first of them is asked for. */
import type { Price } from "../../service/price.js";
import { Problem } from "../../service/problem.js";
import type { Part } from "./plan.js";

export interface Quote {
  readonly cost: number;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
  /** Parts that the service has no data for. */
  readonly missing: readonly string[];
}

/**
 * @param price of one part, from the service. @param onStep hears of each answer
 * @throws Problem where a price cannot be had
 */
export async function quoteOf(
  parts: readonly Part[],
  price: (part: Part) => Promise<Price>,
  onStep: (done: number) => void,
): Promise<Quote> {
  let cost = 0;
  let remaining: number | undefined;
  const missing: string[] = [];
  for (const [k, part] of parts.entries()) {
    const found = await price(part).catch(pricedRefusal);
    if (found === undefined) missing.push(part.label);
    else {
      cost += found.cost;
      remaining = found.remaining;
      // The demo key pays nothing for any part.
      if (found.cost === 0 && remaining === undefined) break;
    }
    onStep(k + 1);
  }
  return { cost, remaining, missing };
}

/** Where the tokens are not enough, the price is said all the same; undefined where there is no data to pay for. */
function pricedRefusal(thrown: unknown): Price | undefined {
  if (thrown instanceof Problem && thrown.status === 402 && thrown.price) return thrown.price;
  if (thrown instanceof Problem && thrown.status === 404) return undefined;
  throw thrown;
}
