// The targets for speed and their verdicts. `measured` is the median; `least` is required, `aim` is desired.

/** @type {{ id: string, label: string, least: string, aim: string, meets: (m: any) => boolean, aims?: (m: any) => boolean, optional?: boolean }[]} */
export const FIGURES = [
  atMost("r", "R, per step", 8, 5, "sines"),
  atMost("default", "R-default against R", 4, 2.5, "×"),
  atMost("vector", "sun vector, uniform grid, per step", 0.8, 0.6, "sines"),
  atMost("angles", "both angles, uniform grid, per step", 2.2, 1.8, "sines"),
  atLeast("suncalc", "both angles at arbitrary instants against suncalc", 6, 8, "× faster"),
  atLeast("pvlib", "pvlib's chain with R's models against R, numpy with AVX-512", 15, 25, "× faster"),
  atLeast("pvlibAvx2", "the same, numpy without AVX-512", 50, 80, "× faster"),
  atLeast("day", "R + JSON against a day of it, all columns, to JSON bytes", 150, 250, "× a day"),
  atLeast("naive", "JSON writer, year at 15 min, against toISOString + JSON.stringify", 12, 15, "× faster"),
  atMost("memcpy", "JSON writer against a copy of its bytes", 25, 15, "×"),
  atMost("fresh", "a new year and site against the same again, compiled code warm", 1.4, 1.2, "×"),
  {
    id: "bytes",
    label: "bytes allocated by a warm call with a workspace, n = 96 and 525,600",
    least: "≤ 4 kB, equal",
    aim: "",
    meets: ([small, large]) => small <= 4096 && small === large,
  },
  {
    id: "sunless",
    label: "only `temperature`, fixed plane: calls that compute a sun",
    least: "none",
    aim: "",
    meets: (calls) => calls === 0,
  },
  optional(atMost("bulkOne", "one worker against the direct call", 1.05, undefined, "×")),
  optional(atLeast("bulkTwo", "two workers against one", 1.8, undefined, "× faster")),
  optional(atMost("poolStart", "start of a pool", 300, undefined, "ms")),
];

function atMost(id, label, least, aim, unit) {
  return {
    id,
    label,
    least: `≤ ${least} ${unit}`,
    aim: aim === undefined ? "" : String(aim),
    meets: (measured) => measured <= least,
    aims: (measured) => measured <= aim,
  };
}

function atLeast(id, label, least, aim, unit) {
  return {
    id,
    label,
    least: `≥ ${least} ${unit}`,
    aim: aim === undefined ? "" : String(aim),
    meets: (measured) => measured >= least,
    aims: (measured) => measured >= aim,
  };
}

/** A figure of a suite that runs only on request: without it there is no row. */
function optional(figure) {
  return { ...figure, optional: true };
}

/**
 * The rows of the table of targets. `measured` is { id: { measured, text } }; a suite may add figures that are not in the
 * list as { label, least, aim, text, met }.
 */
export function verdicts(measured) {
  const known = new Set(FIGURES.map(({ id }) => id));
  const asked = FIGURES.filter(({ id, optional }) => measured[id] || !optional).map(
    ({ id, label, least, aim, meets, aims }) => {
      const found = measured[id];
      if (!found) return [label, least, aim, "not measured in this run", ""];
      const verdict = !meets(found.measured) ? "**no**" : aims?.(found.measured) ? "yes, and the aim" : "yes";
      return [label, least, aim, found.text, verdict];
    },
  );
  const brought = Object.entries(measured)
    .filter(([id]) => !known.has(id))
    .map(([, { label, least, aim = "", text, met }]) => [label, least, aim, text, met ? "yes" : "**no**"]);
  return [...asked, ...brought];
}
