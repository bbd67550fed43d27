/** Exports of portals, inverters and home systems, each in its own form: the energy that was written, or one question with a likely answer. */
import { describe, expect, it } from "vitest";
import { type ReadPowerOptions, readPower } from "../../../../src/answers/yield/measured/read-power.js";

const QUARTER = 900_000;
const START = Date.UTC(2024, 5, 1);
/** kW of four days, each a little different. */
const KW = Array.from({ length: 384 }, (_, row) => {
  const sun = Math.sin((((row % 96) - 20) / 56) * Math.PI);
  return sun > 0 && row % 96 < 76 ? (2 + Math.floor(row / 96)) * sun : 0;
});
const KWH = KW.reduce((sum, kw) => sum + kw / 4, 0);
const dots = (row: number, seconds = "") => {
  const [, year, month, day, clock] = /(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso(row))!;
  return `${day}.${month}.${year} ${clock}${seconds}`;
};
const iso = (row: number) => new Date(START + row * QUARTER).toISOString();
const comma = (value: number) => value.toFixed(3).replace(".", ",");
/** Readings at the end of each quarter. */
const counter = (first: number) => {
  let sum = first;
  return KW.map((kw) => (sum += kw / 4));
};
const rows = (line: (kw: number, row: number) => string) => KW.map(line);
const table = (...lines: readonly (string | readonly string[])[]) => `${lines.flat().join("\n")}\n`;

async function read(text: string, options: ReadPowerOptions = {}) {
  const { measured, notices, ...rest } = await readPower(text, options);
  const { power, interval, start } = measured;
  const energy = power.reduce((sum, kw) => sum + (kw > 0 ? (kw * interval) / 3600 : 0), 0);
  return { ...rest, energy, start, power, said: notices.map(({ message }) => message).join("\n") };
}

const stack = [
  ...["sep=;", "Version CSV1|Delimiter semicolon|Decimalpoint comma", "", ";SN: 2100123456;SN: 2100123456"],
  ...[";SB 5000TL-21;SB 5000TL-21", ";2100123456;2100123456", ";Gesamtertrag;Leistung", ";Counter;Analog"],
  "dd.MM.yyyy HH:mm:ss;kWh;kW",
];
const state = (unit: number) =>
  rows((kw, row) => (kw === KW[row - 1] ? "" : `sensor.pv,${(kw * unit).toFixed(1)},${iso(row)}`)).filter(Boolean);

describe("is read with all its energy:", () => {
  it.each<[string, string, ReadPowerOptions, RegExp]>([
    [
      "units in a row below the header, and a total below all",
      table(
        "\ufeffDatum und Uhrzeit;Energie | Symo 8.2-3-M (1);Verbrauch",
        "[dd.MM.yyyy HH:mm];[Wh];[Wh]",
        rows((kw, row) => `${dots(row)};${comma(kw * 250)};80,0`),
        ["Summe;99999,0;1,0", "Datum und Uhrzeit;Energie;Verbrauch"],
      ),
      {},
      /Symo.* is read as AC energy of each interval\nline 387 begins with "Summe": left out/,
    ],
    [
      "a header of several rows",
      table(
        stack,
        rows((kw, row) => `${dots(row, ":00")};${comma(9000 + row)};${comma(kw)}`),
      ),
      {},
      /"SB 5000TL-21 2100123456 Leistung Analog" is read as AC power/,
    ],
    [
      "units in cells, each its own",
      table(
        '"Time","PV Power"',
        rows((kw, row) => `"${iso(row)}","${kw < 1 ? `${kw * 1000} W` : `${kw} kW`}"`),
      ),
      {},
      /AC power/,
    ],
    [
      "a history of states",
      table("entity_id,state,last_changed", state(1000)),
      {},
      /as a history: .*\n"state" states no unit: read as W/,
    ],
    [
      "times side by side",
      table(
        ["entity_id,type,unit", ...rows((_, row) => iso(row))].join(","),
        ["sensor.a,solar_production,kWh", ...rows((kw) => `${kw / 4}`)].join(","),
        ["sensor.b,grid_consumption,kWh", ...rows(() => "9")].join(","),
      ),
      {},
      /"sensor.a solar_production kWh" is read/,
    ],
    [
      "no header",
      table(rows((kw, row) => `${dots(row)};${comma(kw)}`)),
      { unit: "kW" },
      /"column 2" is read as AC power/,
    ],
    [
      "nanoseconds",
      table(
        "name,time,mean",
        rows((kw, row) => `W,${START + row * QUARTER}000000,${kw}`),
      ),
      { unit: "kW" },
      /"mean" is read/,
    ],
    [
      "statistics, whose sum is that at the end of the row that is named by its start",
      table(
        "start_ts,state,sum",
        counter(50).map((sum, row) => `${(START + row * QUARTER) / 1000},${sum + 7},${sum}`),
      ),
      { unit: "kWh" },
      /"sum" counts up/,
    ],
  ])("%s", async (_, text, options, said) => {
    const found = await read(text, options);
    expect(found.energy / KWH).toBeCloseTo(1, 2);
    expect(found.said).toMatch(said);
    const top = (values: ArrayLike<number>) =>
      Array.from(values).reduce((best, kw, row) => (kw > (values[best] ?? 0) ? row : best), -1);
    const late = (found.start - START) / QUARTER + top(found.power) - top(KW);
    expect(Math.abs(late)).toBeLessThan(2);
  });
});

describe("asks one question, with a likely answer:", () => {
  const plain = (head: string, factor = 1) =>
    table(
      head,
      rows((kw, row) => `${iso(row)},${kw * factor}`),
    );
  it.each<[string, string, RegExp]>([
    ["W of no unit", plain("time,pv", 1000), /largest value is 5000: pass unit, such as "W"$/],
    ["kW of no unit", plain("time,pv"), /largest value is 5: pass unit, such as "kW"$/],
    [
      "two channels",
      table("time,Active energy Wh (A),Returned energy Wh (A)", `${iso(0)},1,2`, `${iso(1)},1,2`),
      /more than one column of AC power: .*; the likeliest is "Active energy Wh \(A\)"$/,
    ],
    [
      "import by its name",
      plain("time,Consumption (kWh)"),
      /no column of AC power .*; the likeliest is "Consumption \(kWh\)"$/,
    ],
    [
      "commas of thousands or decimals",
      table(
        "Zeit;Zählerstand (kWh)",
        rows((_, row) => `${dots(row)};${500 + row},125`),
      ),
      /"500,125" 500125, or a number with decimals\? Pass decimal "comma" or "point"$/,
    ],
  ])("%s", async (_, text, message) => {
    await expect(readPower(text)).rejects.toThrow(message);
  });

  it("of the place, for whoever knows its zone, also where nothing is examined", async () => {
    const autumn = Array.from(
      { length: 9 },
      (_, row) =>
        `2024-11-03 ${["00:00", "00:30", "01:00", "01:30", "01:00", "01:30", "02:00", "02:30", "03:00"][row]},0`,
    );
    const place = { latitude: 44.5, longitude: -73.1 };
    await expect(readPower(table("time,ac_kw", autumn), { place, examine: false })).rejects.toMatchObject({ place });
    expect((await readPower(plain("time (UTC),pv_kw"), { place, examine: false })).examination).toBeUndefined();
  });
});

describe("is missing:", () => {
  const at = (code: number, ...where: number[]) =>
    table(
      "time,ac_w",
      rows((kw, row) => `${iso(row)},${where.includes(row) ? code : kw * 1000 - 2}`),
    );
  it.each([
    ["−10⁹", -1e9, [40]],
    ["a mean with a code in it", -1900, [40]],
    ["a spike", 90_000, [40, 41]],
  ])("%s", async (_, code, where) => {
    const { power, said } = await read(at(code, ...where));
    expect(where.map((row) => power[row])).toEqual(where.map(() => Number.NaN));
    expect(said).toMatch(/what no such plant gives or takes \(.*\), 2024-06-01: taken as missing/);
    expect(power.filter(Number.isNaN)).toHaveLength(where.length);
  });

  it("a code in W of a logger of kW, without a word; but not what a house takes", async () => {
    const { power, said } = await read(at(-999_000, 40, 41, 42, 43));
    expect([power[40], said]).toEqual([Number.NaN, expect.not.stringContaining("no such plant")]);
    const house = await read(
      table(
        "time,ac_w",
        rows((kw, row) => `${iso(row)},${row % 3 ? kw * 1000 : -3000}`),
      ),
    );
    expect(house.power[0]).toBe(-3);
  });

  it("what a table of whole days has in an hour that never was", async () => {
    const day = Array.from({ length: 96 }, (_, half) => {
      const [date, hour] = [half < 48 ? "2011-10-01" : "2011-10-02", String((half % 48) >> 1).padStart(2, "0")];
      return `${date}T${hour}:${half % 2 ? "30" : "00"},${(7 * half) % 11}`;
    });
    const { power, said } = await read(table("time,pv_kw", day), { zone: "Australia/Sydney" });
    expect([...power].slice(50, 54)).toEqual([50, 51, 54, 55].map((half) => (7 * half) % 11));
    expect(said).toMatch(/2 rows have times that the clocks of this zone jump over: they are left out/);
  });
});

it("a counter says when it was replaced", async () => {
  const old = counter(18_000)[199]!;
  const readings = counter(18_000).map((sum, row) => `${iso(row)},${row < 200 ? sum : sum - old}`);
  const { said, label } = await read(table("time,total_kwh", readings));
  expect(said).toMatch(/begins anew once \(2024-06-03\)/);
  expect(label).toBe("end");
});
