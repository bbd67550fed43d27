/** Open-Meteo's door over the wire: whose values they are, at which stamps, on which days; and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sizedBuffer, type Table } from "../../src/http/doors/open-meteo/flat-buffer.js";
import { daysOf, stepFor, sunTimesOf } from "../../src/http/doors/open-meteo/rows.js";
import { DEMO, NOW, type Stand, stand } from "../http/harness.js";
import { madeRun, madeSources, SITE } from "../http/made-sky.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DOOR = "/open-meteo/v1";
const FORECAST = `${DOOR}/forecast?latitude=50&longitude=10`;
const settings = { doors: ["open-meteo"], demo: "any" } as never;

let server: Stand;
beforeAll(async () => {
  server = await stand({ keep: true, settings });
});
afterAll(() => server.server.stop());

/** With the demo key, which is older than any clock. */
const ask = async (path: string, from = server, key: string | undefined = DEMO) =>
  from.ask(path, { judged: false, key });

/** Values of /v1 by the end of their interval, Unix seconds. */
async function ours(path: string, parameter: string): Promise<Map<number, number | null>> {
  const { json } = await ask(`/v1/${path}&lat=50&lon=10&parameters=${parameter}`);
  return new Map(json.end_times.map((end: string, k: number) => [Date.parse(end) / 1000, json.values[parameter][k]]));
}

/** The hour that ends with its first stamp is before all history. */
const FIRST = "latitude=50&longitude=10&start_date=2020-01-01&end_date=2020-01-01&hourly=shortwave_radiation";

describe("rows", () => {
  it("have at each stamp the mean of the interval that ends there, from days past to the end of the run", async () => {
    const { json } = await ask(
      `${FORECAST}&timeformat=unixtime&past_days=9&forecast_days=16&hourly=global_tilted_irradiance&tilt=30&azimuth=-90`,
    );
    const { time, global_tilted_irradiance: values } = json.hourly;
    expect([time.length, time[0]]).toEqual([25 * 24, Date.UTC(2026, 5, 12) / 1000]);
    const plane = "surface_tilt=30&surface_azimuth=90&frequency=1_hour";
    const pieces = await Promise.all([
      ours(`observation/historical?${plane}&start=2026-06-11T23:00Z&end=2026-06-14T12:00Z`, "global_tilted_irradiance"),
      ours(`observation/realtime?${plane}&start=-7days`, "global_tilted_irradiance"),
      ours(`forecast/precision?${plane}&end=%2B14days`, "global_tilted_irradiance"),
    ]);
    const known = new Map(pieces.flatMap((piece) => [...piece]));
    expect(time.filter((stamp: number) => known.has(stamp)).length).toBeGreaterThan(22 * 24);
    expect(values).toEqual(time.map((stamp: number) => known.get(stamp) ?? null));
    expect(values.slice(-24).every((value: null) => value === null)).toBe(true);
    const quarters = await ask(`${FORECAST}&forecast_days=16&minutely_15=shortwave_radiation`);
    expect(quarters.json.notices.join()).toMatch(/72 hours/);
  });

  it("have moments from the quarters beside them; metres of snow; null where no parameter names it, which is said", async () => {
    const names = "shortwave_radiation,shortwave_radiation_instant,temperature_2m,snow_depth,wind_speed_10m";
    const { json } = await ask(
      `${FORECAST}&timeformat=unixtime&forecast_days=2&hourly=${names}&elevation=300&models=icon_d2&foo=1`,
    );
    const [light, air] = await Promise.all([
      ours("forecast/precision?end=%2B20hours", "global_horizontal_irradiance"),
      ours("forecast/precision?end=%2B20hours", "temperature"),
    ]);
    const { hourly, hourly_units } = json;
    const k = hourly.time.indexOf(Date.UTC(2026, 5, 21, 16) / 1000);
    const at = (from: Map<number, number | null>, quarter: number) => from.get(hourly.time[k] + 900 * quarter)!;
    expect(hourly.shortwave_radiation[k]).toBeCloseTo(
      (at(light, -3) + at(light, -2) + at(light, -1) + at(light, 0)) / 4,
      5,
    );
    expect(hourly.shortwave_radiation_instant[k]).toBeCloseTo((at(light, 0) + at(light, 1)) / 2, 5);
    expect(hourly.temperature_2m[k]).toBeCloseTo((at(air, 0) + at(air, 1)) / 2, 5);
    expect([hourly.snow_depth[k], hourly_units.snow_depth, hourly.wind_speed_10m[k]]).toEqual([0, "m", null]);
    for (const said of [/wind_speed_10m/, /elevation has no effect/, /models has no effect/, /ignored: foo/]) {
      expect(json.notices.join("\n")).toMatch(said);
    }
    const warm = await ask(
      `${FORECAST}&forecast_days=1&hourly=temperature_2m&minutely_15=snow_depth&temperature_unit=fahrenheit`,
    );
    expect(warm.json.hourly.temperature_2m[16]).toBeCloseTo(hourly.temperature_2m[16] * 1.8 + 32, 3);
  });

  it("are null before now where nothing is observed, with the reason; where there is no weather at all that is said", async () => {
    const run = madeRun(NOW, () => 0.5);
    const runOnly = await stand({ sources: madeSources(SITE, run), settings: { doors: ["open-meteo"] } as never });
    const { json, status } = await ask(
      `${FORECAST}&past_days=9&forecast_days=2&hourly=shortwave_radiation`,
      runOnly,
      runOnly.key,
    );
    expect([status, json.hourly.shortwave_radiation[12], typeof json.hourly.shortwave_radiation[60 + 12]]).toEqual([
      200,
      null,
      "number",
    ]);
    expect(json.notices.join()).toMatch(/no weather/);
    const none = await ask(
      `${DOOR}/archive?latitude=50&longitude=10&start_date=2024-06-01&end_date=2024-06-02&hourly=shortwave_radiation`,
      runOnly,
      runOnly.key,
    );
    expect([none.status, none.json]).toEqual([400, { error: true, reason: expect.stringMatching(/no weather/) }]);
  });

  it("of quarters are asked for only where hours do not do", () => {
    const column = (name: string) => [name, {}] as never;
    const step = (hourly: string[], offset: number, minutely_15: string[] = []) =>
      stepFor({ rows: { hourly: hourly.map(column), minutely_15: minutely_15.map(column) } }, { offset } as never) /
      60_000;
    expect([step(["a"], HOUR), step(["a_instant"], HOUR), step(["a"], 5.75 * HOUR), step([], 0, ["a"])]).toEqual([
      60, 15, 15, 15,
    ]);
  });
});

describe("days", () => {
  it.each([
    ["the clocks go back", "2026-10-25T22:20:00Z", 3600, "2026-10-25"],
    ["the clocks go forward", "2026-03-29T12:00:00Z", 7200, "2026-03-29"],
    ["the eve is UTC's morrow", "2026-06-21T22:30:00Z", 7200, "2026-06-22"],
  ])("on the day when %s: of the place, with one offset", async (_name, now, offset, today) => {
    const moved = await stand({ settings });
    moved.clock.now = Date.parse(now);
    const { json } = await ask(
      `${FORECAST}&timezone=auto&past_days=1&forecast_days=2&daily=sunrise,sunset&minutely_15=shortwave_radiation`,
      moved,
    );
    expect([json.utc_offset_seconds, json.timezone, json.daily.time[1]]).toEqual([offset, "Europe/Berlin", today]);
    expect([json.minutely_15.time.length, json.minutely_15.time[96]]).toEqual([3 * 96, `${today}T00:00`]);
    for (const name of ["sunrise", "sunset"]) {
      expect(json.daily[name].map((time: string) => time.slice(0, 10))).toEqual(json.daily.time);
    }
  });

  it.each([
    ["a polar day, which lasts to its last second", 78, Date.UTC(2026, 5, 21), 0, 86_399],
    ["a polar night, which has no length", 78, Date.UTC(2026, 11, 21), 41_000, 41_000],
    ["at the pole", 90, Date.UTC(2026, 5, 21), 0, 86_399],
  ])("have times of the sun: %s", (_name, lat, start, rise, set) => {
    const [day] = daysOf({ start, end: start + DAY, offset: 0 });
    const { sunrise, sunset } = sunTimesOf([day!], { lat, lon: 10 });
    const seen = [sunrise[0]! - day!, sunset[0]! - day!];
    expect(Math.abs(seen[0]! - rise) + Math.abs(seen[1]! - set)).toBeLessThan(1500);
    expect(seen[0]! % 900 !== 0 || seen[0]! < seen[1]!).toBe(true);
  });
});

describe("answers", () => {
  it("of several places are a list, each in its zone", async () => {
    const { json } = await ask(
      `${DOOR}/forecast?latitude=50,-33.9&longitude=10,151.2&timezone=auto&forecast_days=1&hourly=shortwave_radiation`,
    );
    expect(json.map((one: { timezone: string; location_id?: number }) => [one.timezone, one.location_id])).toEqual([
      ["Europe/Berlin", undefined],
      ["Australia/Sydney", 1],
    ]);
  });

  it("as FlatBuffers have the numbers of the JSON", async () => {
    const query = "&forecast_days=16&hourly=shortwave_radiation,temperature_2m&daily=sunset&timezone=auto";
    const { json } = await ask(`${FORECAST}${query}&timeformat=unixtime`);
    const { bytes, headers } = await ask(`${FORECAST}${query}&format=flatbuffers`);
    expect([headers["content-type"], bytes.readUInt32LE(0) + 4, bytes.length % 8]).toEqual([
      "application/octet-stream",
      bytes.length,
      0,
    ]);
    const root = reader(bytes, 4 + bytes.readUInt32LE(4));
    expect([root.float(0), root.int(6), root.text(7)]).toEqual([50, 7200, "Europe/Berlin"]);
    const hourly = root.table(11);
    expect([hourly.long(0), hourly.long(1), hourly.int(2)]).toEqual([
      json.hourly.time[0],
      json.hourly.time.at(-1) + 3600,
      3600,
    ]);
    const [light, air] = [hourly.tables(3)[0]!, hourly.tables(3)[1]!];
    const plain = (values: (number | null)[]) =>
      values.map((value) => (value === null ? Number.NaN : Math.fround(value)));
    expect(light.floats(3)).toEqual(plain(json.hourly.shortwave_radiation));
    expect(air.floats(3)).toEqual(plain(json.hourly.temperature_2m));
    expect(root.table(10).tables(3)[0]!.longs(4)).toEqual(json.daily.sunset);
  });

  it("align each value to its size, whatever stands before it", () => {
    const table: Table = [
      ["u8", 7],
      ["text", "ab"],
      ["i64s", [1, 2]],
      ["table", [["i64", 2 ** 40]]],
      ["i16", -3],
    ];
    const bytes = Buffer.from(sizedBuffer(table));
    const root = reader(bytes, 4 + bytes.readUInt32LE(4));
    expect([root.text(1), root.longs(2), root.table(3).long(0)]).toEqual(["ab", [1, 2], 2 ** 40]);
    expect([root.at(2), root.table(3).at(0)].map((at) => at % 4)).toEqual([0, 0]);
    expect((root.vector(2) + 4) % 8).toBe(0);
  });

  it.each<[string, string, RegExp]>([
    ["no place", "hourly=temperature_2m", /"latitude" is required/],
    ["an unknown variable", "latitude=1&longitude=1&hourly=cloud_cover", /must be a list of .*got "cloud_cover"/],
    ["uneven lists", "latitude=1,2&longitude=1", /equally many values, got 2 and 1/],
    ["a zone that there is not", "latitude=1&longitude=1&timezone=Europe/Nowhere", /"timezone".*got "Europe\/Nowhere"/],
    ["an offset for a zone", "latitude=1&longitude=1&timezone=hours", /"timezone".*got "hours"/],
    ["a vertical axis", "latitude=1&longitude=1&azimuth=nan", /turns about a vertical axis is not offered/],
    ["a tracker of another axis", "latitude=1&longitude=1&tilt=nan", /needs azimuth=90 or -90/],
    ["hours of a period", "latitude=1&longitude=1&start_hour=2026-06-01T00:00", /"start_hour" is not offered/],
    ["93 days", "latitude=1&longitude=1&past_days=93", /"past_days" must be a number from 0 to 92/],
    [
      "a date of the next year",
      "latitude=1&longitude=1&start_date=2027-01-01&end_date=2027-01-02",
      /from 2020-01-01 to 2026-07-07/,
    ],
    [
      "an end before its start",
      "latitude=1&longitude=1&start_date=2026-01-02&end_date=2026-01-01",
      /must not be before/,
    ],
    [
      "years of sunrises",
      "latitude=1&longitude=1&start_date=2020-01-01&end_date=2026-01-01&daily=sunrise,sunset&hourly=temperature_2m,snow_depth",
      /at most 500000 values/,
    ],
  ])("%s: 400 with the reason", async (_name, query, reason) => {
    const { status, json } = await ask(`${DOOR}/forecast?${query}`);
    expect([status, json]).toEqual([400, { error: true, reason: expect.stringMatching(reason) }]);
  });

  it("need days in the archive; a tracker's axis is said; a wrong key is refused, and in no log", async () => {
    expect((await ask(`${DOOR}/archive?latitude=1&longitude=1`)).json.reason).toMatch(/"start_date" is required/);
    const first = await ask(`${DOOR}/archive?${FIRST}`);
    expect(first.status).toBe(200);
    expect(first.json.hourly.shortwave_radiation.map((value: number | null) => value === null)).toEqual([
      true,
      ...Array(23).fill(false),
    ]);
    const tracked = await ask(`${FORECAST}&forecast_days=1&hourly=global_tilted_irradiance&tilt=nan&azimuth=90`);
    expect(tracked.json.notices.join()).toMatch(/turns about its axis by 45°/);
    const wrong = await server.ask(`${FORECAST}&hourly=temperature_2m&apikey=not-a-key-of-anybody`, {
      key: null,
      judged: false,
    });
    expect([wrong.status, wrong.json.error]).toEqual([401, true]);
    const demo = await server.ask(`${FORECAST}&hourly=temperature_2m&apikey=${DEMO}`, { key: null, judged: false });
    expect([demo.status, server.log.join().includes("not-a-key-of-anybody")]).toEqual([200, false]);
  });
});

/** A table, by the numbers of its fields. */
interface Reader {
  at(field: number): number;
  vector(field: number): number;
  float(field: number): number;
  int(field: number): number;
  long(field: number): number;
  text(field: number): string;
  floats(field: number): number[];
  longs(field: number): number[];
  table(field: number): Reader;
  tables(field: number): Reader[];
}

/** Reads a table as the format's description has it. */
function reader(bytes: Buffer, table: number): Reader {
  const virtual = table - bytes.readInt32LE(table);
  const at = (field: number) => table + bytes.readUInt16LE(virtual + 4 + 2 * field);
  const target = (place: number) => place + bytes.readUInt32LE(place);
  const list = <Item>(field: number, read: (vector: number, k: number) => Item): Item[] => {
    const vector = target(at(field));
    return Array.from({ length: bytes.readUInt32LE(vector) }, (_, k) => read(vector + 4, k));
  };
  return {
    at,
    vector: (field: number) => target(at(field)),
    float: (field: number) => bytes.readFloatLE(at(field)),
    int: (field: number) => bytes.readInt32LE(at(field)),
    long: (field: number) => Number(bytes.readBigInt64LE(at(field))),
    text: (field: number) => Buffer.from(list(field, (from, k) => bytes[from + k]!)).toString(),
    floats: (field: number) => list(field, (from, k) => bytes.readFloatLE(from + 4 * k)),
    longs: (field: number) => list(field, (from, k) => Number(bytes.readBigInt64LE(from + 8 * k))),
    table: (field: number) => reader(bytes, target(at(field))),
    tables: (field: number) => list(field, (from, k) => reader(bytes, target(from + 4 * k))),
  };
}
