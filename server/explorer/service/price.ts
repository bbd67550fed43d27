/** What a request costs, as the headers of its answer tell it. */
import { amount } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

export interface Price {
  readonly cost: number;
  /** It was sent before under its Idempotency-Key, and paid for then. */
  readonly isRepeat?: boolean;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
}

export function priceOf(headers: Headers): Price {
  const remaining = headers.get("api-tokens-remaining");
  return {
    cost: Number(headers.get("api-tokens-cost") ?? 0),
    ...(headers.get("idempotent-replayed") === "true" && { isRepeat: true }),
    remaining: remaining === null ? undefined : Number(remaining),
  };
}

/** "200 tokens"; "0 tokens" for what costs nothing. */
export function tokens(count: number): string {
  return texts().status.tokens(amount(count), count === 1);
}
