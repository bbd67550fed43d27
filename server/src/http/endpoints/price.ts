import { MICRO } from "../../accounts/accounts.js";
import type { Settings } from "../../settings.js";

/**
 * What a request costs. A short period at a new place takes as much computing as a long one: `cost-least` makes it pay for that.
 *
 * @param tokens by the price list and, where it is pro rata, the period
 * @returns whole micro-tokens; 0 only for what the price list has free
 */
export function priceOf(settings: Settings, tokens: number): number {
  return tokens === 0 ? 0 : Math.round(Math.max(tokens, settings["cost-least"]) * MICRO);
}
