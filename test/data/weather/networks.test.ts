/**
 * SOLRAD, USCRN, SRML, DWD's test reference years, Modelica's tables, and what spreadsheets and other tools make of EPW and TMY3. Layouts and
 * facts: the rows marked pvlib are those of pvlib-python's own test files, with what pvlib 0.15.2 reads from them.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather, type WeatherReading } from "../../../src/data/weather/index.js";
import { withLine } from "./damage.js";
import { HOUR } from "./made-up.js";
import { tmy3Text, wholeYear } from "./tmy3-text.js";

const EPW = readFileSync(new URL("../../../fixtures/weather/epw-greensboro-excerpt.epw", import.meta.url), "utf8");
const read = (text: string, options = {}) => readWeather(text, { examine: false, ...options });
const column = ({ series }: WeatherReading, name: string) =>
  Array.from((series.columns as { [name: string]: Float64Array })[name] ?? []);
const iso = ({ series }: WeatherReading) => new Date(Number(series.start)).toISOString();

const ABQ = ` Albuquerque
   35.03796 -106.62211 1617 -7  version 1
 2019  56  2 25  0  0  0.000  79.30   104.5 0    60.5 0    97.8 0     5.9 0    43.6 0     0.382     2.280     0.431     0.066
 2019  56  2 25  0  1  0.017  79.49   102.6 0    59.7 0    96.2 1     5.7 0    43.6 0     0.764     1.800     0.431     0.063
`;
const MSN = ` Madison
   43.07250 -89.41133 271 -6 version 1
 2019  56  2 25  0  0  0.000  94.28    -2.3 0     0.0 0     0.4 0 -9999.9 1 -9999.9 1   187.2 0   265.6 0   265.3 0     0.000     0.000     0.000 -9999.900     0.002    26.000    27.000
 2019  56  2 25  0  3  0.050  94.46    -2.3 0 -9999.9 0     0.1 0 -9999.9 1 -9999.9 1   188.2 0   265.6 0   265.3 0     0.133     0.128     0.223 -9999.900     0.001    26.000    72.000
`;
const CRN5 = `53131 20190101 1610 20190101 0910      3 -111.17   32.24 -9999.0     0.5    296 0     4.4 C 0    90 0 -99.000 -9999.0    24 0   0.78 0
53131 20190101 1615 20190101 0915      3 -111.17   32.24     3.3     0.0 -99999 0     4.0 C 0    87 3 -99.000 -9999.0  1182 0   0.36 0
`;
const CRN60 = ["20190101 2300 20190101 1600", "20190102 0000 20190101 1700"]
  .map((time, k) => `53131 ${time}  2.515 -111.17   32.24    10.${k}    11.${k}    12.0     9.0     0.${k}    296 ${k * 3}    310 0    200 0 C    14.4 0    15.0 0    13.0 0    40 0   0.1   0.1   0.1   0.1   0.1    10    10    10    10    10\n`) // biome-ignore format: one line
  .join("");
const SRML = "94255\t2018\t1000\t0\t2010\t0\t9300\t0\n1\t2358\t5\t12\t6\t12\t-1\t12\n1\t2359\t7\t12\t8\t99\t-2\t12\n1\t2400\t9\t12\t1\t12\t-3\t12\n"; // biome-ignore format: one line

const GHI = "global_horizontal_irradiance";
const [DNI, DHI, NAN] = ["direct_normal_irradiance", "diffuse_horizontal_irradiance", Number.NaN];
const TUCSON = { latitude: 32.24, longitude: -111.17 };

// biome-ignore format: a table
const NETWORKS = [
  ["solrad", "pvlib abq", ABQ, "2019-02-24T23:59:00.000Z", 60, { [GHI]: [104.5, 102.6], [DNI]: [60.5, 59.7], [DHI]: [97.8, NAN] }, { latitude: 35.03796, longitude: -106.62211, altitude: 1617 }],
  ["solrad", "pvlib Madison, of 3 minutes", MSN, "2019-02-24T23:57:00.000Z", 180, { [GHI]: [-2.3, -2.3], [DNI]: [0, NAN], [DHI]: [0.4, 0.1] }, { latitude: 43.0725, longitude: -89.41133, altitude: 271 }],
  ["uscrn", "pvlib five minutes", CRN5, "2019-01-01T16:05:00.000Z", 300, { [GHI]: [296, NAN], temperature: [NAN, 3.3], precipitation: [6, 0], relative_humidity: [90, NAN], wind_speed: [0.78, 0.36] }, TUCSON],
  ["uscrn", "hours, over midnight", CRN60, "2019-01-01T22:00:00.000Z", 3600, { [GHI]: [296, NAN], temperature: [11, 11.1], precipitation: [0, 0.1], relative_humidity: [40, 40] }, TUCSON],
  ["srml", "Oregon, over midnight", SRML, "2018-01-02T07:57:00.000Z", 60, { [GHI]: [5, 7, 9], [DNI]: [6, NAN, 1], temperature: [-1, -2, -3] }, undefined],
] as const;

describe("measuring networks", () => {
  it.each(NETWORKS)("%s: %s", async (format, _, text, start, interval, columns, place) => {
    const reading = await read(text);
    const { label, series } = reading;
    expect([reading.format, label, iso(reading), series.interval]).toEqual([format, "end", start, interval]);
    expect(series.place).toEqual(place);
    expect(Object.fromEntries(Object.keys(series.columns).map((name) => [name, column(reading, name)]))).toEqual(
      columns,
    );
  });

  it("SRML's zone is assumed, and said; another is told by timeOffset", async () => {
    expect((await read(SRML)).notices.map(({ message }) => message).join()).toContain("Pacific Standard Time");
    const mountain = await read(SRML, { timeOffset: -7 });
    expect(iso(mountain)).toBe("2018-01-02T06:57:00.000Z");
    expect(mountain.notices).toEqual([]);
  });

  it.each([
    ["solrad", withLine(ABQ, 4, (line) => line.slice(0, -6)), 4, "expected 22 cells, got 21"],
    ["uscrn", withLine(CRN5, 2, (line) => line.replace("1615", "1665")), 2, "time must be HHMM, got 1665"],
    ["uscrn", withLine(CRN5, 2, (line) => line.replace("20190101", "20190231")), 2, "there is no date"],
    ["srml", withLine(SRML, 3, (line) => line.replace("2359", "2360")), 3, "time must be HHMM, got 2360"],
    ["srml", SRML.replace("1000\t0\t2010\t0\t9300", "7000\t0\t7010\t0\t7300"), 1, "no element of weather"],
  ])("%s, damaged", async (_, text, line, message) => {
    await expect(read(text)).rejects.toMatchObject({ line, message: expect.stringContaining(message) });
  });
});

const TRY_NAMES = "     RW      HW MM DD HH     t    p  WR   WG N    x  RF    B    D   A    E IL";
const GRID =
  "Rechtswert        : 3734500 Meter\nHochwert          : 2674500 Meter\nHoehenlage        : 179 Meter ueber NN";
const tryYear = (head: string, names: string, row: (month: number, day: number, hour: number, k: number) => string) => {
  const rows = Array.from({ length: 8760 }, (_, k) => {
    const date = new Date(Date.UTC(2015, 0, 1) + k * HOUR);
    return row(date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours() + 1, k);
  });
  return [head, names, "***", ...rows, ""].join("\n");
};
const try2015 = (head: string) =>
  tryYear(head, TRY_NAMES, (m, d, h, k) => `3734500 2674500 ${m} ${d} ${h} ${k % 30}.5 1000 216 ${k === 9 ? 999 : 1.6} 6 3.8 88 ${k % 600} ${k % 300} 223 -288 2`); // biome-ignore format: one line

describe("test reference years of DWD", () => {
  it.each([
    // EPSG:3034 by PROJ: 6.100881290, 50.766669204.
    [
      "east and north of Lambert's projection",
      GRID,
      { latitude: 50.76667, longitude: 6.10088, altitude: 179, timeZone: 1 },
    ],
    ["degrees", "Breitengrad : 50.7692\nLängengrad\t  : 6.0984\nHoehenlage  : 179 Meter ueber NN", { latitude: 50.7692, longitude: 6.0984, altitude: 179, timeZone: 1 }], // biome-ignore format: one line
    ["no place", "Ort : irgendwo", undefined],
  ])("of 2015, with %s", async (_, head, place) => {
    const reading = await read(try2015(head));
    expect([reading.format, reading.label, reading.typicalYear]).toEqual(["try", "end", true]);
    expect(reading.series.place).toEqual(place);
    // 00:00 to 01:00 of Central Europe is the last hour of the year before in UTC, to which the year is turned.
    expect([iso(reading), column(reading, "direct_horizontal_irradiance")[11]]).toEqual([
      "2023-01-01T00:00:00.000Z",
      12,
    ]);
    expect(column(reading, "diffuse_horizontal_irradiance").at(-1)).toBe(0);
    expect([column(reading, "wind_speed")[8], column(reading, "pressure")[0]]).toEqual([Number.NaN, 100_000]);
  });

  it("of 2010: degrees and minutes, the height of the city", async () => {
    const head = "Lage: 51 Grad 24'N <- B.   6 Grad 58'O <- L.   152 Meter ueber NN\nHoehenkorrektur : aktuelle Hoehenlage: 55 Meter ueber NN"; // biome-ignore format: one line
    const names = "RG IS MM DD HH  N  WR   WG    t      p     x   RF   W    B    D IK   A    E  IL";
    const reading = await read(tryYear(head, names, (m, d, h, k) => ` 5 1 ${m} ${d} ${h} 8 210 4.0 6.2 1003.0 5.2 88 0 ${k % 600} 20 1 300 -300 1`)); // biome-ignore format: one line
    expect(reading.series.place).toEqual({ latitude: 51.4, longitude: 6 + 58 / 60, altitude: 55, timeZone: 1 });
    expect(column(reading, "direct_horizontal_irradiance")[0]).toBe(1);
    expect([column(reading, "temperature")[0], column(reading, "pressure")[0]]).toEqual([6.2, 100_300]);
  });
});

/** A whole year of EPW, made of the excerpt: GHI is the hour's number modulo 700. */
const [HEADER, MODEL] = [EPW.split("\n").slice(0, 8), EPW.split("\n")[8]!.split(",")];
const epwRow = (year: number, month: number, day: number, hour: number, minute: number, ghi: number) =>
  [year, month, day, hour, minute, ...MODEL.slice(5, 13), ghi, ...MODEL.slice(14)].join(",");
const hoursFrom = (from: number, hours: number) =>
  Array.from({ length: hours }, (_, k) => {
    const date = new Date(Date.UTC(2017, 0, 1) + ((from + k) % 8760) * HOUR);
    return {
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours() + 1,
      ghi: ((from + k) % 8760) % 700,
    };
  });

describe("EPW", () => {
  const source = (text: string) => text.replace(/^(LOCATION(?:,[^,]*){3},)[^,]*/, "$1AMY");
  const year = (from: number, yearOf = (_: number) => 2017) =>
    [...HEADER, ...hoursFrom(from, 8760).map(({ month, day, hour, ghi }) => epwRow(yearOf(month), month, day, hour, 60, ghi)), ""].join("\n"); // biome-ignore format: one line

  it.each([
    ["a typical year of one number", (from: number) => year(from)],
    ["a typical year of several", (from: number) => year(from, (month) => 1990 + ((month * 5) % 7))],
    ["a year of measurements", (from: number) => source(year(from))],
  ])("that begins in April is turned: %s", async (_, text) => {
    const [whole, turned] = [await read(text(0)), await read(text(90 * 24))];
    expect(turned.series).toEqual(whole.series);
    expect(turned.notices.map(({ message }) => message).join()).toContain("the rows are sorted by time");
    await expect(read(withLine(text(90 * 24), 500, () => ""))).resolves.toBeDefined();
  });

  it("that goes back without being a year is refused", async () => {
    const lines = year(90 * 24).split("\n");
    const twice = [...lines.slice(0, 8 + 8000), ...lines.slice(8, 8 + 24), ""].join("\n");
    await expect(read(source(twice))).rejects.toThrow("time goes back");
  });

  it.each([
    ["minutes 30 and 60", 2, [30, 60]],
    ["minutes 0 and 30", 2, [0, 30]],
    ["minutes 15, 30, 45, 0", 4, [15, 30, 45, 0]],
  ])("of %s in the hour", async (_, records, minutes) => {
    const head = HEADER.map((line) => line.replace("DATA PERIODS,1,1", `DATA PERIODS,1,${records}`));
    const rows = hoursFrom(0, 48).flatMap(({ month, day, hour }, k) =>
      minutes.map((minute, part) => epwRow(2017, month, day, hour, minute, records * k + part)),
    );
    const reading = await read(source([...head, ...rows, ""].join("\n")));
    expect([iso(reading), reading.series.interval, reading.label]).toEqual([
      "2017-01-01T05:00:00.000Z",
      3600 / records,
      "end",
    ]);
    expect(column(reading, GHI)).toEqual(rows.map((_, k) => k));
  });

  it("as a table of Modelica is the same weather, but for the hour that its converter leaves out", async () => {
    const rows = hoursFrom(0, 8760).map(({ month, day, hour, ghi }) =>
      epwRow(2017, month, day, hour, 60, ghi).split(","),
    );
    const cells = (k: number) =>
      [k * 3600, ...rows[Math.max(k - 1, 0)]!.slice(6, 35), ...Array(29).fill("0")].slice(0, 30);
    const head = [
      "#1",
      "double tab1(8760,30)",
      ...HEADER.map((line) => `#${line}`),
      "#C1 Time in seconds. Beginning of a year is 0s.",
    ];
    const text = [...head, ...Array.from({ length: 8760 }, (_, k) => cells(k).join("\t")), ""].join("\n");
    const [modelica, epw] = [await read(text), await read(year(0))];
    expect([modelica.format, modelica.label, modelica.typicalYear]).toEqual(["mos", "end", true]);
    expect([modelica.series.start, modelica.series.place]).toEqual([epw.series.start, epw.series.place]);
    for (const name of [GHI, "direct_normal_irradiance", "temperature", "wind_speed", "pressure"]) {
      const [own, its] = [column(modelica, name), column(epw, name)];
      expect(own.filter((value, k) => !Object.is(value, its[k])).length, name).toBeLessThanOrEqual(1);
    }
    const more = await read([...head, ...Array.from({ length: 8760 }, (_, k) => cells(k).join("\t")), cells(8760).join("\t"), ""].join("\n").replace("8760,30", "8761,30")); // biome-ignore format: one line
    expect(column(more, GHI)).toEqual(column(epw, GHI));
    const bad = withLine(text, 40, (line) => line.replace(/^\d+/, "x"));
    await expect(read(bad)).rejects.toMatchObject({ line: 40, message: expect.stringContaining("must be seconds") });
  });
});

it.each([
  ["1/5/1988,1:00", /\b0(?=\d[/:])/g, ""],
  ["01/05/88,01:00", /\/19(?=\d\d,)/, "/"],
  ["01/05/1988,01:00:00", /$/, ":00"],
])("TMY3 whose dates went through a spreadsheet: %s", async (example, from, to) => {
  const stamps = wholeYear().map((stamp) => stamp.replace(from, to));
  expect("01/05/1988,01:00".replace(from, to)).toBe(example);
  const [own, other] = [await read(tmy3Text(wholeYear(), (k) => k)), await read(tmy3Text(stamps, (k) => k))];
  expect(other.series).toEqual(own.series);
});
