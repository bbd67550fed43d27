/** Dates, zones, numbers and names of tables, one by one. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { isUnclear, parseNumber, provenDecimal } from "../../../src/data/weather/readers/rows/cells.js";
import { parseDateTime } from "../../../src/data/weather/readers/table/dates.js";
import { datePattern } from "../../../src/data/weather/readers/table/options.js";
import { checkWeather } from "../../../src/data/weather/series.js";
import { fixedZone, offsetHours, zoneNamed } from "../../../src/foundation/time/zone.js";

const DAY = 86_400_000;
const day = (...date: [number, number, number]) => Date.UTC(...date) / DAY;

describe("dates", () => {
  it.each([
    ["2024-06-21 10:05", day(2024, 5, 21), 605],
    ["2024/6/1 1:05", day(2024, 5, 1), 65],
    ["20240621:1005", day(2024, 5, 21), 605],
    ["2024062110", day(2024, 5, 21), 600],
    ["21-Jun-2024 10:05 PM", day(2024, 5, 21), 1325],
    ["Jun 21, 2024 12:05 am", day(2024, 5, 21), 5],
    ["21. Okt 2024 24:00", day(2024, 9, 21), 1440],
    ["Fri, 21 Jun 2024 10:05 GMT", day(2024, 5, 21), 605],
  ])("%s", (text, days, minutes) => {
    expect(parseDateTime(text)).toMatchObject({ days, ms: minutes * 60_000 });
  });

  it("have every order that exists while none is certain", () => {
    expect(parseDateTime("01/02/2024 10:00")?.days).toEqual({ DMY: day(2024, 1, 1), MDY: day(2024, 0, 2), YMD: Number.NaN }); // biome-ignore format: one line
    expect(parseDateTime("24-06-21 10:00")?.days).toMatchObject({ DMY: day(2021, 5, 24), YMD: day(2024, 5, 21) });
  });

  it.each(["10:00", "21.6.2024 25:00", "2024-13-01x", "812.5", "hello 10:00"])("are not %s", (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it.each([
    ["DD.MM.YYYY HH:mm", "21.06.2024 10:05"],
    ["dd.mm.yyyy hh:mm", "21.06.2024 10:05"],
    ["yyyy-MM-dd'T'HH:mm", "2024-06-21T10:05"],
    ["M/D/YY h:mm A", "6/21/24 10:05 AM"],
    ["%d.%m.%Y %H:%M", "21.06.2024 10:05"],
    ["%Y-%j %H:%M", "2024-173 10:05"],
    ["%d %b %Y %I:%M %p", "21 Jun 2024 10:05 AM"],
  ])("in the form %s", (format, text) => {
    expect(datePattern(format).parse(text)).toMatchObject({ days: day(2024, 5, 21), ms: 605 * 60_000 });
    expect(datePattern(format).parse(`${text}!`)).toBeUndefined();
  });

  it.each(["HH:mm", "DD.MM", "%Q", "YYYY-MM-DD W"])("are not told by the form %s", (format) => {
    expect(() => datePattern(format)).toThrow(/option "dateFormat" must be DMY, MDY, YMD or a format/);
  });
});

describe("zones", () => {
  it.each([
    ["UTC", 0],
    ["+05:30", 5.5],
    ["UTC-7", -7],
    ["GMT+1", 1],
    ["−03:00", -3],
  ])("%s is %d hours ahead", (text, hours) => expect(offsetHours(text)).toBe(hours));

  it.each(["", "+15", "Europe", "noon"])("%j is none", (text) => expect(zoneNamed(text)).toBeUndefined());

  it("follows daylight saving, once through the hour that clocks skip and twice through the one they repeat", () => {
    const berlin = zoneNamed("Europe/Berlin")!;
    expect(berlin.toUtc(Date.UTC(2024, 5, 21, 12), Number.NaN)).toBe(Date.UTC(2024, 5, 21, 10));
    expect(berlin.toUtc(Date.UTC(2024, 2, 31, 2, 30), Number.NaN)).toBeNaN();
    const repeated = Date.UTC(2024, 9, 27, 2, 30);
    const first = berlin.toUtc(repeated, Number.NaN);
    expect(first).toBe(Date.UTC(2024, 9, 27, 0, 30));
    expect(berlin.toUtc(repeated, first)).toBe(Date.UTC(2024, 9, 27, 1, 30));
    expect(fixedZone(2).toUtc(repeated, first)).toBe(repeated - 7_200_000);
  });
});

describe("numbers", () => {
  it.each([
    ["1.5", ".", 1.5],
    ["1,234.5", ".", 1234.5],
    ["1,5", ",", 1.5],
    ["1.234,5", ",", 1234.5],
    ["#N/A", ".", Number.NaN],
    ["-", ",", Number.NaN],
    ["1.5", ",", undefined],
    ["1,5", ".", undefined],
    ["12 W", ".", undefined],
  ] as const)("%s with the sign %s", (text, decimal, value) => expect(parseNumber(text, decimal)).toBe(value));

  it("prove their decimal sign, or leave it open", () => {
    expect(["1.5", "0,812", "1,234.5", "1.234,5", "812"].map(provenDecimal)).toEqual([".", ",", ".", ",", undefined]);
    expect(["1,234", "1.234", "0.234", "12"].map(isUnclear)).toEqual([true, true, false, false]);
  });
});

describe("options of tables", () => {
  const read = (options: object) => readWeather("a,b\n1,2\n", options);

  it.each([
    [{ columns: { sun: "a" } }, /option "columns" has no key "sun"/],
    [{ columns: { ghi: 0 } }, /option "columns.ghi" must be the column's name/],
    [{ columns: ["a"] }, /option "columns" must be an object/],
    [{ units: { ghi: "lux" } }, /option "units.ghi" must be a known unit/],
    [{ delimiter: "x" }, /option "delimiter" must be one of/],
    [{ decimal: "dot" }, /option "decimal" must be point or comma/],
    [{ zone: "Mars" }, /option "zone" must be UTC, an offset/],
    [{ dateFormat: "" }, /option "dateFormat" must be a text/],
    [{ format: "epw", decimal: "comma" }, /"decimal" is for tables .* not for format "epw"/],
    [{ zone: "UTC", timeOffset: 1 }, /"zone" and "timeOffset" both say/],
    [{ columns: { ghi: "c" } }, /no header with a column of time and weather \(columns names "c"\)/],
  ])("refuses %j", async (options, message) => {
    await expect(read(options)).rejects.toThrow(message);
  });

  it("name columns by position where there is no header", async () => {
    const text = "21.06.2024 10:00;0,5\n21.06.2024 11:00;0,6\n";
    const { series } = await readWeather(text, {
      columns: { time: 1, ghi: 2 },
      units: { ghi: "kW/m2" },
      decimal: "comma",
    });
    expect(series.start).toBe(Date.UTC(2024, 5, 21, 10));
    expect([...(series.columns.global_horizontal_irradiance as Float64Array)]).toEqual([500, 600]);
  });

  it("say which column is absent", async () => {
    const text = "time,x,y\n2024-06-21T10:00Z,1,2\n2024-06-21T11:00Z,1,2\n";
    await expect(readWeather(text, { columns: { ghi: 7 } })).rejects.toThrow(
      'there is no column "7": the file has "time"',
    );
  });
});

describe("clocks that are set for daylight saving, in times without an offset", () => {
  const rows = (...times: string[]) => ["time,ghi,temp_air", ...times.map((time) => `${time},0,5`), ""].join("\n");
  const night = (date: string, ...hours: number[]) => hours.map((hour) => `${date} 0${hour}:00`);
  const place = { latitude: 50, longitude: 10 };

  it("an hour that is there twice is asked for its zone, with which both are read", async () => {
    const text = rows(...night("2023-10-29", 0, 1, 2, 2, 3, 4));
    await expect(readWeather(text, { place, timeOffset: 1 })).rejects.toThrow(
      'line 5: the hour of 2023-10-29 02:00 occurs twice, as when clocks are set back: pass zone, such as "Europe/Berlin"',
    );
    expect((await readWeather(text, { place, zone: "Europe/Berlin" })).series.columns.temperature).toHaveLength(6);
  });

  it("an hour that lacks is told; with the zone none does", async () => {
    const text = rows(...night("2023-03-26", 0, 1, 3, 4, 5));
    const told = async (options: object) =>
      (await readWeather(text, { place, ...options })).notices.map(({ message }) => message).join("\n");
    const hint = "the hour before 2023-03-26 03:00 is missing, as when clocks are set forward: pass zone";
    expect(await told({ timeOffset: 1 })).toContain(hint);
    expect(await told({ zone: "Europe/Berlin" })).not.toContain("is not there");
    expect((await readWeather(text, { place, zone: "Europe/Berlin" })).series.columns.temperature).toHaveLength(5);
  });

  it("a gap at another time is a gap, and a repeated hour a duplicate", async () => {
    const gap = await readWeather(rows(...night("2023-03-27", 0, 1, 3, 4)), { place, timeOffset: 1 });
    expect(gap.notices.map(({ code }) => code)).not.toContain("daylight-saving");
    await expect(readWeather(rows(...night("2023-10-30", 1, 2, 2, 3)), { place, timeOffset: 1 })).rejects.toThrow(
      "duplicate time",
    );
  });
});

describe("tables of weather services with a column of dates and one of hours", () => {
  const knmi = [
    "STN,YYYYMMDD,HH,T,Q",
    ...Array.from(
      { length: 48 },
      (_, k) => `260,2023060${1 + Math.floor(k / 24)},${(k % 24) + 1},${150 + k},${(5 * k) % 24}`,
    ),
    "",
  ].join("\n");
  const columns = { date: "YYYYMMDD", hour: "HH", ghi: "Q", temp_air: "T" };

  it.each(["0.1 °C", "0.1C", "0.1 degC"])("are read as hours 1 to 24, in J/cm² and %s", async (air) => {
    const { series, label } = await readWeather(knmi, { columns, units: { ghi: "J/cm2", temp_air: air } });
    expect([series.start, label]).toEqual([Date.UTC(2023, 5, 1), "end"]);
    const [ghi, temperature] = [series.columns.global_horizontal_irradiance!, series.columns.temperature!];
    expect([ghi.length, temperature.length]).toEqual([48, 48]);
    expect(ghi[23]).toBeCloseTo((19 * 10_000) / 3600, 9);
    expect([temperature[0], temperature[47]]).toEqual([expect.closeTo(15, 12), expect.closeTo(19.7, 12)]);
  });

  it("are read without a word, from names alone", async () => {
    const { series, label } = await readWeather(knmi);
    const told = await readWeather(knmi, { columns, units: { ghi: "J/cm2", temp_air: "0.1 C" } });
    expect({ series, label }).toEqual({ series: told.series, label: told.label });
  });

  it("propose T as a temperature, and never as light", async () => {
    const text = knmi.replace("STN,YYYYMMDD,HH,T,Q", "X,date,hour,T,Y");
    await expect(readWeather(text)).rejects.toThrow(
      'is it "T" (temperature?)? Say which column holds what with columns, such as { temperature: "T" }',
    );
  });

  it.each([
    ["time,POA_X,power", "NAME"],
    ["time,gti,power", "NAME"],
    ["time,IrrPOA,power", "NAME"],
    ["time,POAIrradiance,power", "NAME"],
    ["time,InPlane Irradiance,power", "NAME"],
    ["time,Refcell_Irr,power", "NAME"],
    ["time,surface_tilt,power", "NAME"],
    ["time,POA_X,Einstrahlung", "Einstrahlung"],
  ])("never propose the light in the modules' plane as GHI: %s", async (header, proposed) => {
    const rows = Array.from({ length: 24 }, (_, hour) => `2023-06-01T${String(hour).padStart(2, "0")}:00Z,300,20`);
    const message = (await readWeather([header, ...rows, ""].join("\n")).catch((cause) => cause)).message;
    expect(message).toContain(`such as { ghi: "${proposed}" }`);
    const plane = header.split(",")[1]!;
    const sentence = `"${plane}" seems to be light on a tilted plane, which cannot stand for it.`;
    expect(message.includes(sentence)).toBe(!/Refcell|surface_tilt/.test(plane));
  });
});

describe("a place", () => {
  const text = "time,ghi,temp_air\n2024-06-21T10:00Z,700,20\n2024-06-21T11:00Z,800,21\n";

  it("that is given stays with the series", async () => {
    const place = { latitude: 48.1, longitude: 11.6 };
    expect((await readWeather(text, { place })).series.place).toEqual(place);
  });

  it("with the names of a query says what they are here", async () => {
    const place = { lat: 48.1, lon: 11.6 } as never;
    await expect(readWeather(text, { place })).rejects.toThrow("within range: lat is latitude here, got an object");
    const { series } = await readWeather(text);
    expect(() => checkWeather({ ...series, place })).toThrow("got undefined: lat is latitude here");
    expect(() => checkWeather({ ...series, place: { latitude: 1 } as never })).toThrow(/longitude .* got undefined$/);
  });
});
