/** What all pictures share: scales, bars, and shapes printed as text. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  barShapes,
  extremesOf,
  printed,
  roundTicks,
  seriesPaint,
  shape,
  text,
  valueScale,
  waterfallOf,
  waterfallShapes,
} from "../../../src/answers/report/scene/index.js";
import { LIGHT } from "../../../src/answers/report/scene/palette.js";
import { numbers, parseXml, withClass } from "./xml.js";

it.each([
  [0, 987, 0, 1000],
  [-7.3, 21, -10, 25],
  [0, 0, 0, 1],
  [0, 0.0021, 0, 0.0025],
])("round values of values from %d to %d go from %d to %d", (least, most, from, to) => {
  const ticks = roundTicks(least, most, 6);
  expect(ticks[0]).toBe(from);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks.at(-1)).toBeLessThanOrEqual(to);
  expect(ticks.length).toBeLessThanOrEqual(8);
});

describe("the axis of values", () => {
  const marks = (extremes: readonly [number, number] | undefined) =>
    valueScale(extremes).ticks.map(({ label }) => label);

  it("has no marks where there are no values, and says that there are none", () => {
    expect(extremesOf([[null, null], []])).toBeUndefined();
    expect(valueScale(undefined)).toEqual({ from: 0, to: 1, ticks: [] });
  });

  it("marks 0 alone where all values are 0: a night has no tenths of a watt", () => {
    expect(extremesOf([[0, null, 0]])).toEqual([0, 0]);
    expect(valueScale([0, 0])).toEqual({ from: 0, to: 1, ticks: [{ at: 0, label: "0" }] });
  });

  it("goes from 0 to beyond a constant, above or below", () => {
    expect(marks([0.2, 0.2])).toEqual(["0", "0.05", "0.1", "0.15", "0.2"]);
    expect(marks([-5, -5])).toEqual(["−5", "−4", "−3", "−2", "−1", "0"]);
    expect(marks([180, 180]).at(-1)).toBe("200");
  });

  it("is of the rows that are shown", () => {
    expect(
      extremesOf(
        [
          [1, 9, null],
          [2, -3, 4],
        ],
        [0, 2],
      ),
    ).toEqual([1, 4]);
    expect(extremesOf([[1, 9, null]], [2])).toBeUndefined();
  });
});

it("a printed shape has its text escaped, its pixels rounded and its colours looked up", () => {
  const root = shape("svg", { width: 1 / 3 }, text(0, 0, 'a < b & "c"', { fill: seriesPaint(2) }));
  expect(printed(root, (name) => `<${name}>`)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="0.33"><text x="0" y="0" fill="&lt;series-2&gt;">a &lt; b &amp; &quot;c&quot;</text></svg>',
  );
});

it("the style sheet of the explorer has the palette's light colours", () => {
  const sheet = readFileSync(new URL("../../../server/explorer/style/base.css", import.meta.url), "utf8");
  const light = /^:root \{([^}]*)\}/m.exec(sheet)![1]!;
  const found = Object.fromEntries(
    [...light.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, colour]) => [name, colour]),
  );
  expect(found).toMatchObject(LIGHT);
});

describe("bars", () => {
  const drawn = (values: readonly (readonly (number | null)[])[], width = 480) => {
    const { shapes } = barShapes({
      area: { left: 100, top: 0, width, height: 100 },
      slots: (values[0] ?? []).map((_, k) => `slot ${k}`),
      series: values.map((own) => own.map((value) => ({ value, tip: String(value), figure: String(value) }))),
      xTitle: "x",
      yTitle: "y",
    });
    return parseXml(printed(shape("svg", {}, ...shapes), (name) => name));
  };
  const bars = (root: ReturnType<typeof drawn>) =>
    withClass(root, "bar").map((bar) => numbers(bar, "x", "y", "width", "height") as [number, number, number, number]);

  it("of several series stand side by side in the middle of their slot", () => {
    const [left, other, right] = bars(
      drawn([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    ).filter((_, k) => k % 2 === 0);
    expect(left![0] + left![2]).toBeCloseTo(other![0], 1);
    expect(other![0] + other![2] / 2).toBeCloseTo(100 + 120, 1);
    expect(right![0] + right![2]).toBeLessThan(100 + 240);
  });

  it("of values below zero hang from the line of zero", () => {
    const root = drawn([[-10, 10, null, Number.NaN]]);
    const [below, above] = bars(root);
    expect(bars(root)).toHaveLength(2);
    expect(below![1]).toBeCloseTo(above![1] + above![3], 1);
  });

  it("have figures where a slot has room for them", () => {
    expect(drawn([[1, 2]]).children.filter(({ text }) => text === "2")).toHaveLength(1);
    expect(drawn([[1, 2]], 60).children.filter(({ text }) => text === "2")).toHaveLength(0);
  });

  it("are told to be missing where there are none", () =>
    expect(drawn([[null, null]]).children.map(({ text }) => text)).toContain("No values"));
});

describe("a waterfall", () => {
  const values = [10_000, 11_200, 11_200, 10_980, 9440, 9000];
  const { bars, ticks, from, to } = waterfallOf(values);

  it("hangs each bar where the one before ended: its sums are the values", () => {
    expect(bars.map(({ kind }) => kind)).toEqual(["first", "gain", "gain", "loss", "loss", "loss"]);
    expect(bars[0]).toEqual({ low: from, high: 10_000, kind: "first" });
    const ends = bars.map(({ low, high, kind }) => (kind === "loss" ? low : high));
    expect(ends).toEqual(values);
    for (let k = 1; k < values.length; k++) {
      const { low, high, kind } = bars[k]!;
      expect(kind === "loss" ? high : low).toBe(values[k - 1]);
    }
  });

  it("cuts the axis, so that a loss of 2 % is at least that many hundredths of its width, and more", () => {
    expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThan(Math.min(...values));
    expect(to).toBeGreaterThanOrEqual(Math.max(...values));
    const loss = waterfallOf([8960, 10_230, 10_025, 9740, 8370, 7940]);
    const { low, high } = loss.bars[2]!;
    expect((high - low) / (loss.to - loss.from)).toBeGreaterThan(0.05);
  });

  it("of nothing but 0, and of no values, has an axis all the same", () => {
    const bar = { low: 0, high: 0 };
    expect(waterfallOf([0, 0])).toMatchObject({ from: 0, to: 1, bars: [bar, bar] });
    expect(waterfallOf([]).bars).toEqual([]);
  });
});

describe("a drawn waterfall", () => {
  const values = [1000, 1100, 1080];
  const { bars, ...axis } = waterfallOf(values);
  const rows = values.map((value, k) => {
    const words = { name: `stage ${k}`, change: `change ${k}`, figure: String(value), tip: "" };
    return { bar: bars[k]!, value, ...words };
  });
  const drawn = (width: number, names: number) => {
    const { shapes, bottom } = waterfallShapes({ left: 0, top: 20, width, names, rows, axis, xTitle: "kWh" });
    const root = parseXml(printed(shape("svg", {}, ...shapes), () => "#000"));
    const of = (content: string) => numbers(root.children.find(({ text: own }) => own === content)!, "x", "y");
    return { root, bottom, of };
  };

  it("has the names left of the bars, changes and figures right of them, all in a line", () => {
    const { of } = drawn(800, 300);
    for (const k of rows.keys()) {
      const [name, change, figure] = [of(`stage ${k}`), of(`change ${k}`), of(String(values[k]))];
      expect(name[0]).toBe(290);
      expect([change[1], figure[1]]).toEqual([name[1], name[1]]);
      expect(figure[0]).toBe(800);
    }
  });

  it("has the names above the bars in a narrow picture, which then is higher", () => {
    const { root, bottom, of } = drawn(340, 0);
    expect(bottom).toBeGreaterThan(drawn(800, 300).bottom);
    const tops = withClass(root, "bar").map((bar) => numbers(bar, "y", "height"));
    for (const [k, [top]] of tops.entries()) expect(of(`stage ${k}`)[1]).toBeLessThan(top!);
    expect(tops.at(-1)![0]! + tops.at(-1)![1]!).toBeLessThan(bottom);
  });
});
