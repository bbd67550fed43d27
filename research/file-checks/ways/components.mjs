/** Ways in which GHI, DNI and DHI do not fit one another. */
import { DHI, DNI, GHI, late, withLight, withLightIn } from "./rows.mjs";

const UNFIT = ["closure", "no-beam", "scale", "unit", "implausible"];

function byFactor(name, column, sizes, must) {
  return {
    name,
    sizes,
    unit: "×",
    right: UNFIT,
    components: true,
    must,
    apply: (series, size) => withLight(series, (light) => size * light, [column]),
  };
}

function onDays(name, value, names) {
  return {
    name,
    sizes: [5, 14, 30, 60, 90],
    unit: "days",
    right: UNFIT,
    components: true,
    must: (size, { lostBeam }) => size >= 14 && lostBeam >= 0.01,
    apply: (series, size, { days }) => withLightIn(series, days(size), value(series), names),
  };
}

const SWAPS = { "GHI and DNI": [GHI, DNI], "GHI and DHI": [GHI, DHI], "DNI and DHI": [DNI, DHI] };
const TURNS = { "GHI, DNI, DHI in turn": [GHI, DNI, DHI], "GHI, DHI, DNI in turn": [GHI, DHI, DNI] };

function renamed(series, names) {
  const columns = { ...series.columns };
  names.forEach((name, k) => {
    columns[name] = series.columns[names[(k + 1) % names.length]];
  });
  return { ...series, columns };
}

const clocks = (name, minutes) => ({
  name: `three components, ${name}`,
  sizes: [12, 6, 3, 1, 1],
  unit: "months",
  months: (size) => size,
  right: ["clock", "label"],
  components: true,
  shift: (_, { step }) => minutes(step / 60),
  apply: (series, _, { shift }) => late(series, shift),
});

export const COMPONENT_WAYS = [
  onDays("DNI zero, a tracker that stands", () => () => 0, [DNI]),
  onDays(
    "tracker off: DNI zero, DHI as GHI",
    (series) => (_, row, name) => (name === DNI ? 0 : series.columns[GHI][row]),
    [DNI, DHI],
  ),
  byFactor("DHI by a factor", DHI, [0.7, 0.8, 1.1, 1.2, 1.3], (size) => size <= 0.8 || size >= 1.2),
  byFactor("GHI by a factor beside good components", GHI, [0.9, 1.02, 1.05, 1.08, 1.1], (size) => size !== 1.02),
  byFactor("DNI by a factor", DNI, [0.8, 0.9, 0.95, 1.05, 1.1], (size) => size !== 0.95 && size !== 1.05),
  {
    name: "columns swapped",
    sizes: [...Object.keys(SWAPS), ...Object.keys(TURNS)],
    unit: "",
    right: UNFIT,
    components: true,
    must: () => true,
    apply: (series, size) => renamed(series, SWAPS[size] ?? TURNS[size]),
  },
  clocks("interval ends read as starts", (step) => step),
  clocks("an hour early", () => -60),
];
