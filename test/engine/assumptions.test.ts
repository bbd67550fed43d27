/** Nothing wrong in silence: what an answer rests on is said, what changes nothing is refused, a name gives what it names. */
import { describe, expect, test } from "vitest";
import { formatTable, total } from "../../src/answers/report/index.js";
import { loadSample } from "../../src/data/weather/index.js";
import {
  computeColumns,
  explain,
  type ObservationContext,
  type ObservationQuery,
  type WeatherSeries,
} from "../../src/index.js";
import { allModels } from "../../src/physics/models/index.js";

const START = Date.UTC(2023, 5, 21);
const GHI = Array.from({ length: 24 }, (_, hour) => Math.max(0, 900 * Math.sin(((hour - 5) / 14) * Math.PI)));
const QUERY = { lat: 50, lon: 0, frequency: "1_hour", surface_tilt: 30, surface_azimuth: 180 } as const;

function day(columns: WeatherSeries["columns"] = {}): WeatherSeries {
  return { start: START, interval: 3600, columns: { global_horizontal_irradiance: GHI, ...columns } };
}

function run(query: Partial<ObservationQuery>, context: ObservationContext = {}, weather = day()) {
  return computeColumns({ ...QUERY, ...query }, weather, { altitude: 0, ...context });
}

const codes = ({ diagnostics }: ReturnType<typeof run>) =>
  diagnostics.notices.map(({ code }) => code).filter((code) => code !== "provisional");

describe("a tilted plane without an azimuth", () => {
  test("faces north, and the diagnostics say so", () => {
    const { diagnostics } = run({ parameters: "global_tilted_irradiance", surface_azimuth: undefined });
    expect(diagnostics.notices[0]).toEqual({ code: "azimuth", message: expect.stringMatching(/faces north \(0\)/) });
    expect(codes(run({ parameters: "global_tilted_irradiance" }))).toEqual([]);
  });
});

describe("PV without a temperature", () => {
  const pv = { parameters: "pv_production" };

  test("is null by day, with a notice that says why; its total is null, not 0", () => {
    const columns = run(pv);
    expect(codes(columns)).toEqual(["temperature"]);
    expect(Number.isNaN(columns.values.pv_production![12])).toBe(true);
    expect(columns.values.pv_production![0]).toBe(0);
    expect(total(columns).pv_production).toBeNull();
    expect(formatTable([total(columns)])).not.toContain("pv_prod");
    expect(codes(run(pv, {}, day({ temperature: new Float64Array(24).fill(Number.NaN) })))).toEqual(["temperature"]);
  });

  test("takes a constant one, which a column overrides", () => {
    const constant = run(pv, { temperature: 20 });
    const column = run(pv, {}, day({ temperature: new Float64Array(24).fill(20) }));
    expect(constant.values.pv_production).toEqual(column.values.pv_production);
    expect(codes(constant)).toEqual([]);
    const both = run(pv, { temperature: 50 }, day({ temperature: new Float64Array(24).fill(20) }));
    expect(both.values.pv_production).toEqual(column.values.pv_production);
    expect(total(constant).pv_production).toBeGreaterThan(3);
    for (const wrong of [61, -91]) expect(() => run(pv, { temperature: wrong })).toThrow(/context.temperature must be/);
  });

  test("a period of missing weather by day has no sums, a polar night has a sum of 0", () => {
    const gone = run(
      { parameters: "global_horizontal_irradiance" },
      {},
      {
        ...day({ global_horizontal_irradiance: GHI.map((ghi) => (ghi > 0 ? Number.NaN : 0)) }),
      },
    );
    expect(total(gone).global_horizontal_irradiance).toBeNull();
    const dark = {
      start: Date.UTC(2023, 11, 21),
      interval: 3600,
      columns: { global_horizontal_irradiance: GHI.map(() => 0) },
    };
    const night = computeColumns({ lat: 80, lon: 0, frequency: "1_hour" }, dark, { altitude: 0 });
    expect(total(night).global_horizontal_irradiance).toBe(0);
  });
});

describe("a horizon line in the context", () => {
  const shaded = { parameters: "global_horizontal_irradiance_with_shading" };
  const horizon = Array.from({ length: 360 }, () => 20);

  test.each([
    ["that the query does not ask for, is not used, and the notices say so", {}, horizon, ["horizon"]],
    ["beside the query's own line, likewise", { horizon: new Uint8Array(360).fill(5) }, horizon, ["horizon"]],
    ["that is asked for counts", { horizon: "auto" }, horizon, []],
    ["that is flat changes nothing", {}, horizon.map(() => 0), []],
  ])("%s", (_, query, line, expected) => {
    const columns = run({ ...shaded, ...query }, { horizon: line });
    expect(codes(columns)).toEqual(expected);
    const used = run({ ...shaded, ...query }, { horizon: "horizon" in query ? line : undefined });
    expect(columns.values).toEqual(used.values);
  });
});

describe("the clear sky of a turbidity that nobody gave", () => {
  const clear = { parameters: "global_clear_sky_irradiance" };

  test("has a notice where it is shown", () => {
    expect(codes(run(clear))).toEqual(["turbidity"]);
    expect(codes(run({ parameters: "global_tilted_irradiance" }))).toEqual([]);
    expect(codes(run({ parameters: "global_tilted_irradiance" }, { extra: ["clear_sky_dni"] }))).toEqual(["turbidity"]);
  });

  test("has none where the context or the weather knows it", () => {
    expect(codes(run(clear, { linkeTurbidity: 3 }))).toEqual([]);
    expect(codes(run(clear, {}, day({ linke_turbidity: GHI.map(() => 3.5) })))).toEqual([]);
    const aerosol = day({ aerosol_optical_depth: GHI.map(() => 0.1), precipitable_water: GHI.map(() => 1) });
    expect(codes(run(clear, {}, aerosol))).toEqual([]);
  });
});

describe("what would change nothing is refused", () => {
  test.each([
    [{ altitud: 5 }, 'context has no option "altitud": is altitude meant?'],
    [{ models: { transpostion: "reindl" } }, 'context.models has no option "transpostion": is transposition meant?'],
    [{ pv: { steps: "interval" } }, 'context.pv has no option "steps": is step meant?'],
    [
      { models: { pv: { model: "pvwattsSystem", options: { loses: 10 } } } },
      'context.models.pv: pvwattsSystem has no option "loses": is losses meant?',
    ],
    [
      { models: { pv: { model: "defaultPv", options: { pdc0: 5 } } } },
      'context.models.pv: defaultPv has no option "pdc0": it takes no options',
    ],
    [
      { models: { transposition: { model: "perez", options: { set: "1990" } } } },
      'context.models.transposition: perez has no option "set": known are model',
    ],
  ])("%j: %s", (context, message) => {
    const given = { registry: allModels, ...context } as ObservationContext;
    expect(() => run({ parameters: "pv_production" }, given)).toThrow(new RangeError(message));
  });

  test("every model of the pipeline says which options it takes, or takes none", () => {
    const nonsense = { "no such option": 1 };
    const families = {
      "clear-sky": "clearSky",
      decomposition: "decomposition",
      transposition: "transposition",
      pv: "pv",
    };
    let count = 0;
    for (const { stage } of Object.values(allModels) as { stage?: { family: keyof typeof families; name: string } }[]) {
      if (stage === undefined) continue;
      count++;
      const context = { models: { [families[stage.family]]: { model: { stage }, options: nonsense } } };
      expect(() => run({ parameters: "all" }, context as ObservationContext), stage.name).toThrow(/no such option/);
    }
    expect(count).toBeGreaterThan(30);
  });

  test("a model by name without a registry says how to get it", () => {
    const context = { models: { pv: "pvwattsSystem" } };
    expect(() => run({}, context)).toThrow(/known are defaultPv; others need registry: allModels from/);
  });
});

describe("a default named by its name", () => {
  test("gives the default's bits, PV with any step of it", async () => {
    const weather = await loadSample();
    const query = {
      ...QUERY,
      ...{ lat: weather.place!.latitude, lon: weather.place!.longitude },
      ...{ parameters: "all", start: "2023-05-01T00:00Z", end: "2023-05-15T00:00Z" },
    };
    const models = {
      clearSky: "ineichenAltitude",
      decomposition: "dirintStarke",
      transposition: "perezDriesse",
      pv: "defaultPv",
    };
    const bits = (context: ObservationContext) => computeColumns(query, weather, context).values;
    expect(bits({ models, registry: allModels })).toEqual(bits({}));
    const [fine, named] = [
      bits({ pv: { step: "sub-step" } }),
      bits({ pv: { step: "sub-step" }, models: { pv: "defaultPv" } }),
    ];
    expect(named).toEqual(fine);
    expect(fine.pv_production).not.toEqual(bits({}).pv_production);
    expect(bits({ pv: { step: "interval" }, models: { pv: "defaultPv" } })).toEqual(bits({}));
  });

  test("explain() says the same of both", () => {
    const at = (context: ObservationContext) => explain(QUERY, day(), "2023-06-21T12:30Z", { altitude: 0, ...context });
    expect(at({ models: { pv: "defaultPv" } })).toEqual(at({}));
  });
});
