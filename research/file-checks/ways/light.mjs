/** Ways in which light is wrong: dead, stuck and saturated sensors, wrong factors, meters, gaps. */
import { daysOf, GHI, rowsOf, rowsOfDays, solarDay, solarHour, withLight, withLightIn } from "./rows.mjs";
import { sunAt } from "./sky.mjs";

const LOST = ["dead", "stuck", "saturated"];
const FACTOR = ["scale", "unit", "implausible"];
/** Lost light must be found where it changes the year by this share. */
const MATTERS = 0.01;

/** Light replaced on some days in a row. */
function onDays(name, sizes, right, value, more = {}) {
  return {
    name,
    sizes,
    unit: "days",
    right,
    must: (_, { effect }) => Math.abs(effect) >= MATTERS,
    apply(series, size, { days, random }) {
      const stretch = days(size);
      return withLightIn(series, stretch, value(series, stretch, random));
    },
    ...more,
  };
}

function byFactor(name, sizes, right, must, more = {}) {
  const apply = (series, size) => withLight(series, (light) => light * size);
  return { name, sizes, unit: "×", right, must, apply, ...more };
}

/** Light of the year so far from the climate's that its stated error does not cover it. */
function leavesClimate(_, { yearRatio, within95 }) {
  return yearRatio !== undefined && Math.abs(yearRatio - 1) > within95;
}

/** Brightest row of a stretch. */
function brightest(series, { from, to }) {
  let best = from;
  for (let row = from; row < to; row++) if (series.columns[GHI][row] > (series.columns[GHI][best] || 0)) best = row;
  return series.columns[GHI][best];
}

function isDay(series, row) {
  return sunAt(series.start + (row + 0.5) * series.interval * 1000, series.place).sine > 0;
}

function yearOf(series, row) {
  return (solarDay(series, row) - solarDay(series, 0)) / 365.2425;
}

/** Straight lines over gaps. */
function bridged(series, hours, gaps, random) {
  const light = series.columns[GHI].slice();
  const long = Math.round((hours * 3600) / series.interval);
  for (let gap = 0; gap < gaps; gap++) {
    const from = random.below(light.length - long - 1);
    const [before, after] = [light[from], light[from + long]];
    if (Number.isNaN(before + after)) continue;
    for (let k = 1; k < long; k++) light[from + k] = before + ((after - before) * k) / long;
  }
  return { ...series, columns: { ...series.columns, [GHI]: light } };
}

/** What a counter shows: kWh/m² × scale so far, from a value on, or from each midnight. */
function counted(series, scale, resets) {
  let sum = resets ? 0 : 100 * scale;
  let day = Number.NaN;
  return withLight(series, (light, row) => {
    const today = Math.floor(solarDay(series, row));
    if (resets && today !== day) sum = 0;
    day = today;
    if (light > 0) sum += (light * series.interval * scale) / 3.6e6;
    return Math.round(sum * 1000) / 1000;
  });
}

export const LIGHT_WAYS = [
  onDays("dead, days in a row", [2, 5, 14, 30, 61], LOST, () => () => 0),
  onDays("dead with an offset", [2, 5, 14, 30, 61], LOST, () => (_, row) => ((row * 7919) % 5) / 10 - 0.2),
  {
    name: "dead on single days",
    sizes: [3, 7, 15, 30, 60],
    unit: "days",
    right: LOST,
    must: (_, { effect }) => Math.abs(effect) >= MATTERS,
    apply(series, size, { random }) {
      let broken = series;
      for (let k = 0; k < size; k++) {
        broken = withLightIn(broken, rowsOfDays(series, random.below(daysOf(series)), 1), () => 0);
      }
      return broken;
    },
  },
  onDays("dead around noon", [5, 15, 30, 90, 180], LOST, (series) => (light, row) => {
    const hour = solarHour(series, row);
    return hour >= 10 && hour < 14 ? 0 : light;
  }),
  onDays("dead afternoons", [5, 15, 30, 90, 180], LOST, (series) => (light, row) => {
    const hour = solarHour(series, row);
    return hour >= 13 && hour < 20 ? 0 : light;
  }),
  onDays("dead in one of several years", [30, 61, 91, 122, 182], LOST, () => () => 0, { years: true }),
  onDays("stuck at a value day and night", [1, 3, 7, 14, 30], LOST, (series, stretch, random) => {
    const value = Math.round(10 * brightest(series, stretch) * (0.3 + 0.6 * random.next())) / 10;
    return () => value;
  }),
  onDays("stuck at a value by day", [2, 5, 14, 30, 60], LOST, (series, stretch, random) => {
    const value = Math.round(10 * brightest(series, stretch) * (0.2 + 0.3 * random.next())) / 10;
    return (light, row) => (isDay(series, row) ? value : light);
  }),
  onDays("stuck at a small value", [2, 5, 14, 30, 60], LOST, () => () => 1.3),
  byFactor("saturated", [0.9, 0.8, 0.7, 0.6, 0.5], ["saturated"], (_, { effect }) => effect <= -MATTERS, {
    unit: "of the maximum",
    apply(series, size) {
      const top = Math.round(size * brightest(series, { from: 0, to: rowsOf(series) }));
      return withLight(series, (light) => (light > top ? top : light), [GHI]);
    },
  }),
  {
    name: "gaps bridged by straight lines",
    sizes: [6, 12, 24, 48, 120],
    unit: "hours × 20",
    // A line from one night to another is a dead day.
    right: ["stuck", "dead", "night"],
    wrong: [],
    must: (_, { effect }) => Math.abs(effect) >= 3 * MATTERS,
    apply: (series, size, { random }) => bridged(series, size, 20, random),
  },
  {
    name: "rows missing",
    sizes: [0.01, 0.05, 0.1, 0.2, 0.4],
    unit: "of the rows",
    right: [],
    apply: (series, size, { random }) => withLight(series, (light) => (random.next() < size ? Number.NaN : light)),
  },
  onDays("a stretch missing", [7, 30, 61, 122, 183], [], () => () => Number.NaN),
  byFactor("too bright", [1.5, 1.4, 1.3, 1.2, 1.1], FACTOR, (size) => size >= 1.2),
  byFactor("too dark", [0.5, 0.6, 0.7, 0.8, 0.9], FACTOR, (size, truth) => size <= 0.6 || leavesClimate(size, truth)),
  byFactor("a power of ten", [0.1, 10, 100, 1000, 0.001], [...FACTOR, "meter"], () => true),
  byFactor("kJ, J/cm², MJ, langleys, watts from kJ", [3.6, 0.36, 0.0036, 0.086, 1 / 3.6], FACTOR, () => true),
  {
    name: "an offset day and night",
    sizes: [5, 10, 20, 30, 50],
    unit: "W/m²",
    right: ["night", "scale"],
    must: (size, { nights }) => nights && size >= 20,
    apply: (series, size) => withLight(series, (light) => light + size),
  },
  {
    name: "light in the night",
    sizes: [5, 10, 20, 50, 100],
    unit: "W/m²",
    right: ["night"],
    must: (size, { nights }) => nights && size >= 20,
    apply: (series, size, { random }) =>
      withLight(series, (light, row) => (isDay(series, row) ? light : Math.max(light, 0) + 2 * size * random.next())),
  },
  {
    name: "noise",
    sizes: [0.01, 0.02, 0.03, 0.04, 0.05],
    unit: "of the value",
    right: [],
    apply: (series, size, { random }) => withLight(series, (light) => light * (1 + size * random.normal())),
  },
  {
    name: "rounded values",
    sizes: [0.1, 1, 2, 5, 10],
    unit: "W/m²",
    right: [],
    apply: (series, size) => withLight(series, (light) => Math.round(light / size) * size),
  },
  {
    name: "negative nights",
    sizes: [1, 2, 3, 5, 8],
    unit: "W/m²",
    right: [],
    apply: (series, size, { random }) =>
      withLight(series, (light, row) => (isDay(series, row) ? light : -size * (0.5 + 0.5 * random.next()))),
  },
  {
    name: "spikes",
    sizes: [2, 10, 50, 200, 500],
    unit: "rows",
    right: ["implausible", "scale"],
    must: (size) => size >= 10,
    apply(series, size, { random }) {
      const rows = new Set(Array.from({ length: size }, () => random.below(rowsOf(series))));
      return withLight(series, (light, row) => (rows.has(row) ? 2300 + 5000 * random.next() : light), [GHI]);
    },
  },
  {
    name: "a step down in the middle of the years",
    sizes: [0.7, 0.8, 0.85, 0.9, 0.95],
    unit: "×",
    right: ["step", "scale", "trend"],
    years: true,
    must: (size) => size <= 0.9,
    apply: (series, size) => withLight(series, (light, row) => (row > 0.55 * rowsOf(series) ? size * light : light)),
  },
  {
    name: "a step up in the middle of the years",
    sizes: [1.3, 1.2, 1.15, 1.1, 1.05],
    unit: "×",
    right: ["step", "scale", "trend", "implausible"],
    years: true,
    must: (size) => size >= 1.1,
    apply: (series, size) => withLight(series, (light, row) => (row > 0.55 * rowsOf(series) ? size * light : light)),
  },
  {
    name: "a sensor that drifts",
    sizes: [-5, -3, -2, -1, -0.5],
    unit: "%/year",
    right: ["trend", "step", "scale"],
    years: true,
    must: (size) => size <= -2,
    apply: (series, size) => withLight(series, (light, row) => light * (1 + (size / 100) * yearOf(series, row))),
  },
  {
    name: "a meter that counts up",
    sizes: [1, 1000, 3.6, 0.1, 100],
    unit: "per kWh/m²",
    right: ["meter"],
    must: () => true,
    apply: (series, size) => counted(series, size, false),
  },
  {
    name: "a meter that begins at midnight",
    sizes: [1, 1000, 3.6, 0.1, 100],
    unit: "per kWh/m²",
    right: ["meter"],
    must: () => true,
    apply: (series, size) => counted(series, size, true),
  },
  onDays("snow on the sensor", [7, 14, 21, 28, 56], ["step", "scale", "dead"], () => (light) => 0.3 * light, {
    must: () => false,
  }),
  onDays(
    "dirt until it is cleaned",
    [30, 60, 90, 120, 180],
    ["step", "trend", "scale"],
    (_, { from, to }) => {
      return (light, row) => light * (1 - (0.2 * (row - from)) / (to - from));
    },
    { must: () => false },
  ),
];
