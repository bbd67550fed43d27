import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GroupCommit } from "../../src/accounts/group-commit.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("group commits", () => {
  it("write what comes in together as one group, in order, each with its own result", async () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number, number>(async (items) => {
      groups.push([...items]);
      return items.map((item) => item * 10);
    });
    expect(await Promise.all([1, 2, 3].map((item) => commits.add(item)))).toEqual([10, 20, 30]);
    expect(groups).toEqual([[1, 2, 3]]);
    expect(await commits.add(4)).toBe(40);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it("gather for as long as each turn of the event loop brings more", async () => {
    // A machine that is busy elsewhere may take longer for a turn than a group waits at most.
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const groups: number[][] = [];
    const commits = new GroupCommit<number, void>(async (items) => {
      groups.push([...items]);
      return items.map(() => undefined);
    });
    const all: Promise<void>[] = [];
    // Each turn's item is put into the queue of the next turn before the group looks again.
    const addInTurns = (item: number) => {
      if (item < 4) setImmediate(addInTurns, item + 1);
      all.push(commits.add(item));
    };
    addInTurns(0);
    await commits.idle();
    await Promise.all(all);
    expect(groups).toEqual([[0, 1, 2, 3, 4]]);
  });

  it("wait for others after a group that had others, and for nobody after a lone item", async () => {
    const groups: number[][] = [];
    const commits = new GroupCommit<number, void>(async (items) => {
      groups.push([...items]);
      return items.map(() => undefined);
    });
    await Promise.all([commits.add(1), commits.add(2)]);
    const third = commits.add(3);
    for (let k = 0; k < 3; k++) await turn();
    await Promise.all([third, commits.add(4)]);
    await Promise.all([commits.add(5)]);
    const sixth = commits.add(6);
    for (let k = 0; k < 3; k++) await turn();
    await Promise.all([sixth, commits.add(7)]);
    expect(groups).toEqual([[1, 2], [3, 4], [5], [6], [7]]);
  });

  it("do not gather for ever", async () => {
    const sizes: number[] = [];
    const commits = new GroupCommit<number, void>(async (items) => {
      sizes.push(items.length);
      return items.map(() => undefined);
    });
    let isFirstWritten = false;
    const all: Promise<unknown>[] = [commits.add(0).then(() => void (isFirstWritten = true))];
    while (!isFirstWritten) {
      all.push(commits.add(1));
      await turn();
    }
    all.push(commits.add(2));
    await Promise.all(all);
    expect(sizes.length).toBeGreaterThan(1);
  });

  it("never write two groups at once, and take what comes in meanwhile as the next", async () => {
    let [running, most] = [0, 0];
    const sizes: number[] = [];
    const commits = new GroupCommit<number, void>(async (items) => {
      most = Math.max(most, ++running);
      sizes.push(items.length);
      for (let i = 0; i < 5; i++) await turn();
      running--;
      return items.map(() => undefined);
    });
    const all: Promise<void>[] = [];
    for (let i = 0; i < 20; i++) {
      all.push(commits.add(i));
      await turn();
      await turn();
    }
    expect(commits.busy).toBe(true);
    await commits.idle();
    expect(commits.busy).toBe(false);
    await Promise.all(all);
    expect(most).toBe(1);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(20);
    expect(sizes.length).toBeLessThan(20);
  });

  it("reject the group that failed, and go on", async () => {
    let fails = true;
    const commits = new GroupCommit<number, number>(async (items) => {
      if (fails) throw new Error("disk full");
      return items;
    });
    const settled = await Promise.allSettled([commits.add(1), commits.add(2)]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect(await commits.add(3)).toBe(3);
  });
});
