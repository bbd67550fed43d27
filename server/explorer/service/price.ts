/** What a request costs, as the headers of its answer tell it. */

export interface Price {
  readonly cost: number;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
}

export function priceOf(headers: Headers): Price {
  const remaining = headers.get("api-tokens-remaining");
  return {
    cost: Number(headers.get("api-tokens-cost") ?? 0),
    remaining: remaining === null ? undefined : Number(remaining),
  };
}
