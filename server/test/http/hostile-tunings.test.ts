/** A tuning may have any numbers within the bounds of its file: power stays between 0 and the inverter, whatever they are. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSiteTuning, siteTuningText } from "irradiance-engine/forecast";
import type { SiteTuning } from "irradiance-engine/internal/forecast";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "irradiance-engine/internal/forecast";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderOfFile } from "../temporary.js";
import { NOW, posted, type Stand, stand } from "./harness.js";
import { madeRun, madeSeen, madeSources, QUARTER, SITE } from "./made-sky.js";

/** What the file allows: src/answers/forecast/tuning-file.ts. */
const [WEIGHT, DEPARTURE, INDEX, AHEAD] = [20, 5, 1.5, 100];
const SYSTEM = {
  planes: [
    { surface_tilt: 20, surface_azimuth: 90, kwp: 6 },
    { surface_tilt: 20, surface_azimuth: 270, kwp: 6 },
  ],
  inverter: { ac_power: "7 kW" },
  export_limit: "5 kW",
};
const NAMES = ["p10", "p50", "p90"];

/** Degrees north: tunings are for 2 km around their places. */
const latitudeOf = (k: number) => SITE.latitude + k / 10;

type Change = (tuning: SiteTuning) => SiteTuning;
const weighted = (weight: (k: number) => number): Change => {
  const replace = (value: unknown, key = ""): unknown => {
    if (key === "weights") return (value as number[]).map((_, k) => weight(k));
    if (Array.isArray(value)) return value.map((one) => replace(one));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replace(one, name)]));
  };
  return (tuning) => ({ ...tuning, table: replace(tuning.table) as SiteTuning["table"] });
};
const around =
  (index: number, change: Change): Change =>
  (tuning) => ({ ...change(tuning), climatology: [index] });
/** Numbers that ascend, in place of each list of quantiles. */
const spread =
  (departure: (share: number) => number): Change =>
  (tuning) => ({
    ...tuning,
    spread: {
      ...tuning.spread,
      departures: JSON.parse(JSON.stringify(tuning.spread.departures), (_, value) =>
        Array.isArray(value) && typeof value[0] === "number"
          ? value.map((_, k) => departure(k / (value.length - 1)))
          : value,
      ),
    },
  });

/** Weights of what corrects every lead. */
const ahead =
  (weight: (k: number) => number): Change =>
  (tuning) => {
    const predictors = ["constant", "index", "index²", "mean of the day"] as const;
    const fits = [{ predictors, weights: predictors.map((_, k) => weight(k)) }];
    return { ...tuning, dayAhead: { name: "hostile", evidence: "learnt at this place", reach: 68, fits } };
  };

const HOSTILE: readonly [name: string, change: Change][] = [
  ["much too large weights", weighted(() => WEIGHT)],
  ["much too small weights", weighted(() => -WEIGHT)],
  ["weights that take turns", weighted((k) => (k % 2 === 0 ? WEIGHT : -WEIGHT))],
  [
    "no weights, and a sky brighter than clear",
    around(
      INDEX,
      weighted(() => 0),
    ),
  ],
  [
    "no weights, and no light",
    around(
      0,
      weighted(() => 0),
    ),
  ],
  ["quantiles far above", spread(() => DEPARTURE)],
  ["quantiles far below", spread(() => -DEPARTURE)],
  ["much too bright days", ahead(() => AHEAD)],
  ["much too dark days", ahead(() => -AHEAD)],
  ["days that take turns", ahead((k) => (k % 2 === 0 ? AHEAD : -AHEAD))],
  ["quantiles far apart", spread((share) => DEPARTURE * (2 * share - 1))],
];

describe("the power of a system", () => {
  let server: Stand;
  const folder = folderOfFile();
  beforeAll(async () => {
    HOSTILE.forEach(([, change], k) => {
      const text = siteTuningText(change(usual(latitudeOf(k))));
      parseSiteTuning(text);
      writeFileSync(join(folder, `${k}.json`), text);
    });
    // Now it is darker than the run says, and soon it is brighter than the run says.
    const run = madeRun(NOW, (time) => 0.7 + 0.3 * Math.sin(time / 4e6), { temperature: () => -5 });
    const sets = [run, madeSeen(Math.floor(NOW / QUARTER) * QUARTER, () => 0.4)];
    server = await stand({
      sources: madeSources(SITE, ...sets),
      settings: { "forecast-tuning": [folder] },
      keep: true,
    });
  });
  afterAll(() => server.server.stop());

  it.each(HOSTILE.map(([name], k) => [name, k] as const))("%s", async (_, k) => {
    const path = `/v1/forecast/pv?lat=${latitudeOf(k)}&lon=${SITE.longitude}&quantiles=${NAMES}&end=%2B96hours&start=-6hours`;
    const { status, json } = await server.ask(path, posted(SYSTEM));
    expect(status).toBe(200);
    const said = json.notices.map(({ message }: { message: string }) => message).join("\n");
    expect(said).toContain("learnt at this place");
    const power: (number | null)[] = json.values.ac_power;
    const bands: (number | null)[][] = NAMES.map((name) => json.quantiles.ac_power[name]);
    for (const list of [power, ...bands]) {
      const known = list.filter((value) => value !== null);
      expect(known.length).toBeGreaterThan(4);
      expect(Math.min(...known)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...known)).toBeLessThanOrEqual(json.meta.ac_limit);
    }
    expect(json.meta.ac_limit).toBe(5000);
    power.forEach((_, row) => {
      const own = bands.map((list) => list[row]);
      if (own.every((value) => value !== null)) expect(own).toEqual([...own].sort((a, b) => a! - b!));
    });
    for (const { energy, remaining, quantiles } of json.days) {
      for (const kWh of [energy, remaining, ...Object.values(quantiles ?? {})]) {
        if (kWh === null) continue;
        expect(kWh).toBeGreaterThanOrEqual(0);
        expect(kWh).toBeLessThanOrEqual(24 * 5);
      }
    }
  });

  it("is one that these tunings change", async () => {
    const powers = await Promise.all(
      HOSTILE.slice(0, 5).map(async (_, k) => {
        const path = `/v1/forecast/pv?lat=${latitudeOf(k)}&lon=${SITE.longitude}&kwp=5&tilt=20&azimuth=180&end=%2B3hours`;
        return String((await server.ask(path)).json.values.ac_power);
      }),
    );
    expect(new Set(powers).size).toBeGreaterThanOrEqual(4);
  });

  it("is one that these tunings change on the next day, too", async () => {
    const most = async (name: string) => {
      const k = HOSTILE.findIndex(([one]) => one === name);
      const path = `/v1/forecast/pv?lat=${latitudeOf(k)}&lon=${SITE.longitude}&kwp=5&tilt=20&azimuth=180&start=%2B20hours&end=%2B26hours`;
      return Math.max(...(await server.ask(path)).json.values.ac_power);
    };
    expect(await most("much too dark days")).toBeLessThan(0.2 * (await most("much too bright days")));
  });
});

function usual(latitude: number): SiteTuning {
  const times = { start: NOW - 100 * 86_400_000, end: NOW - 86_400_000, days: 90 };
  const leads = [{ lead: 900, count: 1000, run: 90, before: 80, after: 75 }];
  return {
    place: { latitude, longitude: SITE.longitude },
    runs: ["made"],
    observations: ["made"],
    climatology: [0.6],
    evidence: {
      ...{ ...times, runs: 300, step: "quarter", leftOut: [], unused: [] },
      judged: { ...times, leads, held: { before: 0.7, after: 0.8 }, ahead: [] },
    },
    table: DEFAULT_TABLE,
    spread: DEFAULT_SPREAD,
  };
}
