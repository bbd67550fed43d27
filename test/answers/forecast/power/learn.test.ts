/** Power learnt as power: what always holds of its quantiles, what it recovers, and what does not change it. */
import { describe, expect, test } from "vitest";
import { DEFAULT_SPREAD } from "../../../../src/answers/forecast/default-table.generated.js";
import {
  expectedPower,
  learnPower,
  type PowerRows,
  type PowerTable,
  powerQuantiles,
} from "../../../../src/answers/forecast/power/index.js";
import { cut, LIMIT, made, START } from "./system.js";

const DAY = 86_400_000;
const LEVELS = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
const few = made({ days: 14 });
const many = made({ days: 90 });
const humid = made({
  days: 90,
  withFields: true,
  share: (index, rank, humidity) => index * (1.1 - 0.8 * humidity) + 0.1 * rank,
});
const learn = ({ rows, measured }: { rows: PowerRows; measured: Float64Array }) =>
  learnPower(rows, measured, { limit: LIMIT });
const tables = {
  nothing: learn({ rows: few.rows, measured: new Float64Array(few.count).fill(Number.NaN) }),
  few: learn(few),
  many: learn(many),
  humid: learn(humid),
};

/** Quantiles of a regression may cross: here they do. */
const crossed: PowerTable = {
  ...tables.humid,
  regression: { ...tables.humid.regression!, weights: [...tables.humid.regression!.weights].reverse() },
};

describe("quantiles", () => {
  const odd = made({ days: 12, withFields: true, index: (rank) => 3 * rank });
  odd.rows.chain[12] = Number.NaN;
  odd.rows.fields!.humidity![36] = Number.NaN;

  test.each(Object.entries({ ...tables, crossed }))(
    "learnt from %s: sorted, within 0 and the limit, 0 at night, the mean within them",
    (_, table) => {
      const quantiles = powerQuantiles(table, odd.rows, LEVELS);
      const means = expectedPower(table, odd.rows);
      for (let row = 0; row < odd.count; row++) {
        const own = quantiles.map((column) => column[row]!);
        if (row === 12) {
          expect([...own, means[row]]).toEqual(Array(100).fill(Number.NaN));
          continue;
        }
        expect(own).toEqual([...own].sort((a, b) => a - b));
        expect(own[0]).toBeGreaterThanOrEqual(0);
        expect(own[98]).toBeLessThanOrEqual(LIMIT);
        expect(means[row]).toBeGreaterThanOrEqual(own[9]!);
        expect(means[row]).toBeLessThanOrEqual(own[89]!);
        if (odd.rows.clear[row] === 0) expect(own).toEqual(Array(99).fill(0));
      }
    },
  );

  test("a row whose field is missing has those of bins; so have all where the run lacks a field", () => {
    const bins = powerQuantiles(asBins(tables.humid), odd.rows, [0.1, 0.9]);
    const own = powerQuantiles(tables.humid, odd.rows, [0.1, 0.9]);
    expect(own.map((column) => column[36])).toEqual(bins.map((column) => column[36]));
    expect(own[0]![60]).not.toBe(bins[0]![60]);
    expect(powerQuantiles(tables.humid, { ...odd.rows, fields: {} }, [0.1, 0.9])).toEqual(bins);
  });
});

function asBins({ regression, analogs, ranges, ...table }: PowerTable): PowerTable {
  return { ...table, recipe: "bins" };
}

describe("what is recovered", () => {
  const ahead = made({ days: 100, withFields: true });
  const truth = { many: (index: number, p: number) => index * (0.7 + 0.4 * p) };

  test("a known conditional quantile, from 90 days within 0.04 of clear power in the mean", () => {
    const levels = [0.1, 0.5, 0.9];
    const quantiles = powerQuantiles(tables.many, ahead.rows, levels);
    levels.forEach((p, q) => {
      let [off, count] = [0, 0];
      ahead.rows.clear.forEach((clear, row) => {
        if (clear < 0.2 * LIMIT) return;
        off += Math.abs(quantiles[q]![row]! / clear - truth.many(ahead.rows.chain[row]! / clear, p));
        count++;
      });
      expect(off / count).toBeLessThan(0.04);
    });
  });

  test("P10 to P90 hold about 80 % of hours that did not teach", () => {
    const later = { ...cut(ahead.rows, 90 * 24, ahead.count) };
    const [low, high] = powerQuantiles(tables.many, later, [0.1, 0.9]) as [Float64Array, Float64Array];
    const lit = [...later.clear.keys()].filter((row) => later.clear[row]! > 0);
    const held = lit.filter((row) => {
      const power = ahead.measured[90 * 24 + row]!;
      return power >= low[row]! && power <= high[row]!;
    });
    expect(held.length / lit.length).toBeGreaterThan(0.7);
    expect(held.length / lit.length).toBeLessThan(0.92);
  });

  test("what humidity says is used, and the evidence says by how much it is better", () => {
    const { recipe, evidence, regression, why } = tables.humid;
    expect(recipe).toBe("regression and analogs");
    expect(regression!.terms).toContain("index × humidity");
    expect(evidence!.second).toBeLessThan(0.6 * evidence!.bins);
    expect(evidence!.bins).toBeLessThan(evidence!.factor);
    expect(why).toMatch(/^on 30 days held out the loss of terms and analogs is \d+\.\d % less/);
  });

  test("hours that have nothing to do with each other: their sums know it", () => {
    const { hourly } = DEFAULT_SPREAD.ahead.correlation;
    expect(tables.many.correlation.hourly).toBeLessThan(hourly - 0.2);
    expect(tables.few.correlation.hourly).toBe(hourly);
  });

  test("bins stay where terms and analogs are not better", () => {
    // What comes has nothing to do with the run: 60 days of terms only learn noise.
    const noise = made({ days: 60, share: (_, rank) => rank, index: () => 0.6 });
    const table = learn(noise);
    expect(table.evidence!.second).toBeGreaterThan(0.99 * table.evidence!.bins);
    expect(table.recipe).toBe("bins");
    expect(table.regression).toBeUndefined();
  });

  test("a past without a clear hour does not forbid one", () => {
    const dull = made({ days: 60, index: (rank) => 0.1 + 0.2 * rank, share: (index) => index });
    const bright = made({ days: 3, index: () => 0.95 });
    const [middle] = powerQuantiles(learn(dull), bright.rows, [0.5]) as [Float64Array];
    expect(middle[36]! / bright.rows.clear[36]!).toBeGreaterThan(0.25);
  });

  test("a dark winter says little of the factor of spring", () => {
    const winter = made({ days: 60, share: (index) => 0.2 * index });
    const faint = {
      rows: {
        ...winter.rows,
        chain: winter.rows.chain.map((power) => power / 20),
        clear: winter.rows.clear.map((power) => power / 20),
      },
      measured: winter.measured.map((power) => power / 20),
    };
    expect(learn(winter).bins.factor).toBeLessThan(0.5);
    expect(learn(faint).bins.factor).toBeGreaterThan(0.75);
  });
});

describe("few days", () => {
  test("without any the bands are those of light anywhere, around the chain", () => {
    expect(tables.nothing).toMatchObject({ recipe: "bins", days: 0, width: 1, bins: { factor: 1 } });
    const clear = made({ days: 1, index: () => 0.9 }).rows;
    const [low, high] = powerQuantiles(tables.nothing, clear, [0.1, 0.9]) as [Float64Array, Float64Array];
    expect(low[12]).toBeLessThan(clear.chain[12]!);
    expect(high[12]).toBeGreaterThan(low[12]!);
  });

  test("until 15 days nothing is held out, until 45 bins alone are judged", () => {
    const [short, month] = [learn(made({ days: 14 })), learn(made({ days: 44 }))];
    expect(short).toMatchObject({ recipe: "bins", width: 1 });
    expect(short.evidence).toBeUndefined();
    expect(month.why).toBe("44 days taught, and terms and analogs need 45");
    expect(month.evidence).toEqual({
      days: 15,
      factor: expect.any(Number),
      bins: expect.any(Number),
      held: expect.any(Number),
    });
    expect(learn(made({ days: 45 })).evidence).toMatchObject({ days: 15, second: expect.any(Number) });
  });

  test("a field that mostly lacks values is not learnt from", () => {
    const rows = {
      ...humid.rows,
      fields: { humidity: humid.rows.fields!.humidity!.map((value, row) => (row < 600 ? Number.NaN : value)) },
    };
    expect(learn({ rows, measured: humid.measured }).regression!.terms).not.toContain("humidity");
  });
});

describe("what changes nothing", () => {
  test("the size of the system: the same shares to the last bit", () => {
    const by = (column: Float64Array) => column.map((power) => 1024 * power);
    const rows = { ...humid.rows, chain: by(humid.rows.chain), clear: by(humid.rows.clear) };
    const table = learnPower(rows, by(humid.measured), { limit: 1024 * LIMIT });
    expect(table).toEqual({ ...tables.humid, limit: 1024 * LIMIT });
    expect(powerQuantiles(table, rows, [0.2])[0]).toEqual(by(powerQuantiles(tables.humid, humid.rows, [0.2])[0]!));
  });

  test("the order of days, while there are bins alone", () => {
    const turned = (column: Float64Array) =>
      column.map((_, row) => column[24 * (13 - Math.floor(row / 24)) + (row % 24)]!);
    const rows = { ...few.rows, chain: turned(few.rows.chain), clear: turned(few.rows.clear) };
    expect(learn({ rows, measured: turned(few.measured) })).toEqual(tables.few);
  });

  test("days that are not known, wherever they are", () => {
    const gap = few.measured.map((power, row) => (row >= 240 ? Number.NaN : power));
    const short = { rows: cut(few.rows, 0, 240), measured: few.measured.slice(0, 240) };
    expect(learn({ rows: few.rows, measured: gap })).toEqual(learn(short));
    expect(learn({ rows: few.rows, measured: gap }).days).toBe(10);
  });

  test("the place: the same days of the sun on the other side of the world and in the south", () => {
    const rows = { ...humid.rows, longitude: 180, latitude: -45, start: START - DAY / 2 };
    expect(learn({ ...humid, rows })).toEqual(tables.humid);
  });

  test("a 29 February: a day like others", () => {
    expect(learn(made({ days: 60, start: Date.UTC(2024, 1, 1) })).days).toBe(60);
    expect(learn(made({ days: 60, start: Date.UTC(2024, 1, 1) }))).toEqual(learn(made({ days: 60 })));
  });
});

describe("refused", () => {
  const { rows, measured } = few;
  test.each<[string, () => unknown]>([
    ["learnPower: options.limit must be W above 0, got 0", () => learnPower(rows, measured, { limit: 0 })],
    [
      "learnPower: measured must have 336 values, got 3",
      () => learnPower(rows, measured.slice(0, 3), { limit: LIMIT }),
    ],
    [
      "learnPower: rows.clear must have as many values as rows.chain (336), got 2",
      () => learnPower({ ...rows, clear: rows.clear.slice(0, 2) }, measured, { limit: LIMIT }),
    ],
    [
      "powerQuantiles: rows.step must be milliseconds, up to an hour, got 0",
      () => powerQuantiles(tables.few, { ...rows, step: 0 }, [0.5]),
    ],
    [
      "powerQuantiles: probabilities must ascend from 0.01 to 0.99, got 0.5",
      () => powerQuantiles(tables.few, rows, [0.9, 0.5]),
    ],
    [
      "powerQuantiles: probabilities must ascend from 0.01 to 0.99, got 1",
      () => powerQuantiles(tables.few, rows, [0.9, 1]),
    ],
    [
      "expectedPower: rows.latitude must be from -90 to 90, got 91",
      () => expectedPower(tables.few, { ...rows, latitude: 91 }),
    ],
  ])("%s", (message, call) => {
    expect(call).toThrow(new RangeError(message));
  });
});
