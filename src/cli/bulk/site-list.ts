/** The list of sites of a run: what reads it and what uses its rows share this. */
import { createHash } from "node:crypto";

/** A row of the list: its cells by column, empty ones left out. */
export interface SiteRow {
  readonly [column: string]: string;
}

export interface SiteList {
  /** The file, or the option that stands in its place. */
  readonly path: string;
  readonly sites: number;
  /** Another one for another list. */
  readonly sha256: string;
  readonly columns: readonly string[];
  /** Ignored columns. */
  readonly unused: readonly string[];
  /** Degrees of longitude that the sites without a weather file of their own are apart. */
  readonly span: number;
  /** What is to be known of it. */
  readonly notes?: readonly string[];
  /** Its rows describe PV systems, too. */
  readonly ofYields?: boolean;
  /** Reads the list again. */
  rows(): AsyncIterable<SiteRow>;
}

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
