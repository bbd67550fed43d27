/** Times that lie beside equal steps, hours that were not read, codes for "no value": mended with a word, or refused with a way out. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { answered, HOUR, mean, written } from "./made-up.js";

const MINUTE = 60_000;
const T0 = Date.UTC(2024, 5, 3);
const iso = (at: number) => new Date(at).toISOString();
const table = (stamps: readonly number[], values: readonly (number | string)[]) =>
  ["time,ghi,temp_air", ...stamps.map((at, k) => `${iso(at)},${values[k]},20`), ""].join("\n");
const read = (text: string, options = {}) => readWeather(text, { examine: false, ...options });
const lightOf = async (text: string, options = {}) => {
  const { series, notices } = await read(text, options);
  const said = notices.map(({ message }) => message).join("\n");
  return { ...series, light: Array.from(series.columns.global_horizontal_irradiance as Float64Array), said };
};
/** Of light, which rises and falls. */
const lit = (k: number) => (k * 37) % 101;
/** −2, 1, −1, 2, 0, …: no random numbers, no pattern. */
const noise = (k: number, most: number) => ((k * 7919) % (2 * most + 1)) - most;

describe("stamps beside equal steps", () => {
  it.each([
    ["two seconds of five minutes", 5, 2000, 0],
    ["a tenth of a second of a minute", 1, 100, 0],
    ["half a minute of a quarter of an hour, which begins at :04", 15, 30_000, 4 * MINUTE],
    ["150 s of an hour", 60, 150_000, 0],
  ])("%s are put on them", async (_, minutes, most, phase) => {
    const step = minutes * MINUTE;
    const at = (k: number) => T0 + phase + k * step;
    const stamps = Array.from({ length: 400 }, (_, k) => at(k) + noise(k, 2) * (most / 2));
    const found = await lightOf(
      table(
        stamps,
        stamps.map((_, k) => lit(k)),
      ),
    );
    expect([found.start, found.interval, found.light]).toEqual([
      T0 + phase,
      minutes * 60,
      stamps.map((_, k) => lit(k)),
    ]);
    expect(found.said).toMatch(/lie up to [\d.]+ s beside steps of \d+ s: they are put on the steps/);
  });

  it("a pause stays a pause, and is counted", async () => {
    const stamps = Array.from({ length: 300 }, (_, k) => T0 + (k < 100 ? k : k + 37) * 5 * MINUTE + noise(k, 2) * 1000);
    const found = await lightOf(
      table(
        stamps,
        stamps.map(() => 5),
      ),
    );
    expect(found.light.filter(Number.isNaN)).toHaveLength(37);
    expect(found.said).toContain("37 rows are absent from the file");
  });

  it("exact ones are left alone, and nothing is said", async () => {
    const stamps = Array.from({ length: 300 }, (_, k) => T0 + k * 5 * MINUTE);
    expect(
      (
        await lightOf(
          table(
            stamps,
            stamps.map(() => 5),
          ),
        )
      ).said,
    ).not.toMatch(/steps|absent/);
  });

  it.each([
    ["one row four minutes off an hour", (k: number) => T0 + k * HOUR + (k === 50 ? 4 * MINUTE : 0)],
    ["ten minutes that become fifteen", (k: number) => T0 + (k < 50 ? 10 * k : 500 + 15 * (k - 50)) * MINUTE],
    ["rows at any time", (k: number) => T0 + k * 5 * MINUTE + noise(k, 100) * 1000],
    ["45 seconds that become 60", (k: number) => T0 + (k < 50 ? 45 * k : 2250 + 60 * (k - 50)) * 1000],
  ])("%s are refused", async (_, at) => {
    const stamps = Array.from({ length: 100 }, (_, k) => at(k));
    await expect(
      read(
        table(
          stamps,
          stamps.map(() => 5),
        ),
      ),
    ).rejects.toThrow("rows must be equally spaced");
  });
});

describe("stamps that drift", () => {
  it("of a logger whose loop takes 61 s: the light of each minute is shared by time", async () => {
    const stamps = Array.from({ length: 1400 }, (_, k) => T0 + k * 60_000 + Math.floor(k / 3) * 1000);
    const found = await lightOf(
      table(
        stamps,
        stamps.map((at) => mean(at, MINUTE).toFixed(4)),
      ),
    );
    expect(found.said).toContain("drift against steps of 60 s: their values are shared among the steps by time");
    const worst = Math.max(
      ...found.light.slice(1, -1).map((value, k) => Math.abs(value - mean(T0 + (k + 1) * MINUTE, MINUTE))),
    );
    expect([found.start, found.interval]).toEqual([T0, 60]);
    // A minute's light changes by less than 6 W/m² to the next, and is the mean of two.
    expect(worst).toBeLessThan(1.5);
  });

  it("of DWD's hours of the true sun, over a year: the sum stays, and each hour is near its own", async () => {
    // Equation of time, 15 minutes to both sides, as a logger of whole minutes has it; 12 minutes for the longitude.
    const late = (day: number) =>
      Math.round(
        12 + 9.9 * Math.sin((4 * Math.PI * (day - 80)) / 365) - 7.5 * Math.sin((2 * Math.PI * (day - 2)) / 365),
      );
    const begin = Date.UTC(2023, 0, 1);
    const ends = Array.from({ length: 8760 }, (_, k) => begin + k * HOUR + late(Math.floor(k / 24)) * MINUTE);
    const rows = ends.map(
      (end) => `183;${written(end, "YYYYMMDDHH:mm")};1;${(mean(end - HOUR, HOUR) * 0.36).toFixed(4)};x;eor`,
    );
    const text = ["STATIONS_ID;MESS_DATUM;QN_592;FG_LBERG;MESS_DATUM_WOZ;eor", ...rows, ""].join("\n");
    const { series, label } = await read(text);
    const light = Array.from(series.columns.global_horizontal_irradiance as Float64Array);
    expect([Number(series.start) % HOUR, series.interval, label]).toEqual([0, 3600, "end"]);
    const truth = light.map((_, k) => mean(Number(series.start) + k * HOUR, HOUR));
    const known = light.map((value, k) => [value, truth[k]!] as const).filter(([value]) => !Number.isNaN(value));
    const total = (of: 0 | 1) => known.reduce((sum, pair) => sum + pair[of], 0);
    expect(Math.abs(total(0) / total(1) - 1)).toBeLessThan(2e-4);
    const error = Math.sqrt(known.reduce((sum, [value, right]) => sum + (value - right) ** 2, 0) / known.length);
    const rounded = Math.sqrt(ends.reduce((sum, end) => sum + (mean(end - HOUR, HOUR) - mean(Math.round(end / HOUR - 1) * HOUR, HOUR)) ** 2, 0) / ends.length); // biome-ignore format: one line
    // Rounding the stamps, as others do, costs several times as much.
    expect(error).toBeLessThan(5);
    expect(error).toBeLessThan(rounded / 4);
    expect(light.filter(Number.isNaN).length).toBeLessThanOrEqual(1);
  });
});

describe("rows whose hours were not read", () => {
  const dates = (perDay: number, name: string, cell: (k: number) => string) =>
    [`Datum,X,${name},ghi`, ...Array.from({ length: 4 * perDay }, (_, k) => `${written(T0 + Math.floor(k / perDay) * 24 * HOUR, "YYYY-MM-DD")},a,${cell(k % perDay)},${lit(k)}`), ""].join("\n"); // biome-ignore format: one line

  it.each([
    ["hours", 24, "Stunde", (k: number) => String(k)],
    ["half hours", 48, "hour", (k: number) => `${Math.floor(k / 2)}:${k % 2 === 0 ? "00" : "30"}x`],
    ["quarters as HHMM", 96, "HHMM", (k: number) => String(Math.floor(k / 4) * 100 + (k % 4) * 15)],
    ["ten minutes", 144, "time of day", (k: number) => String(Math.floor(k / 6) * 100 + (k % 6) * 10)],
  ])("%s: which column has them is asked, never duplicates", async (kind, perDay, name, cell) => {
    const text = dates(perDay, name, cell);
    for (const options of [{}, { duplicates: "last" }] as const) {
      await expect(read(text, options)).rejects.toThrow(
        `the hours are not read: most dates come ${perDay} times. Which column has them? Pass columns, such as { date: "Datum", hour: "${name}" }`,
      );
    }
    if (kind === "half hours") return;
    const { reading } = await answered(text);
    expect(reading.series.interval).toBe(86_400 / perDay);
    expect(reading.series.columns.global_horizontal_irradiance).toHaveLength(4 * perDay);
  });

  it("the hour alone may be named, beside year, month and day", async () => {
    const rows = Array.from({ length: 48 }, (_, k) => `2024,6,${3 + Math.floor(k / 24)},${k % 24},${lit(k)}`);
    const text = ["Year,Month,Day,Tid,ghi", ...rows, ""].join("\n");
    await expect(read(text)).rejects.toThrow("the hours are not read");
    expect((await read(text, { columns: { hour: "Tid" } })).series.interval).toBe(3600);
  });

  it("a date a day is a date a day", async () => {
    const text = ["date,ghi", "2024-06-03,5", "2024-06-04,6", "2024-06-05,7", ""].join("\n");
    expect((await read(text)).series.interval).toBe(86_400);
  });

  it("duplicates are not offered where they would leave out many rows", async () => {
    const stamps = Array.from({ length: 100 }, (_, k) => T0 + Math.floor(k / 2) * HOUR);
    await expect(
      read(
        table(
          stamps,
          stamps.map(() => 1),
        ),
      ),
    ).rejects.toThrow(
      "50 of 100 rows have the time of another: is there a column of hours, or of a place, that is not read?",
    );
  });

  it.each(["station_abbr", "STN", "location_id", "Station"])(
    "two places in a column %s are refused by name",
    async (name) => {
      const rows = ["260", "344"].flatMap((id) =>
        Array.from({ length: 30 }, (_, k) => `${id},${iso(T0 + k * HOUR)},${lit(k)}`),
      );
      await expect(read([`${name},time,ghi`, ...rows, ""].join("\n"))).rejects.toThrow(
        'line 32: the file has more than one station, "260" and "344": keep the rows of one',
      );
      const followed = Array.from({ length: 60 }, (_, k) => `${k < 30 ? 260 : 344},${iso(T0 + k * HOUR)},${lit(k)}`);
      expect((await lightOf([`${name},time,ghi`, ...followed, ""].join("\n"))).light).toHaveLength(60);
    },
  );
});

describe("codes for no value", () => {
  const hours = Array.from({ length: 240 }, (_, k) => T0 + k * HOUR);
  const clean = hours.map((at) => Math.round(mean(at, HOUR)));
  const noon = (k: number) => k % 24 === 12;

  it.each([-9, -1, -5, -50])("%d between bright values is missing, at night too, and said", async (code) => {
    const values = clean.map((value, k) => (noon(k) || k === 2 ? code : value));
    const found = await lightOf(table(hours, values));
    expect(found.light).toEqual(values.map((value) => (value === code ? Number.NaN : value)));
    expect(found.said).toContain(`global_horizontal_irradiance is ${code} in 11 rows`);
  });

  it.each([
    ["thermal offsets of the night", (value: number, k: number) => (value === 0 ? noise(k, 3) - 4 : value)],
    ["all night, between bright hours", (value: number) => (value < 60 ? -2 : value)],
    ["with decimals", (value: number, k: number) => (noon(k) ? -9.5 : value)],
    ["once", (value: number, k: number) => (k === 12 ? -9 : value)],
  ])("negative values %s stay, and nothing is said", async (_, change) => {
    const values = clean.map(change);
    const found = await lightOf(table(hours, values));
    expect(found.light).toEqual(values);
    expect(found.said).not.toContain("taken as missing");
  });

  it("a pyrheliometer's −1 under clouds is none", async () => {
    const rows = hours.map((at, k) => `${iso(at)},${noon(k) ? -1 : 300}`);
    const { series } = await read(["time,dni", ...rows, ""].join("\n"));
    expect((series.columns.direct_normal_irradiance as Float64Array).filter(Number.isNaN)).toHaveLength(0);
  });

  it.each([
    ["# no data value: -8", "ghi", [true, false]],
    ["# Missing values are coded as -77.7", "ghi", [true, false]],
    ["# ghi - global irradiance [W/m2], no data value -8", "ghi", [true, false]],
    ["# fill value 9999", "ghi", [true, true]],
    ["# Missing values: 12 of 240", "ghi", [false, false]],
    ["# missing days: 2024-06-07", "ghi", [false, false]],
  ] as const)("%s", async (line, name, [light, air]) => {
    const code = /-?[\d.]+\d$|-8/.exec(line)![0];
    const value = light ? code : "12";
    const rows = hours.map((at, k) => `${iso(at)},${k === 5 ? value : 30},${k === 6 ? (air ? code : -8) : 20}`);
    const { series } = await read([line, `time,${name},temp_air`, ...rows, ""].join("\n"));
    expect(Number.isNaN(series.columns.global_horizontal_irradiance![5])).toBe(light);
    expect(Number.isNaN(series.columns.temperature![6])).toBe(air);
  });

  it("a humidity that no weather has is in doubt", async () => {
    const humid = (value: number) => ["time,ghi,rh", ...hours.map((at) => `${iso(at)},5,${value}`), ""].join("\n");
    expect((await lightOf(humid(0.6))).said).toContain("relative_humidity is 0.6 % in the mean");
    expect((await lightOf(humid(7))).said).not.toContain("in the mean");
  });
});
