/** The order in which those who wait are served. */
import { expect, test } from "vitest";
import { PriorityQueue } from "../../../src/answers/bulk/threads/thread-pool.js";

const item = (name: string, priority: number) => ({ name, priority });
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

test("higher priority first, first come first served within one", () => {
  const queue = new PriorityQueue<{ name: string; priority: number }>();
  for (const [name, priority] of [
    ["a", 0],
    ["b", 1],
    ["c", 0],
    ["d", 2],
    ["e", 1],
    ["f", 0],
  ] as const) {
    queue.push(item(name, priority));
  }
  expect(queue.length).toBe(6);
  expect(queue.shift()!.name).toBe("d");
  expect(names(queue.drain())).toEqual(["b", "e", "a", "c", "f"]);
  expect([queue.length, queue.shift()]).toEqual([0, undefined]);
});

test("the last of those below, and leaving from anywhere", () => {
  const queue = new PriorityQueue<{ name: string; priority: number }>();
  const [low, later, high] = [item("low", 0), item("later", 0), item("high", 1)];
  for (const each of [low, later, high]) queue.push(each);
  expect([queue.lastBelow(0), queue.lastBelow(1)]).toEqual([undefined, later]);
  queue.remove(later);
  queue.remove(later);
  expect(queue.lastBelow(1)).toBe(low);
  queue.remove(low);
  expect([queue.lastBelow(1), queue.length, queue.shift()]).toEqual([undefined, 1, high]);
});
