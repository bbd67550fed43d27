/** An Idempotency-Key. `crypto.randomUUID` is there only for pages that came over TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
