/** Checksums of blocks and files: the first eight bytes of SHA-256, which no accident repeats. */
import { createHash } from "node:crypto";

export const SUM_BYTES = 8;

export function sumOf(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest().subarray(0, SUM_BYTES);
}

export function sumText(bytes: Uint8Array): string {
  return Buffer.from(sumOf(bytes)).toString("hex");
}
