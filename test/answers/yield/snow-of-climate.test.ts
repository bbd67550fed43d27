/** What snow is expected to take where only the place is known. */
import { beforeAll, describe, expect, test } from "vitest";
import { type WorldYear, worldYear } from "../../../src/answers/climate/index.js";
import { type YieldOptions, type YieldSystem, yieldOf } from "../../../src/answers/yield/index.js";
import { codesOf } from "./roof.js";

const system: YieldSystem = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 1 }] };
let fargo: WorldYear;
beforeAll(async () => {
  fargo = await worldYear(46.9, -96.8, { altitude: 274 });
});

function snowOf(
  extra: Partial<YieldSystem> = {},
  weather: Parameters<typeof yieldOf>[0] = fargo,
  options?: YieldOptions,
) {
  const found = yieldOf(weather, { ...system, ...extra }, options);
  const stage = found.losses.find(({ name }) => name === "snow");
  const share = found.uncertainty?.shares.find(({ key }) => key === "losses")?.percent;
  const [notice] = found.notices.filter(({ code }) => code === "snow");
  return { found, notice, percent: stage && 100 * (1 - stage.factor), share };
}

test("it is a stage of the year, by month, with its error in the range, and is said", () => {
  const { found, notice, percent, share } = snowOf();
  // PVWatts takes 11.6 % from a typical year there, and Kingston, Edmonton and Keshena, in such cold, lose 2 to 5 % (research/yield.md).
  expect(percent).toBeGreaterThan(5);
  expect(percent).toBeLessThan(10);
  const kept = found.months.map(({ stages }) => stages.snow! / stages.temperature!);
  expect(kept[0]).toBeLessThan(kept[2]!);
  expect(kept[2]).toBeLessThan(kept[3]!);
  expect(kept[6]).toBeCloseTo(1, 12);
  expect(share).toBeCloseTo(Math.hypot(2, 0.55 * percent!), 9);
  expect(notice!.facts!.percent).toBeCloseTo(percent!, 9);
  expect(notice!.facts!.points).toBeCloseTo(0.55 * percent!, 9);
  expect(notice!.message).toMatch(/counted with \d\.\d % of the energy, ±\d\.\d points, .* coldest month has -1\d °C/);
});

test("flat planes keep it longer, by the root of the sine, and trackers are as steep as they get", () => {
  const january = (plane: YieldSystem["planes"][number]) => {
    const { temperature, snow } = snowOf({ planes: [plane] }).found.months[0]!.stages;
    return 1 - snow! / temperature!;
  };
  const at = (surfaceTilt: number) => january({ surfaceTilt, surfaceAzimuth: 180 });
  const ratio = (from: number, to: number) =>
    Math.sqrt(Math.sin((from * Math.PI) / 180) / Math.sin((to * Math.PI) / 180));
  for (const [tilt, counted] of [
    [10, 10],
    [60, 60],
    [0, 5],
  ] as const)
    expect(at(tilt) / at(30)).toBeCloseTo(ratio(30, counted), 9);
  expect(january({ trackingMode: "1_axis", tracker: { maxAngle: 60 } })).toBeCloseTo(at(60), 9);
});

describe("it is not counted", () => {
  test.each<[string, Partial<YieldSystem>]>([
    ["where the system leaves snow out", { snow: "none" }],
    ["beside a share of snow that is given", { losses: { snow: 3 } }],
  ])("%s", (_name, extra) => {
    const { percent, notice } = snowOf(extra);
    expect([percent, notice]).toEqual([undefined, undefined]);
  });

  test("near the equator, with no share of snow in the range", async () => {
    const { percent, notice, share } = snowOf({}, await worldYear(1.3, 103.8));
    expect([percent, notice, share]).toEqual([undefined, undefined, 2]);
  });

  test("in weather with its own snow, and in light of another source", () => {
    const bare = { ...fargo.series.columns, snow_depth: new Float64Array(8760) };
    expect(snowOf({}, { ...fargo, series: { ...fargo.series, columns: bare } }).percent).toBeUndefined();
    const other = snowOf({}, fargo.series, { typicalYear: true });
    expect(other.percent).toBeUndefined();
    expect(other.notice!.message).toContain("snow on the modules is not modelled");
  });

  test("in less than half a month", () => {
    const columns = Object.entries(fargo.series.columns).map(([name, column]) => [name, column!.slice(0, 240)]);
    const week = { ...fargo.series, columns: Object.fromEntries(columns) };
    expect(codesOf(snowOf({}, week, { lightSource: fargo.lightSource }).found)).not.toContain("snow");
  });
});
