// Bad teachers: measured light broken in named ways. Light, stretch and seed decide the result.
import { GHI, HOUR, solarHour, withLight, withLightIn } from "../../file-checks/ways/rows.mjs";

const pick = (random, list) => list[random.below(list.length)];
const between = (random, low, high) => low + (high - low) * random.next();
/** A share of the rows: their beginning, their end, or anything between. */
function part(series, random, least = 0.3, most = 1) {
  const rows = series.columns[GHI].length;
  const long = Math.round(rows * Math.min(1, between(random, least, most + 0.3)));
  const from = random.below(rows - long + 1);
  return { from, to: from + long };
}
const always = (series, random) => part(series, random, 1, 1);
const byFactor = (factor) => (light) => light * factor;
/** Later by so many rows; what lies before the first is missing. */
const moved = (series, rows) => (_, row) => series.columns[GHI][row - rows] ?? Number.NaN;
const isDay = (light) => light > 0;

/** @type {Record<string, Record<string, (series: object, random: object, world: object) => object>>} */
export const KINDS = {
  flat: {
    "stuck at a value": (s, r) => withLightIn(s, part(s, r), () => between(r, 5, 900)),
    "stuck at one value": (s, r) => {
      const value = between(r, 20, 900);
      return withLightIn(s, part(s, r), () => value);
    },
    zero: (s, r) => withLightIn(s, part(s, r), () => 0),
    "the same day again": (s, r) => {
      const { from, to } = part(s, r);
      const day = from - (from % 24);
      return withLightIn(s, { from, to }, (_, row) => s.columns[GHI][day + (row % 24)]);
    },
    "a constant by day": (s, r) => {
      const value = between(r, 50, 700);
      return withLightIn(s, part(s, r), (light) => (isDay(light) ? value : light));
    },
  },
  scaled: Object.fromEntries([
    ...[0.5, 0.8, 1.3, 2, 0.001, 1000, 3.6, 1 / 3.6, 0.65, 1.5, 0.25].map((factor) => [
      `× ${Number(factor.toPrecision(2))}`,
      (s, r) => withLightIn(s, always(s, r), byFactor(factor)),
    ]),
    ...[0.5, 1.3, 2, 0.25].map((factor) => [
      `× ${factor} in a part`,
      (s, r) => withLightIn(s, part(s, r, 0.2, 0.8), byFactor(factor)),
    ]),
  ]),
  shifted: {
    hours: (s, r) => withLight(s, moved(s, pick(r, [-12, -9, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 9, 12]))),
    "an hour": (s, r) => withLight(s, moved(s, pick(r, [-1, 1]))),
    "hours in a part": (s, r) => withLightIn(s, part(s, r, 0.3, 0.8), moved(s, pick(r, [-5, -3, -2, 2, 3, 5, 12]))),
    "summer time in a part": (s, r) => withLightIn(s, part(s, r, 0.3, 0.8), moved(s, pick(r, [-1, 1]))),
    days: (s, r) => withLight(s, moved(s, 24 * pick(r, [-30, -7, -2, -1, 1, 2, 7, 30]))),
  },
  foreign: {
    "days in another order": (s, r) => {
      const days = Math.ceil(s.columns[GHI].length / 24);
      const order = Array.from({ length: days }, () => r.below(days));
      return withLight(s, (_, row) => s.columns[GHI][24 * order[Math.floor(row / 24)] + (row % 24)] ?? Number.NaN);
    },
    "another year": (s, _, { other }) => withLight(s, (_, row) => other(s.start + row * HOUR, "year")),
    "another season": (s, _, { other }) => withLight(s, (_, row) => other(s.start + row * HOUR, "season")),
    "the other station": (s, _, { other }) => withLight(s, (_, row) => other(s.start + row * HOUR, "station")),
    "the other station in a part": (s, r, { other }) =>
      withLightIn(s, part(s, r, 0.3, 0.8), (_, row) => other(s.start + row * HOUR, "station")),
    "another year in a part": (s, r, { other }) =>
      withLightIn(s, part(s, r, 0.3, 0.8), (_, row) => other(s.start + row * HOUR, "year")),
    noise: (s, r) => withLight(s, (light) => (isDay(light) ? 900 * r.next() : light)),
  },
  "half day": {
    "today has not ended": (s) => ({ ...s, columns: { [GHI]: s.columns[GHI].slice(0, -9) } }),
    "today's rest is zero": (s, r) => {
      const rows = s.columns[GHI].length;
      return withLightIn(s, { from: rows - 8 - r.below(5), to: rows }, () => 0);
    },
    "no afternoons": (s, r) => {
      const from = between(r, 11, 15);
      return withLight(s, (light, row) => (solarHour(s, row) > from ? Number.NaN : light));
    },
    "zero afternoons": (s, r) => {
      const from = between(r, 11, 15);
      return withLightIn(s, part(s, r), (light, row) => (solarHour(s, row) > from ? 0 : light));
    },
    "zero mornings": (s, r) => {
      const until = between(r, 9, 13);
      return withLightIn(s, part(s, r), (light, row) => (solarHour(s, row) < until ? 0 : light));
    },
    "a wall": (s, r) => {
      const from = between(r, 13, 15);
      return withLight(s, (light, row) => (solarHour(s, row) > from ? 0.25 * light : light));
    },
  },
  outage: Object.fromEntries(
    /** @type {[string, (old: any, row: any, last: any) => any][]} */ ([
      ["as zero", () => 0],
      ["as missing", () => Number.NaN],
      ["as the last value", (_, row, last) => last(row)],
      ["as −999", () => -999],
    ]).map(([name, value]) => [
      name,
      (s, r) => {
        let light = s;
        for (let gap = 0; gap < 3; gap++) {
          const stretch = part(light, r, 0.02, 0.2);
          const last = () => light.columns[GHI][stretch.from] || 350;
          light = withLightIn(light, stretch, (old, row) => value(old, row, last));
        }
        return light;
      },
    ]),
  ),
  repaired: {
    "× 0.7, then right": (s, r) => withLightIn(s, { from: 0, to: cut(s, r) }, byFactor(0.7)),
    "× 0.4, then right": (s, r) => withLightIn(s, { from: 0, to: cut(s, r) }, byFactor(0.4)),
    "× 1.4, then right": (s, r) => withLightIn(s, { from: 0, to: cut(s, r) }, byFactor(1.4)),
    "right, then × 0.6": (s, r) => withLightIn(s, { from: cut(s, r), to: s.columns[GHI].length }, byFactor(0.6)),
    "right, then × 1.5": (s, r) => withLightIn(s, { from: cut(s, r), to: s.columns[GHI].length }, byFactor(1.5)),
    "an offset, then right": (s, r) => {
      const offset = between(r, -150, 150);
      return withLightIn(s, { from: 0, to: cut(s, r) }, (light) => light + offset);
    },
    "dirty, then washed": (s, r) => {
      const to = cut(s, r);
      return withLightIn(s, { from: 0, to }, (light, row) => light * (1 - (0.6 * row) / to));
    },
  },
  spoilt: {
    noisy: (s, r) => withLight(s, (light) => light * (1 + 0.4 * r.normal())),
    spikes: (s, r) => withLight(s, (light) => (r.next() < 0.05 ? between(r, 500, 5000) : light)),
    negative: (s, r) => withLight(s, (light) => (r.next() < 0.2 ? -light : light)),
    capped: (s, r) => {
      const cap = between(r, 200, 700);
      return withLight(s, (light) => Math.min(light, cap));
    },
    "power of an inverter": (s, r) => {
      const cap = between(r, 300, 700);
      return withLight(s, (light) => Math.min(0.8 * light, cap));
    },
    "text for numbers": (s, r) => withLight(s, (light) => (r.next() < 0.3 ? Number.NaN : light)),
    "an offset": (s, r) => {
      const offset = between(r, -120, 120);
      return withLight(s, (light) => light + offset);
    },
  },
};
function cut(series, random) {
  return Math.round(series.columns[GHI].length * between(random, 0.3, 0.8));
}
