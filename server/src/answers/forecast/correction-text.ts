/** A correction in words: by what, how old, with which weights, from which table. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import type { Correction, CorrectionTable, CorrectionWeight } from "irradiance-engine/forecast";

/** For the run's own entry among the sources. */
export function correctionOf(correction: Correction, by: readonly Provenance[]): string {
  const names = by.map(({ source, dataset }) => `${source}/${dataset}`);
  const all = correction.method === "past" ? [...names, "the past of its runs here"] : names;
  return `corrected by ${all.join(" and ")}: ${[...lightBy(correction), ...warmthBy(correction)].join("; ")}`;
}

export function correctedNotice(correction: Correction, by: readonly Provenance[], table: CorrectionTable): Notice {
  const sentence = `the run is ${correctionOf(correction, by)}`;
  const method = correction.method === "none" ? "" : `; weights ${evidenceOf(table)}`;
  return { code: "corrected", message: sentence + method };
}

export function uncorrectedNotice(reason: string): Notice {
  return { code: "not-corrected", message: `the run is not corrected: ${reason}` };
}

/** What a table was made from, without how it was judged. */
export function evidenceOf({ evidence }: { readonly evidence: string }): string {
  return evidence.split(";")[0]!;
}

function lightBy({ method, age: seconds, observedUntil, weights, table }: Correction): string[] {
  if (method === "past") {
    const leads = weights.map(({ lead, run }) => `${run.toFixed(2)} at ${hoursOf(lead)}`).join(", ");
    return [`irradiance weighed against the climatology, with a weight of ${leads}, 1 after 12 h (table ${table})`];
  }
  if (method === "none" || observedUntil === undefined) return [];
  const minutes = Math.round((seconds ?? 0) / 60);
  const until = new Date(observedUntil).toISOString().slice(0, 16);
  const leads = [...weights.map(weightText), "none after 12 h"].join(", ");
  const age = `${minutes} minutes before the quarter of an hour of the request`;
  return [`irradiance, as observed until ${until}Z, ${age}, then with a weight of ${leads} (table ${table})`];
}

function weightText({ lead, observation }: CorrectionWeight): string {
  return `${observation.toFixed(2)} at ${hoursOf(lead)}`;
}

function hoursOf(seconds: number): string {
  return `${Number((seconds / 3600).toFixed(2))} h`;
}

function warmthBy({ temperature }: Correction): string[] {
  return temperature === undefined ? [] : [`temperature moved by ${temperature.toFixed(1)} K, by nothing after 12 h`];
}
