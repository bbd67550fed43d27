/** Ways in which times are wrong, and what of the sky must not pass for it. `sizes` are months of the file unless a way says otherwise. */
import { late, rowsOf, rowsPerDay, solarDay, solarHour, withRowsFrom } from "./rows.mjs";
import { behindRidge, leaning } from "./sky.mjs";

/** A year, half of one, a quarter, and two single months. */
const LENGTHS = [12, 6, 3, 1, 1];
const WHOLE = ["clock", "label"];

/** All times off by minutes(step in minutes, place, random), in files of several lengths. */
function allOff(name, minutes, more = {}) {
  return {
    name,
    sizes: LENGTHS,
    unit: "months",
    months: (size) => size,
    right: WHOLE,
    shift: (_, { step, place, random }) => minutes(step / 60, place, random),
    apply: (series, _, { shift }) => late(series, shift),
    ...more,
  };
}

/** Rows from some time on, or in part of the year, come later by whole rows. */
function partOff(series, isOff, minutes) {
  const rows = Math.round((minutes * 60) / series.interval);
  return withRowsFrom(series, (row) => (isOff(row) ? row - rows : row));
}

/** Months of summer time around the summer solstice. */
function inSummer(series, months) {
  const middle = series.place.latitude < 0 ? 0 : 0.5;
  return (row) => {
    const year = (solarDay(series, row) / 365.2425 + 10 / 365) % 1;
    return Math.abs(((year - middle + 1.5) % 1) - 0.5) < months / 24;
  };
}

export const CLOCK_WAYS = [
  allOff("interval ends read as starts", (step) => step),
  allOff("interval starts read as ends", (step) => -step, { label: "end" }),
  allOff("interval centres read as starts", (step) => step / 2),
  allOff("an hour late", () => 60),
  allOff("an hour early", () => -60),
  allOff("two hours late", () => 120),
  allOff("two hours early", () => -120),
  allOff("half an hour late", () => 30),
  allOff("half an hour early", () => -30),
  allOff("zone of the place not stated", (_, { longitude }) => 60 * Math.round(longitude / 15)),
  {
    name: "minutes",
    sizes: [20, 15, 10, 5, 45],
    unit: "min",
    right: WHOLE,
    shift: (size, { random }) => (random.next() < 0.5 ? -size : size),
    apply: (series, _, { shift }) => late(series, shift),
    must: (size, { step }) => size >= 10 && step <= 900,
  },
  {
    name: "summer time in part of the year",
    sizes: [7, 6.5, 6, 5, 4],
    unit: "months",
    right: ["clock-change"],
    spoils: true,
    apply: (series, size) => partOff(series, inSummer(series, size), 60),
  },
  {
    name: "an hour off from a date on",
    sizes: [9, 6, 4, 3, 2],
    unit: "months left",
    right: ["clock-change"],
    spoils: true,
    apply(series, size, { random }) {
      const first = rowsOf(series) - Math.round((size * rowsOf(series)) / 12);
      return partOff(series, (row) => row >= first, random.next() < 0.5 ? 60 : -60);
    },
  },
  {
    name: "a clock that drifts",
    sizes: [20, 15, 10, 5, 2],
    unit: "min/year",
    right: ["clock-drift", "clock-change", "clock"],
    fine: true,
    must: (size) => size >= 10,
    apply(series, size) {
      const perRow = (size * 60) / series.interval / rowsOf(series);
      return withRowsFrom(series, (row) => Math.round(row - row * perRow));
    },
  },
  {
    name: "12-hour stamps, noon and midnight swapped",
    sizes: [365, 180, 90, 30, 10],
    unit: "days",
    right: ["clock", "clock-change", "night", "dead", "label"],
    must: (size) => size >= 30,
    apply(series, size, { days }) {
      const { from, to } = days(size);
      const half = rowsPerDay(series) / 2;
      return withRowsFrom(series, (row) => {
        if (row < from || row >= to) return row;
        const hour = Math.floor(solarHour(series, row));
        return hour === 12 ? row - half : hour === 0 ? row + half : row;
      });
    },
  },
  {
    name: "another place",
    sizes: ["latitude sign", "longitude sign", "30° E", "10° E", "5° E"],
    unit: "",
    right: ["clock", "label", "clock-change", "scale", "night", "implausible"],
    must: (size, { place, step }) =>
      size === "latitude sign"
        ? Math.abs(place.latitude) > 15
        : size === "longitude sign"
          ? Math.abs(place.longitude) > 7
          : size !== "5° E" && (size !== "10° E" || step <= 900),
    apply(series, size) {
      const { latitude, longitude } = series.place;
      const moved =
        size === "latitude sign"
          ? { latitude: -latitude }
          : size === "longitude sign"
            ? { longitude: -longitude }
            : { longitude: wrapped(longitude + Number.parseFloat(size)) };
      return { ...series, place: { ...series.place, ...moved } };
    },
  },
  {
    name: "days late from March on",
    sizes: [1, 2, 3, 5, 10],
    unit: "days",
    right: [],
    apply: (series, size) =>
      withRowsFrom(series, (row) => (row > 59 * rowsPerDay(series) ? row - size * rowsPerDay(series) : row)),
  },
  {
    name: "days of a stretch shuffled",
    sizes: [3, 5, 7, 10, 14],
    unit: "days",
    right: [],
    apply(series, size, { days, random }) {
      const { from, to } = days(size);
      const perDay = rowsPerDay(series);
      const order = shuffled(Math.floor((to - from) / perDay), random);
      return withRowsFrom(series, (row) => {
        const day = Math.floor((row - from) / perDay);
        return row >= from && day < order.length ? row + (order[day] - day) * perDay : row;
      });
    },
  },
  {
    name: "a ridge in the east",
    sizes: [5, 8, 10, 12, 15],
    unit: "°",
    right: [],
    apply: (series, size) => behindRidge(series, size, 20, 160),
  },
  {
    name: "a ridge in the west",
    sizes: [5, 8, 10, 12, 15],
    unit: "°",
    right: [],
    apply: (series, size) => behindRidge(series, size, 200, 340),
  },
  {
    name: "a sensor that leans east or west",
    sizes: [0.5, 1, 1.5, 2, 3],
    unit: "°",
    right: [],
    apply: (series, size, { random }) => leaning(series, size, random.next() < 0.5 ? 90 : 270),
  },
];

const wrapped = (longitude) => (longitude > 180 ? longitude - 360 : longitude);

/** No day stays where it was (Sattolo 1986). */
function shuffled(count, random) {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = random.below(k);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}
