/** What a file is about: for its name, for Parquet's metadata, and as a text beside a CSV, which has no room for it. */
import { CLIMATE_PARAMETERS } from "irradiance-engine/contract";
import { plainUnit } from "../../chart/units.js";
import { type NamedSource, namedSources, noticesIn } from "../../service/provenance.js";
import { isOfCalendar } from "../../state/endpoints.js";
import type { State } from "../../state/state.js";
import type { Hole } from "./joined.js";

/** Of all parts of a file, each fact once. */
export interface Facts {
  readonly sources: readonly NamedSource[];
  readonly notices: readonly string[];
  readonly synthetic: boolean;
}

export const NO_FACTS: Facts = { sources: [], notices: [], synthetic: false };

/** Facts with those of another answer. Its file name says that it is synthetic even where the list of its sources was cut short. */
export function withFacts(facts: Facts, headers: Headers): Facts {
  const sources = [...facts.sources];
  for (const source of namedSources(headers)) {
    if (!sources.some(({ dataset }) => dataset === source.dataset)) sources.push(source);
  }
  const isNamed = /synthetic/.test(headers.get("content-disposition") ?? "");
  return {
    sources,
    notices: [...new Set([...facts.notices, ...noticesIn(headers)])],
    synthetic: facts.synthetic || isNamed || sources.some(({ synthetic }) => synthetic),
  };
}

export interface Subject {
  readonly state: Pick<State, "lat" | "lon" | "name" | "frequency">;
  /** "2005-2014_1_hour" */
  readonly period: string;
  readonly facts: Facts;
  readonly holes: readonly Hole[];
  /** The addresses that the parts came from. */
  readonly requests: readonly string[];
}

export function fileName({ state: { lat, lon }, period, facts, holes }: Subject, ending: string): string {
  const marks = [...(facts.synthetic ? ["synthetic"] : []), ...(holes.length > 0 ? ["incomplete"] : [])];
  return `${["irradiance", lat, lon, period, ...marks].join("_")}.${ending}`;
}

/** Texts, as Parquet's key-value metadata and the text beside a CSV have them. @param now Unix ms */
export function metadataOf(subject: Subject, columns: readonly string[], now: number): { [key: string]: string } {
  const { state, facts, holes, requests } = subject;
  const units = columns.flatMap((name) => {
    const unit = unitOf(name, isOfCalendar(state.frequency));
    return unit === undefined ? [] : [[name, unit] as const];
  });
  return {
    ...(state.name !== "" && { place: state.name }),
    latitude: String(state.lat),
    longitude: String(state.lon),
    times:
      "start_time and end_time in UTC; a value is the average over its interval, of precipitation, days, months and years the sum",
    units: JSON.stringify(Object.fromEntries(units)),
    synthetic: String(facts.synthetic),
    sources: JSON.stringify(facts.sources),
    notices: JSON.stringify(facts.notices),
    missing: JSON.stringify(holes),
    requests: JSON.stringify(requests),
    created: new Date(now).toISOString(),
  };
}

/** For readers: a paragraph an entry. */
export function aboutText(metadata: { readonly [key: string]: string }): string {
  return `${Object.entries(metadata)
    .map(([key, value]) => `${key}:\n${linesOf(value)}`)
    .join("\n\n")}\n`;
}

function linesOf(value: string): string {
  if (!/^[[{]/.test(value)) return value;
  const found: unknown = JSON.parse(value);
  const items = Array.isArray(found) ? found : Object.entries(found as object).map((pair) => pair.join(" "));
  if (items.length === 0) return "none";
  return items.map((item) => (typeof item === "string" ? item : Object.values(item as object).join("; "))).join("\n");
}

/** @param ofSums whether powers are summed to energies, as over days, months and years */
function unitOf(column: string, ofSums: boolean): string | undefined {
  if (column.startsWith("surface_")) return "°";
  const known = (CLIMATE_PARAMETERS as { readonly [name: string]: { readonly unit: { readonly name: string } } })[
    column
  ];
  const unit = known && plainUnit(known.unit.name);
  return ofSums ? unit?.replace(/^W\//, "Wh/") : unit;
}
