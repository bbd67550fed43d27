// A made meter: the export of a portal that nobody has, a year of quarter-hours of 6.4 kW to the south-east of Munich, in local clocks with
// summer time, with clouds drawn by a seed and one of two inverters out for four weeks. What it holds is known, because it is made.
import { SkyRows } from "../../dist/answers/meter/sky-rows.js";
import { Random } from "../../dist/foundation/statistics/random.js";

const QUARTER = 900_000;
const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);
const PLACE = {
  ...{ latitude: 48.1, longitude: 11.6, altitude: 520 },
  linkeTurbidity: [2.6, 2.8, 3.1, 3.3, 3.4, 3.5, 3.5, 3.4, 3.2, 2.9, 2.7, 2.6],
  temperature: [-1, 0, 4, 8, 13, 16, 18, 18, 14, 9, 4, 0],
};
/** What is found in it. */
export const MADE = { lat: 48.1, lon: 11.6, tilt: 32, azimuth: 148, power: 6.4, out: ["2023-08-07", "2023-09-03"] };
const LOCAL = new Intl.DateTimeFormat("de-DE", {
  ...{ timeZone: "Europe/Berlin", hourCycle: "h23" },
  ...{ day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" },
});

/** CSV as German portals write it: semicolons, decimal commas, watts, the hour that occurs twice left as it is shown once. */
export function madeMeter(days = 365) {
  const rows = Int32Array.from({ length: (days * DAY) / QUARTER }, (_, row) => row);
  const sky = SkyRows.above({ start: START, step: QUARTER }, PLACE, rows, () => 0);
  const random = new Random(7);
  // Four days of ten are clear; on the others clouds come and go by the quarter of an hour.
  const clouds = Float64Array.from(rows, (row) => {
    const day = Math.floor(row / 96);
    if (random.uniform(1, day, 0, 0) < 0.4) return 0;
    return Math.min(1, (0.3 + 0.7 * random.uniform(1, day, 1, 0)) * (0.2 + 1.2 * random.uniform(2, row, 0, 0)));
  });
  const beam = sky.moments.up.map((_, k) => Math.max(0, 1 - 1.5 * clouds[Math.floor(k / sky.many)]));
  const power = sky.power({ tilt: MADE.tilt, azimuth: MADE.azimuth }, beam);
  const [from, to] = MADE.out.map((date) => (Date.parse(date) - START) / QUARTER);
  const seen = new Set();
  const lines = Array.from(rows, (row) => {
    // Haze and dust of the day.
    const haze = 0.96 + 0.06 * random.uniform(3, Math.floor(row / 96), 0, 0);
    const kilowatts =
      haze * MADE.power * power[row] * (1 - 0.5 * clouds[row] ** 3) * (row >= from && row < to + 96 ? 0.5 : 1);
    const time = LOCAL.format(START + row * QUARTER).replace(",", "");
    if (seen.has(time)) return "";
    seen.add(time);
    return `${time};${(1000 * kilowatts).toFixed(1).replace(".", ",")}\n`;
  });
  return `Zeit;AC-Leistung (W)\n${lines.join("")}`;
}
