/** A queue: higher priority first; within a priority, first come, first served. */
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

  /** Removes all of them and returns them in order. */
  drain(): Item[] {
    return this.items.splice(0);
  }
}
