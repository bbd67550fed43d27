import { MICRO } from "../../accounts/accounts.js";
import { WHOLE_PRICE } from "../../accounts/limits.js";
import type { Settings } from "../../settings.js";
import type { Caller } from "../callers.js";
import type { Task } from "../endpoint.js";

/**
 * What a request costs. A short period at a new place takes as much computing as a long one: `cost-least` makes it pay for that.
 *
 * @param tokens by the price list and, where it is pro rata, the period
 * @returns whole micro-tokens; 0 only for what the price list has free
 */
export function priceOf(settings: Settings, tokens: number): number {
  return tokens === 0 ? 0 : Math.round(Math.max(tokens, settings["cost-least"]) * MICRO);
}

/**
 * What a task costs its caller: the list's price by the price class of the account.
 *
 * @returns whole micro-tokens; 0 for the demo key, and where the list or the class says so: a price is not rounded to nothing
 */
export function priceFor({ access, limits }: Pick<Caller, "access" | "limits">, { cost }: Pick<Task, "cost">): number {
  if (access === undefined || cost === 0 || limits.price === 0) return 0;
  return Math.max(1, Math.round(cost * (limits.price / WHOLE_PRICE)));
}
