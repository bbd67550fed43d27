/** Where the values of an answer came from: one entry for each data set. */
import { isIrradiance, movesOf } from "irradiance-engine/series";
import type { Plan, Stretch } from "./plan.js";
import type { Part, Provenance } from "./source.js";

/** @param served the stretches with the parts that were read for them, in the order of the plan */
export function provenanceOf(
  served: readonly { readonly stretch: Stretch; readonly parts: readonly Part[] }[],
  { grid, place }: Plan,
): Provenance[] {
  const entries = new Map<string, Provenance>();
  for (const { stretch, parts } of served) {
    for (const { series, provenance } of parts) {
      const start = Math.max(provenance.start, stretch.start);
      const end = Math.min(provenance.end, stretch.end);
      const columns = provenance.columns.filter((column) => stretch.columns.includes(column));
      if (!(start < end) || columns.length === 0) continue;
      const corrections = [...provenance.corrections];
      if (series.sampling === "instant")
        corrections.push("instantaneous values taken as means over the intervals around them");
      if (series.sampling === "instant" && provenance.class === "satellite" && columns.some(isIrradiance))
        corrections.push("missing values at low sun filled from the nearest clear-sky index");
      if (series.interval * 1000 !== grid?.step) {
        corrections.push(`resampled from intervals of ${series.interval} s to ${(grid?.step ?? 0) / 1000} s`);
      }
      corrections.push(...movesOf(provenance.cell, place, columns));
      const key = `${provenance.source}\n${provenance.dataset}`;
      const entry = { ...provenance, start, end, columns, corrections };
      entries.set(key, together(entries.get(key), entry));
    }
  }
  return [...entries.values()];
}

function together(before: Provenance | undefined, entry: Provenance): Provenance {
  if (before === undefined) return entry;
  return {
    ...before,
    start: Math.min(before.start, entry.start),
    end: Math.max(before.end, entry.end),
    columns: [...new Set([...before.columns, ...entry.columns])],
    corrections: [...new Set([...before.corrections, ...entry.corrections])],
  };
}
