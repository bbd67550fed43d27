/** Headers with information beyond the answer itself: notices, and the sources of its weather. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import { fieldList, fieldString } from "./structured-fields.js";

/** API-Notice; "" when there is nothing to say. */
export function noticesField(notices: readonly Notice[]): string {
  return fieldList([...new Set(notices.map(({ message }) => fieldString(message)))]);
}

/** Weather-Sources: an item for each data set, which always includes `synthetic`. */
export function sourcesField(sources: readonly Provenance[], now: number): string {
  return fieldList(sources.map((source) => sourceItem(source, now)));
}

function sourceItem(source: Provenance, now: number): string {
  const parameters = {
    class: source.class,
    synthetic: source.synthetic,
    columns: source.columns.join(" "),
    age: Math.max(0, Math.round((now - source.end) / 1000)),
    distance: Math.round(source.cell.distanceKm * 10) / 10,
    ...(source.run === undefined ? {} : { run: new Date(source.run).toISOString() }),
    licence: source.licence,
  };
  const written = Object.entries(parameters).map(([name, value]) => `;${name}=${itemOf(value)}`);
  return fieldString(`${source.source}/${source.dataset}`) + written.join("");
}

function itemOf(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "?1" : "?0";
  return typeof value === "number" ? String(value) : fieldString(value);
}
