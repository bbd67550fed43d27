/** GHI, DNI and DHI of one sky, and made to disagree: what is found, and that nothing is found of what is right. */
import { beforeAll, describe, expect, it } from "vitest";
import { examineWeather } from "../../../../src/data/weather/believe/examine.js";
import type { FindingCode } from "../../../../src/data/weather/believe/types.js";
import { loadSample } from "../../../../src/data/weather/sample.js";
import type { WeatherColumn, WeatherSeries } from "../../../../src/data/weather/series.js";

const [GHI, DNI, DHI] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "diffuse_horizontal_irradiance",
] as const;

type Value = (value: number, row: number) => number;

let clean: WeatherSeries;
beforeAll(async () => {
  const { start, columns, place, ...rest } = await loadSample();
  const kept = Object.fromEntries([GHI, DNI, DHI].map((name) => [name, Float64Array.from(columns[name] as number[])]));
  clean = { ...rest, start: new Date(start).getTime(), columns: kept, place: place! };
});

function bent(changes: { readonly [name in WeatherColumn]?: Value }, from = clean): WeatherSeries {
  const columns = { ...from.columns };
  for (const [name, value] of Object.entries(changes)) {
    columns[name as WeatherColumn] = (from.columns[name as WeatherColumn] as Float64Array).map(value);
  }
  return { ...from, columns };
}

/** The typical year's months come from several years. */
const examined = (series: WeatherSeries) => examineWeather(series, { isTypicalYear: true })!;
const CODES: readonly FindingCode[] = ["closure", "no-beam"];
const found = (series: WeatherSeries) => examined(series).findings.filter(({ code }) => CODES.includes(code));
const times =
  (factor: number): Value =>
  (value) =>
    factor * value;

describe("closure", () => {
  it("says nothing of components that fit, of two alone, or of an offset within what stations agree to", () => {
    expect(found(clean)).toEqual([]);
    expect(examined(clean).closure).toBeUndefined();
    expect(found(bent({ [GHI]: times(1.02) }))).toEqual([]);
    const { [DHI]: _, ...two } = clean.columns;
    expect(found({ ...clean, columns: two })).toEqual([]);
  });

  it("tells which component is off by its factor, and keeps what is right", () => {
    const cases = [
      [GHI, 1.06, "component-sum", "a GHI that is"],
      [GHI, 0.93, "component-sum", "a GHI that is"],
      [DNI, 0.85, "keep-global", "a DNI that is"],
      [DHI, 0.8, "keep-global", "a DHI that is"],
      [DHI, 1.25, "keep-global", "a DHI that is"],
    ] as const;
    for (const [column, factor, closure, words] of cases) {
      const series = bent({ [column]: times(factor) });
      const [finding, ...others] = found(series);
      expect([column, factor, others.length, finding?.column]).toEqual([column, factor, 0, column]);
      expect(finding!.message).toContain(words);
      expect(Number(/a [A-Z]+ that is ([\d.]+) % too/.exec(finding!.message)![1])).toBeCloseTo(
        100 * Math.abs(factor - 1),
        -0.5,
      );
      expect([column, factor, examined(series).closure]).toEqual([column, factor, closure]);
    }
  });

  it("states the effect on the year where GHI is wrong, none where it is right", () => {
    expect(found(bent({ [GHI]: times(1.1) }))[0]!.effect!.horizontal).toBeCloseTo(0.1, 2);
    expect(found(bent({ [DHI]: times(0.7) }))[0]!.effect!.horizontal).toBe(0);
  });

  it("finds dirt that grows, by months", () => {
    const count = (clean.columns[GHI] as Float64Array).length;
    const soiled: Value = (value, row) => value * (1 - (0.2 * row) / count);
    expect(found(bent({ [DNI]: soiled }))[0]!.column).toBe(DNI);
    expect(found(bent({ [GHI]: soiled }))[0]!.column).toBe(GHI);
  });

  it("does not say which is off in a file of a few days", () => {
    const few = Object.fromEntries(
      Object.entries(clean.columns).map(([name, values]) => [name, (values as Float64Array).slice(4000, 4120)]),
    );
    const days = { ...clean, start: (clean.start as number) + 4000 * 3_600_000, columns: few };
    const [finding] = found(bent({ [GHI]: times(1.1) }, days));
    expect(finding!.message).toContain("nothing shows which of them is off");
    expect([finding!.effect, examined(bent({ [GHI]: times(1.1) }, days)).closure]).toEqual([undefined, undefined]);
  });

  it("leaves a wrong clock to those who look at clocks", () => {
    const late = { ...clean, start: (clean.start as number) + 3_600_000 };
    expect(found(late)).toEqual([]);
  });

  it("names columns that are swapped, and calls the file unusable", () => {
    const { columns } = clean;
    const swapped = { ...clean, columns: { [GHI]: columns[DNI], [DNI]: columns[GHI], [DHI]: columns[DHI] } };
    const [finding] = found(swapped);
    expect(finding!.verdict).toBe("unusable");
    expect(finding!.message).toContain("GHI stands in the column of DNI and DNI stands in the column of GHI");
    expect(examined(swapped).closure).toBeUndefined();
  });
});

describe("no beam", () => {
  const DAY = 24;
  const inJune: (value: Value) => Value = (value) => (given, row) =>
    row >= 160 * DAY && row < 190 * DAY ? value(given, row) : given;

  it("is found with its dates where DNI is dead, and does not count as closure", () => {
    const series = bent({ [DNI]: inJune(() => 0) });
    const [finding, ...others] = found(series);
    expect(others).toEqual([]);
    expect([finding!.code, finding!.column, finding!.effect]).toEqual(["no-beam", DNI, { horizontal: 0 }]);
    expect(finding!.message).toMatch(
      /DNI is near 0 in \d+ h of a sky as bright as a clear one .*-06-\d\d to .*-07-\d\d/,
    );
    const { from } = finding!.spans[0]!;
    const { to } = finding!.spans.at(-1)!;
    expect([from >= 160 * DAY, to <= 190 * DAY, to - from > 25 * DAY]).toEqual([true, true, true]);
  });

  it("is found of DHI, too, where the tracker has lost the sun", () => {
    const global = clean.columns[GHI] as Float64Array;
    const findings = found(bent({ [DNI]: inJune(() => 0), [DHI]: inJune((_, row) => global[row]!) }));
    expect(findings.map(({ code, column }) => [code, column])).toEqual([
      ["no-beam", DNI],
      ["no-beam", DHI],
    ]);
    expect(findings[1]!.message).toContain("its shade is not on the sensor");
  });

  it("is no matter of dark days", () => {
    const [share, overcast]: Value[] = [inJune(times(0.3)), inJune(() => 0)];
    const global = bent({ [GHI]: share! }).columns[GHI] as Float64Array;
    expect(found(bent({ [GHI]: share!, [DNI]: overcast!, [DHI]: inJune((_, row) => global[row]!) }))).toEqual([]);
  });
});

it("finds DNI without a sun while the rest is dark", () => {
  const global = clean.columns[GHI] as Float64Array;
  const lit = bent({ [DNI]: (value, row) => (global[row] === 0 && row % 24 === 2 ? 300 : value) });
  const finding = examined(lit).findings.find(({ code, column }) => code === "night" && column === DNI);
  expect(finding!.message).toMatch(/^direct light of up to 300 W\/m² in \d+ h without a sun/);
});
