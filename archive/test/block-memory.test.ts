/** Memory of decoded blocks: used again, and never while somebody may be reading it. */
import { expect, it } from "vitest";
import { blockMemoryOf } from "../src/codecs/lz.js";

it("is used again for a block of the same size, and by one at a time", () => {
  const memory = blockMemoryOf(100);
  const first = memory.take(40);
  memory.release(first);
  memory.release(first);
  expect(memory.take(41)).not.toBe(first);
  expect(memory.take(40)).toBe(first);
  expect(memory.take(40)).not.toBe(first);
});

it("is left as it is while anybody reads", async () => {
  const memory = blockMemoryOf(100);
  const block = memory.take(40);
  let end = () => {};
  const reading = memory.during(() => new Promise<void>((resolve) => (end = resolve)));
  memory.release(block);
  expect(memory.take(40)).not.toBe(block);
  const failed = memory.during(() => Promise.reject(new Error("damaged")));
  await expect(failed).rejects.toThrow("damaged");
  expect(memory.take(40)).not.toBe(block);
  end();
  await reading;
  expect(memory.take(40)).toBe(block);
});

it("takes only its own, and no more than it may keep", () => {
  const memory = blockMemoryOf(100);
  const view = new Uint8Array(40);
  memory.release(view);
  expect(memory.take(40)).not.toBe(view);
  const blocks = [memory.take(40), memory.take(40), memory.take(40)];
  for (const block of blocks) memory.release(block);
  expect([1, 2, 3].map(() => memory.take(40)).filter((block) => blocks.includes(block))).toHaveLength(2);
});
