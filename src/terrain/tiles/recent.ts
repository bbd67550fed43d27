/** What was asked for last: a bounded number of pending or settled results; failures are not kept. */
export class Recent<Value> {
  readonly #most: number;
  readonly #results = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#results.get(key);
    this.#results.delete(key);
    const result = kept ?? make();
    this.#results.set(key, result);
    result.catch(() => this.#results.get(key) === result && this.#results.delete(key));
    if (this.#results.size > this.#most) this.#results.delete(this.#results.keys().next().value as string);
    return result;
  }

  clear(): void {
    this.#results.clear();
  }
}
