/** A correction in words: by what, how old, with which weights, from which table. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import type { Correction, CorrectionTable, CorrectionWeight } from "irradiance-engine/forecast";

/** For the run's own entry among the sources. */
export function correctionOf(correction: Correction, by: readonly Provenance[]): string {
  const names = by.map(({ source, dataset }) => `${source}/${dataset}`);
  const isPast = correction.method === "past" || correction.dayAhead !== undefined;
  const all = isPast ? [...names, "its past runs here"] : names;
  const parts = [...runsBy(correction), ...lightBy(correction), ...warmthBy(correction)];
  return `corrected by ${all.join(" and ")}: ${parts.join("; ")}`;
}

export function correctedNotice(correction: Correction, by: readonly Provenance[], table: CorrectionTable): Notice {
  const sentence = `the run is ${correctionOf(correction, by)}`;
  const isWeighed = correction.method !== "none" && correction.weights.length > 0;
  const method = isWeighed ? `; weights ${evidenceOf(table)}` : "";
  return { code: "corrected", message: sentence + method };
}

export function uncorrectedNotice(reason: string): Notice {
  return { code: "not-corrected", message: `the run is not corrected: ${reason}` };
}

/** What a table was made from, without how it was judged. */
export function evidenceOf({ evidence }: { readonly evidence: string }): string {
  return evidence.split(";")[0]!;
}

/** @param dayAhead what the table of all leads was learnt from, and how much it gained */
function runsBy({ dayAhead }: Correction): string[] {
  return dayAhead === undefined ? [] : [`irradiance at every lead, ${dayAhead}`];
}

function lightBy({ method, age: seconds, observedUntil, weights, table }: Correction): string[] {
  if (method === "past" && weights.length === 0) return [];
  if (method === "past") {
    const leads = weights.map(({ lead, run }) => `${run.toFixed(2)} at ${hoursOf(lead)}`).join(", ");
    return [`irradiance mixed with the climatology: the run's weight is ${leads}, 1 after 12 h (table ${table})`];
  }
  if (method === "none" || observedUntil === undefined) return [];
  const minutes = Math.round((seconds ?? 0) / 60);
  const until = new Date(observedUntil).toISOString().slice(0, 16);
  const leads = [...weights.map(weightText), "0 after 12 h"].join(", ");
  const age = `${minutes} minutes before the request's quarter hour`;
  return [`irradiance by observations until ${until}Z, ${age}: their weight is then ${leads} (table ${table})`];
}

function weightText({ lead, observation }: CorrectionWeight): string {
  return `${observation.toFixed(2)} at ${hoursOf(lead)}`;
}

function hoursOf(seconds: number): string {
  return `${Number((seconds / 3600).toFixed(2))} h`;
}

function warmthBy({ temperature }: Correction): string[] {
  return temperature === undefined
    ? []
    : [`temperature shifted by ${temperature.toFixed(1)} K, which falls to 0 after 12 h`];
}
