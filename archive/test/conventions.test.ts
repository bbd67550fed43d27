import { join } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { openArchive, type Place, plan, type ZarrOptions, zarrSource } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { DAY, DHI, DNI, GHI, HOUR } from "./made.js";
import { type StoredArray, writeStore } from "./zarr-store.js";

const BHI = "direct_horizontal_irradiance";
const START = Date.UTC(2024, 2, 10);
/** A cell of the grid below. */
const PLACE: Place = { latitude: 46, longitude: -105 };
const LATITUDES = [46.25, 46, 45.75];
const LONGITUDES = [254.75, 255, 255.25];
const HOURS = 48;

const folder = folderOfFile();
let count = 0;

/** Mean of hour h from START, W/m²; what other cells have is twice that. */
const light = (h: number) => Math.max(0, 700 * Math.sin(((h - 13) / 12) * Math.PI)) * (1 - 0.2 * Math.sin(h * h));
const hours = (value: (h: number) => number, many = HOURS) => Array.from({ length: many }, (_, h) => value(h));
/** From the first hour to the end of hour h. */
const sums = hours((last) => hours(light, last + 1).reduce((a, b) => a + b));

/** Times as CF counts them. */
function axis(first: number, step: number, many: number, name = "time", unit = "hours"): Record<string, StoredArray> {
  const per = unit === "hours" ? HOUR : unit === "minutes" ? 60_000 : 1000;
  const epoch = Date.UTC(1900, 0, 1);
  const values = Array.from({ length: many }, (_, k) => (first + k * step - epoch) / per);
  const units = `${unit} since 1900-01-01 00:00:00.0`;
  return { [name]: { dimensions: [name], shape: [many], values, attributes: { units, calendar: "gregorian" } } };
}

const GRID: Record<string, StoredArray> = {
  latitude: { dimensions: ["latitude"], shape: [3], values: LATITUDES, attributes: { units: "degrees_north" } },
  longitude: { dimensions: ["longitude"], shape: [3], values: LONGITUDES, attributes: { units: "degrees_east" } },
};

/** A variable whose middle cell has these values. */
function field(values: readonly number[], attributes: Record<string, unknown>, time = "time"): StoredArray {
  const all = values.flatMap((value) => Array.from({ length: 9 }, (_, cell) => (cell === 4 ? value : value * 2)));
  return { dimensions: [time, "latitude", "longitude"], shape: [values.length, 3, 3], values: all, attributes };
}

async function read(
  arrays: Record<string, StoredArray>,
  options: Partial<ZarrOptions>,
  period: { readonly start: number; readonly end: number },
  columns: readonly WeatherColumn[] = [GHI],
  place = PLACE,
) {
  const location = await writeStore(join(folder, String(count++)), { ...GRID, ...arrays });
  const archive = openArchive({ sources: [zarrSource({ location, ...options })] });
  const made = plan(await archive.survey(place, START), { purpose: "history", period, columns });
  const { series, provenance, notices } = await archive.read(made);
  return {
    start: series.start as number,
    step: series.interval,
    values: (name: WeatherColumn) => [...(series.columns[name] as Float64Array)],
    corrections: provenance.flatMap((one) => one.corrections),
    notices: notices.filter(({ code }) => code === "unit").map(({ message }) => message),
  };
}

const near = (got: readonly number[], wanted: readonly number[], digits = 9) => {
  expect(got).toHaveLength(wanted.length);
  const isNear = (value: number, k: number) =>
    Number.isNaN(wanted[k]!) ? Number.isNaN(value) : Math.abs(value - wanted[k]!) < 10 ** -digits / 2;
  expect(got.findIndex((value, k) => !isNear(value, k))).toBe(-1);
};
const nearHours = (got: readonly number[], many: number, wanted: (h: number) => number) =>
  near(got, hours(wanted, many));
/** A variable of each hour. */
const hourly = (units: string, value: (h: number) => number, time?: string) => field(hours(value), { units }, time);
const own = { dataset: "Made", class: "reanalysis", licence: "none" } as const;

describe("ERA5", () => {
  const period = { start: START + 2 * HOUR, end: START + 40 * HOUR };

  it("sums J/m² of the hour that ends at the time; temperature in K, snow in m of water, at the time", async () => {
    const time = axis(START + HOUR, HOUR, HOURS, "valid_time", "seconds");
    const got = await read(
      {
        ...time,
        ssrd: hourly("J m**-2", (h) => light(h) * 3600, "valid_time"),
        fdir: hourly("J m**-2", (h) => light(h) * 0.6 * 3600, "valid_time"),
        t2m: hourly("K", (h) => 280 + 0.1 * (h + 1), "valid_time"),
        sd: hourly("m of water equivalent", () => 0.02, "valid_time"),
        rsn: hourly("kg m**-3", () => 250, "valid_time"),
      },
      { product: "era5" },
      period,
      [GHI, "temperature", "snow_depth"],
    );
    expect([got.start, got.step]).toEqual([period.start, 3600]);
    nearHours(got.values(GHI), 38, (k) => light(k + 2));
    nearHours(got.values(BHI), 38, (k) => light(k + 2) * 0.6);
    // The mean of a straight line is its middle.
    nearHours(got.values("temperature"), 38, (k) => 280 - 273.15 + 0.1 * (k + 2.5));
    nearHours(got.values("snow_depth"), 38, () => 80);
  });

  it("packed in 16 bits, with its own value for what is missing, in two versions of which the final one counts", async () => {
    const [scale, offset] = [0.5 * 3600, 400 * 3600];
    const packed = (mean: number) => Math.round((mean * 3600 - offset) / scale);
    const final = hours((h) => (h < 20 ? packed(light(h)) : -32_767));
    const preliminary = hours((h) => (h < 18 ? 0 : h === 30 ? -32_767 : packed(light(h))));
    const values = hours((h) => h).flatMap((h) =>
      [final, preliminary].flatMap((version) => Array.from({ length: 9 }, () => version[h]!)),
    );
    const attributes = {
      units: "J m**-2",
      scale_factor: scale,
      add_offset: offset,
      _FillValue: -32_767,
      missing_value: -32_767,
    };
    const dimensions = ["time", "expver", "latitude", "longitude"];
    const expver: StoredArray = { dimensions: ["expver"], shape: [2], values: [1, 5], attributes: {} };
    const ssrd: StoredArray = { dimensions, shape: [HOURS, 2, 3, 3], values, attributes, type: "int16" };
    const got = await read({ ...axis(START + HOUR, HOUR, HOURS), expver, ssrd }, { product: "era5" }, period);
    const wanted = hours((k) => (k + 2 === 30 ? Number.NaN : (packed(light(k + 2)) * scale + offset) / 3600), 38);
    near(got.values(GHI), wanted);
  });

  it("mean fluxes are what they are", async () => {
    const flux = field(hours(light), { units: "W m**-2" });
    const got = await read({ ...axis(START + HOUR, HOUR, HOURS), avg_sdswrf: flux }, { product: "era5" }, period);
    nearHours(got.values(GHI), 38, (k) => light(k + 2));
  });
});

describe("ERA5-Land", () => {
  /** J/m² since 00 UTC at the end of hour h: the sum of a day stands at 00 UTC of the next. */
  const since = (h: number) => (sums[h]! - (h < 24 ? 0 : sums[Math.floor(h / 24) * 24 - 1]!)) * 3600;

  it("sums since 00 UTC, taken apart; a missing one spoils two hours, which share what came", async () => {
    const values = hours((h) => (h === 17 ? Number.NaN : since(h)));
    const got = await read(
      { ...axis(START + HOUR, HOUR, HOURS), ssrd: field(values, { units: "J m**-2" }) },
      { product: "era5-land" },
      {
        start: START,
        end: START + 2 * DAY,
      },
    );
    const shared = (light(17) + light(18)) / 2;
    near(
      got.values(GHI),
      hours((h) => (h === 17 || h === 18 ? shared : light(h))),
      6,
    );
    expect(got.corrections).toContain("sums since midnight split into steps");
  });

  it("cut out inside of a day it has no first value", async () => {
    const values = hours((k) => since(k + 15), 24);
    const got = await read(
      { ...axis(START + 16 * HOUR, HOUR, 24), ssrd: field(values, { units: "J m**-2" }) },
      { product: "era5-land" },
      {
        start: START + 15 * HOUR,
        end: START + 20 * HOUR,
      },
    );
    near(got.values(GHI), [Number.NaN, ...hours((k) => light(k + 16), 4)], 6);
  });

  it.each([0, 6, 12, 18])(
    "de-accumulated to hours it is read so, and told, in any part of a day: noon %d h later",
    async (late) => {
      const turned = (h: number) => light((((h - late) % 24) + 24) % 24);
      const arrays = {
        ...axis(START + HOUR, HOUR, HOURS),
        ssrd: field(
          hours(turned).map((mean) => mean * 3600),
          { units: "J m**-2" },
        ),
      };
      for (let h = 0; h < HOURS; h += 3) {
        const got = await read(
          arrays,
          { product: "era5-land" },
          { start: START + h * HOUR, end: START + (h + 3) * HOUR },
        );
        nearHours(got.values(GHI), 3, (k) => turned(h + k));
        expect(got.corrections).toContain("energy of intervals divided by their time");
        expect(got.corrections).not.toContain("sums since midnight split into steps");
        expect(got.notices).toEqual([
          `zarr/ERA5-Land: ${GHI}: ssrd falls within UTC days, like hourly sums and unlike sums since midnight: it is read as hourly sums ("product": "era5-land-timeseries")`,
        ]);
      }
      const said = await read(arrays, { product: "era5-land-timeseries" }, { start: START, end: START + DAY });
      near(said.values(GHI), hours(turned, 24));
      expect(said.notices).toEqual([]);
    },
  );

  it("falling every three hours it is refused, as nothing says sums of what it has", async () => {
    const ssrd = field(
      hours((k) => light(3 * k) * 3600, 16),
      { units: "J m**-2" },
    );
    const arrays = { ...axis(START + 3 * HOUR, 3 * HOUR, 16), ssrd };
    const period = { start: START, end: START + DAY };
    await expect(read(arrays, { product: "era5-land" }, period)).rejects.toThrow(
      /ssrd.*its values fall within UTC days, so they are not sums since midnight/,
    );
  });

  it("a damaged value, and what packing adds, make no sums of the hour of it", async () => {
    const values = hours((h) => (h === 12 ? 9e9 : since(h) + (h % 2) * 600));
    const got = await read(
      { ...axis(START + HOUR, HOUR, HOURS), ssrd: field(values, { units: "J m**-2" }) },
      { product: "era5-land" },
      { start: START, end: START + DAY },
    );
    got.values(GHI).forEach((value, h) => {
      if (h === 12 || h === 13) expect(value).toBeNaN();
      else expect(Math.abs(value - light(h))).toBeLessThan(600 / 3600 + 1e-9);
    });
    expect(got.corrections).toContain("sums since midnight split into steps");
  });

  it("snow is its depth in m, and over the sea the nearest land counts", async () => {
    const snow = hourly("m", () => 0.3);
    const values = Array.from(field(hours(since), { units: "J m**-2" }).values, (value, k) =>
      k % 9 === 4 ? Number.NaN : value,
    );
    const ssrd = { ...field(hours(since), { units: "J m**-2" }), values };
    const sde = { ...snow, values: Array.from(snow.values, (_, k) => (k % 9 === 4 ? Number.NaN : 0.3)) };
    const got = await read(
      { ...axis(START + HOUR, HOUR, HOURS), ssrd, sde },
      { product: "era5-land" },
      { start: START, end: START + DAY },
      [GHI, "snow_depth"],
    );
    expect(Math.max(...got.values(GHI))).toBeGreaterThan(1000);
    nearHours(got.values("snow_depth"), 24, () => 300);
  });
});

describe("CAMS", () => {
  const quarters = hours((k) => light(k / 4) / 4, 4 * 24);

  it.each([
    ["start", 0],
    ["end", 900_000],
  ] as const)("sums Wh/m² of a quarter of an hour, whose %s is its time, as must be said", async (label, late) => {
    const arrays = {
      ...axis(START + late, 900_000, quarters.length, "time", "minutes"),
      GHI: field(quarters, { units: "Wh m-2" }),
      DHI: field(
        quarters.map((value) => value / 2),
        { units: "Wh m-2" },
      ),
    };
    const period = { start: START, end: START + DAY };
    const got = await read(arrays, { product: "cams", label }, period, [GHI, DHI]);
    expect([got.start, got.step]).toEqual([START, 900]);
    nearHours(got.values(GHI), 96, (k) => light(k / 4));
    nearHours(got.values(DHI), 96, (k) => light(k / 4) / 2);
  });
});

describe("SARAH", () => {
  /** A sky of one clear-sky index; nothing is seen of a sun below some degrees. */
  const INDEX = 0.7;
  const many = 96;
  const moments = (late: number) =>
    clearSkyOn({ start: START + late - 500, step: 1000, count: 1 }, PLACE).global[0]! * INDEX;

  it("instants become means of half-hours: no light is lost at dawn and dusk, where a satellite sees nothing", async () => {
    const shift = 12 * 60;
    const values = hours((k) => moments(k * 1_800_000 + shift * 1000), many).map((value) =>
      value < 25 ? -999 : value,
    );
    const SIS = field(values, { units: "W m-2", _FillValue: -999 });
    const arrays = { ...axis(START, 1_800_000, many, "time", "hours"), SIS };
    const period = { start: START + 6 * HOUR, end: START + 34 * HOUR };
    const half = await read(arrays, { product: "sarah", timeShift: shift }, period);
    expect(half.step).toBe(1800);
    const grid = { start: half.start, step: 1_800_000, count: half.values(GHI).length };
    const truth = [...clearSkyOn(grid, PLACE).global].map((clear) => clear * INDEX);
    half.values(GHI).forEach((value, k) => {
      if (truth[k]! > 0 || !Number.isNaN(value)) expect(Math.abs(value - truth[k]!)).toBeLessThan(1);
    });
    const sum = (all: readonly number[]) => all.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
    expect(sum(half.values(GHI)) / sum(truth)).toBeCloseTo(1, 3);
    expect(half.corrections).toContain("missing values at low sun filled from the nearest clear-sky index");
  });
});

describe("any archive", () => {
  const period = { start: START + 3 * HOUR, end: START + 39 * HOUR };
  const variables = (is: "mean" | "sum", label: "start" | "center" | "end") =>
    ({ swr: { column: GHI, is, label } }) as const;

  it.each([
    ["start", 0],
    ["center", 0.5],
    ["end", 1],
  ] as const)("means may be labelled by the %s of their interval", async (label, late) => {
    const swr = field(hours(light), { units: "W m-2" });
    const arrays = { ...axis(START + late * HOUR, HOUR, HOURS, "time", "seconds"), swr };
    nearHours((await read(arrays, { ...own, variables: variables("mean", label) }, period)).values(GHI), 36, (k) =>
      light(k + 3),
    );
  });

  it.each([
    ["J m-2", 1],
    ["kJ m-2", 1e3],
    ["MJ m-2", 1e6],
    ["Wh m-2", 3600],
    ["kWh m-2", 3.6e6],
  ])("sums over three hours are in %s over all of their time", async (units, joules) => {
    const swr = field(
      hours((k) => ((light(3 * k) + 100) * 10_800) / joules, 16),
      { units },
    );
    const arrays = { ...axis(START + 3 * HOUR, 3 * HOUR, 16), swr };
    const got = await read(arrays, { ...own, variables: variables("sum", "end") }, period);
    expect(got.step).toBe(10_800);
    nearHours(got.values(GHI), 12, (k) => light(3 * (k + 1)) + 100);
  });

  it.each([
    ["K", 273.15],
    ["degC", 0],
    ["°C", 0],
  ])("temperature in %s is in °C", async (units, zero) => {
    const t = field(
      hours((h) => h / 10 + zero),
      { units },
    );
    const options = { ...own, variables: { t: { column: "temperature", is: "mean", label: "start" } } } as const;
    const got = await read({ ...axis(START, HOUR, HOURS), t }, options, period, ["temperature"]);
    nearHours(got.values("temperature"), 36, (k) => (k + 3) / 10);
  });

  it("a step that is not there is missing, and none beside it", async () => {
    const time = axis(START, HOUR, HOURS);
    const without = (values: ArrayLike<number>) => Array.from(values).filter((_, h) => h !== 15);
    const times: StoredArray = { ...time.time!, shape: [HOURS - 1], values: without(time.time!.values) };
    const swr = field(without(hours((h) => light(h) + 1)), { units: "W m-2" });
    const got = await read({ time: times, swr }, { ...own, variables: variables("mean", "start") }, period);
    nearHours(got.values(GHI), 36, (k) => (k + 3 === 15 ? Number.NaN : light(k + 3) + 1));
  });

  it.each([-105, 255 - 360, -105.1])("a longitude of %d is found on an axis of 0…360", async (longitude) => {
    const swr = field(hours(light), { units: "W m-2" });
    const options = { ...own, variables: variables("mean", "start") };
    const at = await read({ ...axis(START, HOUR, HOURS), swr }, options, period, [GHI], { latitude: 46.05, longitude });
    // The cell's, not its neighbours', which have twice the light.
    expect(Math.max(...at.values(GHI))).toBeLessThan(1000);
    expect(Math.max(...at.values(GHI))).toBeGreaterThan(600);
  });

  it("components stay one set: beam is taken with the light it belongs to", async () => {
    const swr = field(hours(light), { units: "W m-2" });
    const dni = hourly("W m-2", (h) => (light(h) > 0 ? 500 : 0));
    const options = {
      ...own,
      variables: { ...variables("mean", "start"), dni: { column: DNI, is: "mean", label: "start" } },
    } as const;
    const got = await read({ ...axis(START, HOUR, HOURS), swr, dni }, options, period, [GHI]);
    nearHours(got.values(DNI), 36, (k) => (light(k + 3) > 0 ? 500 : 0));
  });
});
