/** What a table leaves open is asked for by its cause, with the answer that works when it is typed. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/read-weather.js";
import { zoneNamed } from "../../../src/foundation/time/zone.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { SunAndSky } from "../../../src/physics/sky/sun-and-sky.js";

const PLACE = { latitude: 47, longitude: 8, altitude: 400 };
const wallOf = (zone: string) => (time: number) =>
  new Date(time + zoneNamed(zone)!.spanAt(time).offset).toISOString().slice(0, 16).replace("T", " ");
const utc = (time: number) => new Date(time).toISOString();

/** Clear hours and dull days. */
function sky(start: string, days: number, place = PLACE) {
  const grid = { start: Date.parse(start), step: 3_600_000, count: 24 * days };
  const { global } = clearSkyOn(grid, place, 3);
  const light = global.map((clear, row) => clear * (Math.floor(row / 24) % 3 === 0 ? 0.3 + 0.02 * (row % 24) : 1));
  return { times: Array.from(light, (_, row) => grid.start + row * grid.step), light };
}

type Sky = ReturnType<typeof sky>;
function table(
  head: string,
  { times, light }: Sky,
  stamp: (time: number) => string,
  cells: ArrayLike<unknown> = light,
) {
  return [head, ...times.map((time, row) => `${stamp(time)},${cells[row]}`), ""].join("\n");
}

const OSLO = { latitude: 60, longitude: 10.8, altitude: 20 };
const DENVER = { latitude: 39.7, longitude: -105, altitude: 1600 };
const DELHI = { latitude: 28.6, longitude: 77.2, altitude: 220 };
const [BERLIN, SYDNEY] = [wallOf("Europe/Berlin"), wallOf("Australia/Sydney")];

describe("what explains light at night best is asked first", () => {
  const [march, june] = [sky("2025-03-20T00:00Z", 20), sky("2025-06-01T00:00Z", 10)];
  const south = { latitude: -33.9, longitude: 151.2, altitude: 30 };
  const september = sky("2025-09-25T00:00Z", 20, south);
  let sum = 0;
  const counted = june.light.map((value) => (sum += value / 1000));
  const ofBerlin = /03-30 03:00 is missing, .*: pass zone.*, else timeOffset, such as [12]/;
  it.each<[string, string, typeof PLACE, RegExp]>([
    ["daylight saving", table("time,ghi", march, BERLIN), PLACE, ofBerlin],
    ["Sydney's", table("time,ghi", september, SYDNEY), south, /10-05 03:00 is missing, .*else timeOffset, such as 10/],
    ["daylight saving of a few days", table("time,ghi", sky("2025-03-28T00:00Z", 3), BERLIN), PLACE, ofBerlin],
    ["a small share", table("time,ghi", june, BERLIN), PLACE, /as UTC 0\.\d+ % of the light .*timeOffset, such as 2,/],
    [
      "white nights",
      table("time,ghi", sky("2025-06-05T00:00Z", 5, OSLO), BERLIN),
      OSLO,
      /2\.\d h after noon .*such as 2, or zone/,
    ],
    [
      "far west",
      table("time,ghi", sky("2025-06-01T00:00Z", 5, DENVER), wallOf("America/Denver")),
      DENVER,
      /such as -6,/,
    ],
    [
      "half an hour",
      table("time,ghi", sky("2025-01-05T00:00Z", 5, DELHI), wallOf("Asia/Kolkata")),
      DELHI,
      /such as [56],/,
    ],
    ["a counter", table("time,GHI (kWh/m²)", june, BERLIN, counted), PLACE, /never falls .*, as a meter[^,]*before$/],
  ])("%s", async (_, text, place, message) => {
    await expect(readWeather(text, { place })).rejects.toThrow(message);
  });

  it.each([
    ["UTC without its name", sky("2025-06-01T00:00Z", 10), PLACE],
    ["ends that are read as starts", sky("2025-05-31T23:00Z", 10), PLACE],
    ["a place of UTC", sky("2025-12-01T00:00Z", 10, { ...PLACE, longitude: 0 }), { ...PLACE, longitude: 0 }],
    ["the polar night", sky("2025-12-01T00:00Z", 20, { ...PLACE, latitude: 75 }), { ...PLACE, latitude: 75 }],
  ])("and nothing is asked of %s", async (_, hours, place) => {
    const text = table("time,ghi", hours, (time) => utc(time).slice(0, 16));
    await expect(readWeather(text, { place, examine: false })).resolves.toBeDefined();
  });

  it("and nothing is asked with the zone, or of a file whose times say it", async () => {
    const zoned = await readWeather(table("time,ghi", march, BERLIN), {
      place: PLACE,
      zone: "Europe/Berlin",
    });
    const stated = await readWeather(table("time,ghi", march, utc), { place: PLACE });
    expect(zoned.series.start).toBe(stated.series.start);
    const codes = stated.notices.map(({ code }) => code);
    expect([codes.includes("zone-unused"), codes.includes("time-zone")]).toEqual([false, false]);
    const idle = await readWeather(table("time,ghi", march, utc), { zone: "Europe/Berlin" });
    expect(idle.notices.map(({ code }) => code)).toContain("zone-unused");
  });
});

it("the order of day and month is told by the days, also where clocks repeat an hour among the first twelve", async () => {
  const [hours, wall] = [sky("2021-11-01T05:00Z", 12, DENVER), wallOf("America/Chicago")];
  const times = hours.times.flatMap((time) => [time, time + 1_800_000]);
  const rows = { times, light: Float64Array.from(times, (_, row) => hours.light[row >> 1]!) };
  const text = table("time,ghi", rows, (time) => wall(time).replace(/^(\d+)-(\d+)-(\d+)/, "$2/$3/$1"));
  const { series, notices } = await readWeather(text, { place: DENVER, zone: "America/Chicago", examine: false });
  expect([series.start, notices.some(({ code }) => code === "date-order")]).toEqual([times[0], true]);
});

describe("a text for missing values", () => {
  const day = sky("2025-06-01T00:00Z", 1);
  const cells = Array.from(day.light, (value, row) => (row === 5 ? "Bad Input" : row === 6 ? "Err 7" : value));
  it("is asked about, and read as missing where it is named", async () => {
    const text = table("time,ghi", day, utc, cells);
    await expect(readWeather(text)).rejects.toThrow(
      'got "Bad Input": if that stands for a missing value, pass missing "Bad Input"',
    );
    const { series } = await readWeather(text, { missing: ["bad input", "Err 7"] });
    const found = series.columns.global_horizontal_irradiance as Float64Array;
    expect([...found].flatMap((value, row) => (Number.isNaN(value) ? [row] : []))).toEqual([5, 6]);
    await expect(readWeather(text, { missing: 5 as never })).rejects.toThrow('option "missing" must be a text');
  });
});

describe("a clock ten minutes ahead, told by the components", () => {
  /** Of a station whose stamps are ten minutes late, in its standard time. */
  function station(): string {
    const golden = { latitude: 39.7, longitude: -105.2, altitude: 1830 };
    const [count, step, start] = [1440, 60_000, Date.UTC(2024, 5, 21, 7)];
    const sun = new SunAndSky(golden, count);
    sun.turbidity.fill(3);
    for (let row = 0; row < count; row++) sun.time[row] = start + (row + 0.5) * step;
    sun.compute(count);
    const rows = Array.from({ length: count }, (_, row) => {
      const stamp = new Date(start + row * step - (7 * 60 - 10) * step).toISOString().slice(0, 16);
      const [ghi, dni, dhi] = [sun.global[row]!, sun.beam[row]!, sun.diffuse[row]!];
      return `${stamp},${ghi.toFixed(2)},${dni.toFixed(2)},${dhi.toFixed(2)}`;
    });
    return ["time,ghi,dni,dhi", ...rows, ""].join("\n");
  }

  it("is not called confirmed, and the number to pass is the one that mends it", async () => {
    const options = { place: { latitude: 39.7, longitude: -105.2, altitude: 1830 } };
    const { examination } = await readWeather(station(), { ...options, timeOffset: -7 });
    const found = examination!.findings.find(({ code }) => code === "clock")!;
    expect(found.remedy).toContain("pass timeOffset -6.8333");
    expect(examination!.clock!.isConfirmed).toBe(false);
    const mended = await readWeather(station(), { ...options, timeOffset: -6.8333 });
    expect(mended.examination!.findings.filter(({ code }) => code === "clock")).toEqual([]);
    expect(mended.examination!.clock!.isConfirmed).toBe(true);
  });
});
