/** Detects repeated names, at 16 to 32 bytes per name however long names are. */
import { createHash } from "node:crypto";

const LEAST = 1 << 10;

/** Keeps 64 bits of each name's SHA-256: the chance that two of ten million names share them is 3 in a million. */
export class DistinctNames {
  private slots = new BigUint64Array(LEAST);
  private count = 0;

  /** False if it was already there. */
  add(name: string): boolean {
    // 0 marks a free slot.
    const key = createHash("sha256").update(name).digest().readBigUInt64LE() || 1n;
    const slot = this.find(key);
    if (this.slots[slot] === key) return false;
    this.slots[slot] = key;
    this.count++;
    if (2 * this.count > this.slots.length) this.grow();
    return true;
  }

  private find(key: bigint): number {
    const last = this.slots.length - 1;
    let slot = Number(key & BigInt(last));
    while (this.slots[slot] !== 0n && this.slots[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const former = this.slots;
    this.slots = new BigUint64Array(2 * former.length);
    for (const key of former) if (key !== 0n) this.slots[this.find(key)] = key;
  }
}
