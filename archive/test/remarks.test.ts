import { join } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import type { CfOptions } from "../src/cf/options.js";
import { inspectSource, openArchive, plan, zarrSource } from "../src/index.js";
import { removeImpossible } from "../src/possible-values.js";
import { folderOfFile } from "./folder.js";
import { DAY, GHI, HOUR, JUNE } from "./made.js";
import { writeStore } from "./zarr-store.js";

const PLACE = { latitude: 47, longitude: 8 };
const HOURS = 10 * 24;

const folder = folderOfFile();

const clear = clearSkyOn({ start: JUNE, step: HOUR, count: HOURS }, PLACE).global;

let stores = 0;
/** A store of one cell; `says` is the unit in the file. */
async function store(variables: Record<string, { values: Float64Array; says: string }>, hoursAhead = 0) {
  const axis = (name: string, value: number) => ({
    dimensions: [name],
    shape: [1],
    values: [value],
    attributes: { units: name === "latitude" ? "degrees_north" : "degrees_east" },
  });
  return writeStore(join(folder, String(stores++)), {
    time: {
      dimensions: ["time"],
      shape: [HOURS],
      values: Array.from({ length: HOURS }, (_, hour) => JUNE / HOUR + hour + 1 + hoursAhead),
      attributes: { units: "hours since 1970-01-01" },
    },
    latitude: axis("latitude", PLACE.latitude),
    longitude: axis("longitude", PLACE.longitude),
    ...Object.fromEntries(
      Object.entries(variables).map(([name, { values, says }]) => [
        name,
        { dimensions: ["time", "latitude", "longitude"], shape: [HOURS, 1, 1], values, attributes: { units: says } },
      ]),
    ),
  });
}

const COLUMNS: readonly WeatherColumn[] = [GHI, "temperature", "relative_humidity"];

/** Messages of an answer of eight days in the middle, without codes of no concern here. */
async function noticesOf(location: string, options: Partial<CfOptions> = {}): Promise<string[]> {
  const archive = openArchive({ sources: [zarrSource({ id: "mine", location, product: "era5", ...options })] });
  const period = { start: JUNE + DAY, end: JUNE + 9 * DAY };
  // A year later: the values are final.
  const planned = plan(await archive.survey(PLACE, JUNE + 365 * DAY), { purpose: "history", period, columns: COLUMNS });
  const { notices } = await archive.read(planned);
  await archive.close();
  const aside = ["missing", "no-data"];
  return notices.filter(({ code }) => !aside.includes(code)).map(({ message }) => message);
}

const air = new Float64Array(HOURS).map((_, hour) => 290.15 + 5 * Math.sin(hour / 4));
const GOOD = { ssrd: { values: clear.map((value) => value * 3600), says: "J m**-2" }, t2m: { values: air, says: "K" } };

describe("an answer", () => {
  it("says nothing of good values", async () => {
    expect(await noticesOf(await store(GOOD))).toEqual([]);
  });

  it("says what was left out: column, source, count, range, the first value, and the unit that it looks like", async () => {
    const location = await store({ ...GOOD, t2m: { values: air, says: "degC" } });
    const [message, ...others] = await noticesOf(location);
    expect(others).toEqual([]);
    expect(message).toMatch(
      /^mine\/ERA5: temperature: (\d+) of \1 values are left out because they are below -100 °C or above 70 °C: from 285\.\d+ to 295\.\d+, the first is 2\d\d\.?\d*, at 2024-06-2\dT\d\d:00Z\. All look like K: declare that in the description's `variables`$/,
    );
  });

  it("says one value that is impossible, without a guess", async () => {
    const values = GOOD.ssrd.values.slice();
    values[100] = -1e9;
    expect(await noticesOf(await store({ ...GOOD, ssrd: { values, says: "J m**-2" } }))).toEqual([
      `mine/ERA5: ${GHI}: 1 of 196 values are left out because they are below -100 W/m² or above 2500 W/m²: -277778, at 2024-06-25T04:00Z`,
    ]);
  });

  it("says which unit light looks like that is far too bright, or too dark", async () => {
    const bright = await store({ ...GOOD, ssrd: { ...GOOD.ssrd, says: "W m-2" } });
    expect((await noticesOf(bright))[0]).toMatch(/above 2500 W\/m².*All look like J\/m²: declare that/);
    const dark = await store({ ...GOOD, ssrd: { values: clear, says: "J m-2" } });
    expect(await noticesOf(dark)).toEqual([
      expect.stringMatching(/^mine\/ERA5: irradiance: .* W\/m² with the unit J\/m²$/),
    ]);
  });

  it("says that times are those of another clock, and nothing once they are shifted", async () => {
    const location = await store(GOOD, 6);
    expect(await noticesOf(location)).toEqual([
      expect.stringMatching(
        /^mine\/ERA5: irradiance: the middle of the light is [56]\.\d h later .* UTC\+6 times read as UTC \(`timeShift`: -21600\)$/,
      ),
    ]);
    expect(await noticesOf(location, { timeShift: -21_600 })).toEqual([]);
  });

  it("doubts humidity that looks like shares of 1", async () => {
    const humid = { values: air.map((kelvin) => (kelvin - 280) / 20), says: "%" };
    const variables = { r: { column: "relative_humidity", is: "instant" } } as const;
    expect(await noticesOf(await store({ ...GOOD, r: humid }), { variables })).toEqual([
      expect.stringMatching(
        /^mine\/ERA5: relative_humidity: all \d+ values lie between 0\.\d+ and 0\.\d+ %: are they shares of 1\?/,
      ),
    ]);
  });
});

it("an inspection says the same of a year of the middle", async () => {
  const bad = await store({ ssrd: { values: clear, says: "J m-2" }, t2m: { values: air, says: "degC" } });
  const problemsOf = async (location: string) =>
    (await inspectSource(zarrSource({ id: "mine", location, product: "era5" }), Date.now()))?.problems ?? [];
  expect([...(await problemsOf(bad))].sort()).toEqual([
    expect.stringMatching(/^irradiance: the brightest of \d+ days/),
    expect.stringMatching(/^temperature: 240 of 240 values are left out/),
  ]);
  expect(await problemsOf(await store(GOOD))).toEqual([]);
});

/** Light of a day of hours, noon at `most`. */
const day = (most: number) =>
  Array.from({ length: 24 }, (_, h) => Math.max(0, most * Math.sin(((h - 6) / 12) * Math.PI)));

describe("units that values look like", () => {
  it.each([
    ["dew_point_temperature", [270, 285], "K"],
    ["albedo", [18, 25], "%"],
    ["pressure", [990, 1015], "hPa"],
    ["pressure", [99, 101.5], "kPa"],
    ["precipitable_water", [12, 45], "mm"],
    [GHI, day(900 * 3600), "J/m²"],
    [GHI, [...day(900 * 3600), ...day(20 * 3600), ...day(20 * 3600)], "J/m²"],
    [GHI, day(900 * 3.6), "kJ/m²"],
    // W/m², wrapped around at half of what 16 bits hold: GOES without `_Unsigned`.
    [GHI, day(1400).map((value) => (value > 750 ? value - 1500 : value)), undefined],
    // W/m² whose sums were taken apart once more, as of hours that are read as sums since midnight.
    [GHI, [...day(900).keys()].map((h) => (day(3600)[h]! - (day(3600)[h - 1] ?? 0)) * 3), undefined],
    // W/m², some of which are damaged.
    [GHI, [...day(900), ...day(900), ...day(900)].with(12, 5e6), undefined],
    [GHI, [...day(900), ...day(900), ...day(900)].with(12, 3000), undefined],
    [GHI, day(900 * 3600).with(12, 3.6e9), undefined],
    ["wind_speed", [3, 500], undefined],
    ["pressure", [-9999, 101_300], undefined],
  ] as const)("%s, case %#", (column, given, unit) => {
    const values = Float64Array.from(given);
    const { count, notices } = removeImpossible(column, values, JUNE, 3600);
    expect([count, notices.length]).toEqual([values.filter(Number.isNaN).length, 1]);
    const look = /All look like (\S+):/.exec(notices[0]!.message)?.[1];
    expect(look).toBe(unit);
  });
});
