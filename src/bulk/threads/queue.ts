/** Who waits: higher priority first, and first come, first served within one. */
export class PriorityQueue<Item extends { readonly priority: number }> {
  private readonly items: Item[] = [];

  get length(): number {
    return this.items.length;
  }

  push(item: Item): void {
    const behind = this.items.findIndex(({ priority }) => priority < item.priority);
    if (behind < 0) this.items.push(item);
    else this.items.splice(behind, 0, item);
  }

  shift(): Item | undefined {
    return this.items.shift();
  }

  /** The one that would be served last, if its priority is lower. */
  lastBelow(priority: number): Item | undefined {
    const last = this.items.at(-1);
    return last && last.priority < priority ? last : undefined;
  }

  remove(item: Item): void {
    const at = this.items.indexOf(item);
    if (at >= 0) this.items.splice(at, 1);
  }

  /** All of them, in their order; none is left. */
  drain(): Item[] {
    return this.items.splice(0);
  }
}
