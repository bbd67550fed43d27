/** Meters as portals, inverters and loggers write them: the right energy, the right question, or the right refusal. */
import { describe, expect, it } from "vitest";
import { type ReadPowerOptions, readPower } from "../../../../src/answers/yield/measured/read-power.js";
import { refuseClock } from "../../../../src/data/weather/believe/types.js";
import { zoneNamed } from "../../../../src/foundation/time/zone.js";
import { clearSkyOn } from "../../../../src/physics/sky/clear-sky.js";

const KWP = 8;
const FREIBURG = { latitude: 48, longitude: 7.85, altitude: 280 };

/** Clear days, dull ones, and broken clouds, the same in every run. */
function cloud(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43758.5453;
  return wave - Math.floor(wave);
}

interface Plant {
  readonly place: typeof FREIBURG;
  readonly times: readonly number[];
  readonly kw: readonly number[];
  readonly hours: number;
  readonly total: number;
}

/** A flat roof that gives 0.8 of its light, in kW. */
function plant(place: typeof FREIBURG, from: string, days: number, minutes = 60): Plant {
  const grid = { start: Date.parse(from), step: minutes * 60_000, count: (days * 1440) / minutes };
  const perDay = 1440 / minutes;
  const kw = Array.from(clearSkyOn(grid, place, 3).global, (light, row) => {
    const day = cloud(Math.floor(row / perDay));
    const clear = day < 0.4 ? 1 : day < 0.7 ? 0.3 + 0.7 * cloud(row + 0.5) : 0.25;
    return (0.8 * KWP * light * clear) / 1000;
  });
  const hours = minutes / 60;
  const total = kw.reduce((sum, power) => sum + power * hours, 0);
  return { place, times: kw.map((_, row) => grid.start + row * grid.step), kw, hours, total };
}

type Stamp = (time: number) => string;
const utc: Stamp = (time) => new Date(time).toISOString().slice(0, 16).concat("Z");
const ends: Stamp = (time) => utc(time + 3_600_000);
const wall =
  (zone: string): Stamp =>
  (time) =>
    utc(time + zoneNamed(zone)!.spanAt(time).offset).replace(/T(.*)Z/, " $1");
/** A table of a plant's power. @param cell of a row; a number: times the power in kW */
function of(rows: Plant, head: string, stamp = utc, cell: number | ((row: number) => unknown) = 1) {
  const text = (row: number) => (typeof cell === "number" ? (rows.kw[row]! * cell).toFixed(4) : cell(row));
  return { rows, text: [head, ...rows.times.map((time, row) => `${stamp(time)},${text(row)}`), ""].join("\n") };
}
/** Readings at the end of each row. @param isAnew whether the counter begins again before a row */
function readings({ kw, hours }: Plant, first = 0, isAnew: (row: number) => boolean = () => false) {
  let sum = first;
  return kw.map((power, row) => {
    sum = (isAnew(row) ? 0 : sum) + power * hours;
    return sum.toFixed(3);
  });
}

async function read({ text, rows }: ReturnType<typeof of>, options: ReadPowerOptions = {}) {
  const reading = await readPower(text, { kwp: KWP, place: rows.place, ...options });
  refuseClock(reading.examination);
  const { power, interval, start } = reading.measured;
  const energy = power.reduce((sum, value) => sum + (value > 0 ? value * (interval / 3600) : 0), 0);
  return { energy, start, interval, said: reading.notices.map(({ message }) => message).join("\n") };
}

const june = plant(FREIBURG, "2025-05-31T22:00Z", 30, 15);
const minutes = plant(FREIBURG, "2025-06-01T00:00Z", 10, 5);
const hours = plant(FREIBURG, "2025-06-01T00:00Z", 30);
const spring = plant(FREIBURG, "2025-03-20T00:00Z", 20);
const autumn = plant(FREIBURG, "2025-10-15T00:00Z", 20);
const sydney = plant({ latitude: -33.9, longitude: 151.2, altitude: 30 }, "2025-09-25T00:00Z", 20);
const nepal = plant({ latitude: 27.7, longitude: 85.3, altitude: 1400 }, "2025-06-01T00:00Z", 20);
const [BERLIN, SYDNEY] = [{ zone: "Europe/Berlin" }, { zone: "Australia/Sydney" }];
const [berlin, ofSydney, ofNepal] = [wall(BERLIN.zone), wall(SYDNEY.zone), wall("Asia/Kathmandu")];
const daily = readings(june, 0, (row) => berlin(june.times[row]!).endsWith("00:00"));
const life = readings(hours, 12_345);
const quarters: Stamp = (time) => berlin(time + 900_000);
const atNight = (text: unknown) => (row: number) => (row % 24 === 1 ? text : hours.kw[row]!.toFixed(4));

describe("is read:", () => {
  it.each<[string, ReturnType<typeof of>, ReadPowerOptions?, RegExp?]>([
    ["power of 5 minutes, W", of(minutes, "time,power_w", utc, 1000), {}, /^"power_w" is read as AC power$/],
    ["a morning in W", of({ ...minutes, times: minutes.times.slice(0, 120) }, "time,power_w", utc, 1000)],
    ["power in kWh/h", of(hours, "time,P_AC kWh/h"), {}, /is read as AC power/],
    ["German energy", of(hours, "Zeit,Erzeugung [kWh]"), {}, /AC energy/],
    ["today's counter", of(june, "time,energy_kwh", quarters, (row) => daily[row]), BERLIN, /begins anew 29 times/],
    ["a lifetime counter", of(hours, "time,Total yield [kWh]", ends, (row) => life[row]), {}, /counts up: the diff/],
    ["a counter without a unit", of(hours, "time,energy", ends, (row) => life[row]), {}, /read as kWh/],
    ["spring on wall time", of(spring, "time,power_kw", berlin), BERLIN],
    ["autumn on wall time", of(autumn, "time,power_kw", berlin), BERLIN],
    ["Sydney's spring", of(sydney, "time,power_kw", ofSydney), SYDNEY],
    ["quarter hours from UTC", of(nepal, "time,power_kw", ofNepal), { zone: "+05:45" }],
    ["end stamps", of(hours, "Interval end,power_kw", ends)],
    ["sentinels", of(hours, "time,power_kw", utc, atNight(-9999))],
    ["other words for missing", of(hours, "time,power_kw", utc, atNight("Bad Input")), { missing: "bad input" }],
  ])("%s", async (_, file, options, said = /./) => {
    const found = await read(file, options);
    const { kw, times, hours: long } = file.rows;
    const total = times.reduce((sum, _time, row) => sum + kw[row]! * long, 0);
    expect(found.energy / total).toBeCloseTo(1, 3);
    expect(found.start).toBe(file.rows.times[0]);
    expect(found.said).toMatch(said);
  });

  it("a counter that was replaced, and one with a gap: what nobody saw is left out, and said", async () => {
    const noon = 15 * 24 + 11;
    const anew = (row: number) => (row < noon ? life[row] : (Number(life[row]) - 12_255).toFixed(3));
    const found = await read(of(hours, "time,total_kwh", ends, anew));
    expect(found.energy).toBeCloseTo(hours.total - hours.kw[noon]!, 0);
    expect(found.said).toMatch(/jumps once, as a counter that is replaced/);
    const gap = (row: number) => (row >= noon && row < noon + 60 ? "" : life[row]);
    const unseen = hours.kw.slice(noon, noon + 61).reduce((sum, power) => sum + power, 0);
    const seen = await read(of(hours, "time,total_kwh", ends, gap));
    expect(seen.energy).toBeCloseTo(hours.total - unseen, 0);
    expect(seen.said).toMatch(/ of its units came in gaps/);
  });

  it("a history on change: values hold, what is unavailable does not", async () => {
    const watts = (row: number) => Math.round(1000 * (june.kw[row] ?? -1));
    const rows = june.times.flatMap((time, row) => {
      const value = row >= 1000 && row < 1010 ? "unavailable" : watts(row);
      const at = new Date(time + 1000 * Math.floor(800 * cloud(row))).toISOString();
      return value === watts(row - 1) ? [] : [`sensor.pv,${value},${at}`];
    });
    const file = { rows: june, text: ["entity_id,state,last_changed", ...rows, ""].join("\n") };
    const { energy, interval, said } = await read(file, { kwp: undefined });
    expect(said).toMatch(/read as a history.*\n.*read as W/);
    const gone = june.kw.slice(999, 1011).reduce((sum, power) => sum + power / 4, 0);
    expect(interval).toBe(900);
    expect(Math.abs(energy / (june.total - gone) - 1)).toBeLessThan(0.005);
    await expect(read(file, { column: "state", longestGap: 2 })).rejects.toThrow('"fill" must be hold');
  });

  it("a history of a counter: its differences", async () => {
    const early = (row: number) => new Date(june.times[row]! + 900_000 - 1000 * (row % 7)).toISOString();
    const text = ["time,energy_kwh", ...daily.map((value, row) => `${early(row)},${value}`), ""].join("\n");
    const { energy } = await read({ rows: june, text }, { fill: "hold" });
    expect(Math.abs(energy / june.total - 1)).toBeLessThan(0.005);
  });
});

describe("a history of a counter", () => {
  const HOLD: ReadPowerOptions = { column: "state", unit: "kWh", fill: "hold" };
  /** Of the readings after every so many quarters, some seconds beside them. */
  const history = (every: number, of: readonly string[] = life15, cell = (row: number) => of[row]) => {
    const at = (row: number) => new Date(june.times[row]! + 900_000 + Math.round(20_000 * Math.sin(row))).toISOString();
    const kept = [...june.times.keys()].filter((row) => row % every === every - 1);
    return ["entity_id,state,last_changed", ...kept.map((row) => `sensor.e,${cell(row)},${at(row)}`), ""].join("\n");
  };
  const life15 = readings(june, 5000);
  const noon = 15 * 96 + 48;

  it.each([
    ["each hour", 4, {}],
    ["every two hours, within the longest gap", 8, { longestGap: 12 }],
  ])("%s: what came in between is spread evenly", async (_, every, options) => {
    const text = history(every);
    const { energy, said } = await read({ rows: june, text }, { ...HOLD, ...options });
    expect(energy / june.total).toBeCloseTo(1, 3);
    expect(said).not.toMatch(/jumps|gaps/);
    const { measured } = await readPower(text, { ...HOLD, ...options, kwp: KWP });
    const { power, start } = measured;
    const first = (june.times[noon]! - start) / 900_000;
    const due = june.kw.slice(noon - 48, noon + 48).reduce((sum, kw) => sum + kw, 0);
    expect(power.subarray(first - 48, first + 48).reduce((sum, kw) => sum + kw, 0) / due).toBeCloseTo(1, 2);
    expect(Math.max(...power.filter((kw) => kw > 0))).toBeLessThan(1.01 * Math.max(...june.kw));
    expect(measured.isSpread).toBe(true);
  });

  it("further apart than the longest gap: nobody knows when it came, and no meter was replaced", async () => {
    const { energy, said } = await read({ rows: june, text: history(8) }, HOLD);
    expect(energy).toBe(0);
    expect(said).toMatch(/ of its units came in gaps/);
    expect(said).not.toMatch(/jumps/);
  });

  it("that begins anew each day, also within the light, and one that was replaced", async () => {
    const atNoon = readings(june, 0, (row) => row % 96 === 48);
    for (const of of [daily, atNoon]) {
      const { energy, said } = await read({ rows: june, text: history(4, of) }, HOLD);
      expect(energy / june.total).toBeGreaterThan(of === daily ? 0.995 : 0.85);
      expect(energy / june.total).toBeLessThan(1.001);
      expect(said).not.toMatch(/jumps/);
    }
    const anew = (row: number) => (Number(life15[row]) - (row < noon ? 0 : 4900)).toFixed(3);
    const replaced = await read({ rows: june, text: history(4, life15, anew) }, HOLD);
    expect(replaced.said).toMatch(/jumps once, as a counter that is replaced/);
    expect(june.total - replaced.energy).toBeGreaterThan(0);
    expect(june.total - replaced.energy).toBeLessThan(2 * KWP);
  });

  it("that was unavailable for a while: what it counted is spread over it", async () => {
    const gone = (row: number) => (row === noon || row === noon + 1 ? "unavailable" : life15[row]);
    const text = history(1, life15, gone);
    const { energy } = await read({ rows: june, text }, HOLD);
    expect(energy / june.total).toBeCloseTo(1, 3);
    const { power, start } = (await readPower(text, { ...HOLD, kwp: KWP })).measured;
    const first = (june.times[noon]! - start) / 900_000;
    const spread = power.subarray(first, first + 3);
    expect(Math.min(...spread)).toBeGreaterThan(0.9 * Math.max(...spread));
  });
});

describe("a history of power", () => {
  const at = (row: number) => new Date(Date.parse("2025-06-13T02:13Z") + row * 900_000).toISOString();
  const rows = Array.from({ length: 30 }, (_, row) => `sensor.pv,${150 * row},${at(row)}`);

  it.each([
    ["in W, as the caller says", "state", { unit: "W" }],
    ["in W, as its column says", "P (W)", {}],
  ])("that rises, %s, is no counter: its values hold", async (_, name, unit) => {
    const text = [`entity_id,${name},last_changed`, ...rows, ""].join("\n");
    const { measured } = await readPower(text, { column: name, fill: "hold", ...unit, kwp: KWP });
    // For 13 minutes of the quarter of an hour the value of the one before.
    expect(measured.power[4]).toBeCloseTo((13 * 0.45 + 2 * 0.6) / 15, 9);
  });

  it.each(["entity_id", "device id", "sensor_id", "statistic_id"])("of two in a column %s is refused", async (name) => {
    const mixed = rows.flatMap((row, k) => [row, `sensor.grid,3000,${at(k + 0.4)}`]);
    const text = [`${name},state,last_changed`, ...mixed, ""].join("\n");
    await expect(readPower(text, { column: "state", unit: "W", fill: "hold", kwp: KWP })).rejects.toThrow(
      /^line 3: the file has more than one \w+, "sensor.pv" and "sensor.grid": keep the rows of one$/,
    );
  });
});

it("power far below 0 is power, and a code is missing", async () => {
  const { rows, text } = of(hours, "time,P_AC (W)", utc, (row) =>
    row % 24 === 1 ? -999 : (1000 * hours.kw[row]! - 300).toFixed(0),
  );
  const { measured } = await readPower(text, { kwp: KWP, place: rows.place });
  expect([...measured.power.subarray(0, 3)]).toEqual([-0.3, Number.NaN, -0.3]);
});

describe("is refused, or asked:", () => {
  const halves = (row: number) => ((row < 360 ? 1 : 1000) * hours.kw[row]!).toFixed(3);
  const morning = { ...hours, times: hours.times.slice(0, 14) };
  it.each<[string, ReturnType<typeof of>, RegExp]>([
    ["kW, then W", of(hours, "time,power_kw", utc, halves), /changes: from 2025-06-16 on .* thousand times larger/],
    ["W that are kW", of(hours, "time,power_w"), /states W, but .* of the peak power: pass unit, such as "kW"/],
    ["wall time of spring", of(spring, "time,power_kw", berlin), /which zone .*03-30 03:00 is missing.*: pass zone/],
    ["wall time of autumn", of(autumn, "time,power_kw", berlin), /10-26 02:00 occurs twice.*: pass zone/],
    ["wall time of Sydney", of(sydney, "time,power_kw", ofSydney), /which zone .*10-05 03:00 is missing.*: pass zone/],
    ["wall time of June", of(june, "time,power_kw", berlin), /which zone .*pass timeOffset, such as 2, or zone/],
    ["Nepal's time", of(nepal, "time,power_kw", ofNepal), /which zone .* % of the power would fall at night/],
    ["ends that nobody calls so", of(hours, "time,power_kw", ends), /ends read as starts.*pass label "end"/],
    ["a text", of(hours, "time,power_kw", utc, atNight("Bad Input")), /"Bad Input": if .*, pass missing "Bad Input"/],
    ["a counter's morning", of(morning, "time,energy_kwh", utc, (row) => life[row]), /of a counter, or of a morning\?/],
  ])("%s", async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });
});
