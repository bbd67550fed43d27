import { expect, it } from "vitest";
import { IdleWatch } from "../../src/background/idle-watch.js";

it("says after ten seconds, and then every minute, that no worker takes parts", () => {
  const watch = new IdleWatch(0);
  const said = (second: number) => watch.lines(second * 1000, { isTaken: false, refusals: [] }).join();
  expect(said(9)).toBe("");
  expect(said(10)).toBe("no worker has taken a part for 10 s: start `irradiance-server worker --queue …`");
  expect(said(69)).toBe("");
  expect(said(70)).toContain("for 70 s");
  watch.busy(80_000);
  expect(said(89)).toBe("");
  expect(said(91)).toContain("for 11 s");
});

it("says once why workers leave the run to others, also between its minutes", () => {
  const watch = new IdleWatch(0);
  const said = (second: number, ...refusals: string[]) => watch.lines(second * 1000, { isTaken: false, refusals });
  expect(said(10)).toHaveLength(1);
  expect(said(13, "version")).toEqual(["a worker leaves the run to others: version"]);
  expect(said(16, "version")).toEqual([]);
});

it("says of parts in the hands of workers that nothing is heard of these", () => {
  const watch = new IdleWatch(0);
  const [line] = watch.lines(12_000, { isTaken: true, refusals: [] });
  expect(line).toBe("no worker has reported for 12 s: start `irradiance-server worker --queue …`");
});
