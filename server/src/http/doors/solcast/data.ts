/** /data/{live,forecast,historic}/…: light, weather and power of any place. */
import { DAY, HOUR, MINUTE, parseIsoTime } from "irradiance-engine/internal/shared";
import type { Query } from "../../endpoint.js";
import { HttpError } from "../../errors.js";
import type { DoorAnswer, DoorRequest } from "../door.js";
import { numberOf, refuseValue, requiredNumber, textOf, wholeOf } from "../readers.js";
import { type Column, inKilowatts, namesOf, periodOf, refuseOtherThan, rowsOf } from "./rows.js";
import { clockwise } from "./sites.js";

const KINDS = {
  live: { path: "observation/realtime", power: "observation/pv", list: "estimated_actuals" },
  forecast: { path: "forecast/precision", power: "forecast/pv", list: "forecasts" },
  historic: { path: "observation/historical", power: "observation/pv", list: "estimated_actuals" },
} as const;
type Kind = keyof typeof KINDS;

/** By their names; ours. */
const PARAMETERS = {
  air_temp: "temperature",
  clearsky_ghi: "global_clear_sky_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  ebh: "direct_horizontal_irradiance",
  ghi: "global_horizontal_irradiance",
  gti: "global_tilted_irradiance",
};
const POWER = { pv_power_rooftop: "mean" };
const POWER_BANDS = { ...POWER, pv_power_rooftop10: "p10", pv_power_rooftop90: "p90" };

/** A default of ours would be another roof than theirs. */
const FIXED = { format: ["json"], time_zone: ["utc"], array_type: ["fixed"], terrain_shading: ["false"] };
const NOT_TAKEN = { ...FIXED, install_date: [] };

const OF_A_PLACE = ["latitude", "longitude", "hours", "start", "end", "duration", "period", "output_parameters"];
const OF_A_PLANE = ["tilt", "azimuth", "format", "time_zone", "array_type", "terrain_shading"];
/** Keys that each reads. */
export const RADIATION_KEYS = [...OF_A_PLACE, ...OF_A_PLANE];
export const ROOFTOP_KEYS = [...RADIATION_KEYS, "capacity", "loss_factor", "install_date"];

interface Values {
  readonly end_times: readonly string[];
  readonly values: { readonly [name: string]: Column };
  readonly quantiles?: { readonly ac_power: { readonly [name: string]: Column } } | null;
}

export async function radiation({ params, query, ours, now }: DoorRequest): Promise<DoorAnswer> {
  const kind = kindOf(params);
  refuseOtherThan(query, FIXED);
  const names = namesOf(query, PARAMETERS, ["air_temp", "dni", "ghi"]);
  const period = periodOf(query);
  const { json } = await ours<Values>({
    path: KINDS[kind].path,
    query: {
      ...placeOf(query),
      ...(names.some(([name]) => name === "gti") && planeOf(query)),
      ...spanOf(kind, query, now),
      parameters: names.map(([, own]) => own).join(","),
      frequency: period.frequency,
    },
  });
  const columns = Object.fromEntries(names.map(([name, own]) => [name, json.values[own] ?? []]));
  return answered(kind, rowsOf({ end_times: json.end_times, columns }, period, untilOf(kind, now)));
}

/** Power in kW. */
export async function rooftop({ params, query, ours, now }: DoorRequest): Promise<DoorAnswer> {
  const kind = kindOf(params);
  refuseOtherThan(query, NOT_TAKEN);
  const names = namesOf<string>(query, kind === "forecast" ? POWER_BANDS : POWER, ["pv_power_rooftop"]);
  const period = periodOf(query);
  const factor = numberOf(query, "loss_factor", 0, 1);
  const quantiles = names.map(([, own]) => own).filter((own) => own !== "mean");
  const { json } = await ours<Values>({
    path: KINDS[kind].power,
    query: {
      ...placeOf(query),
      ...planeOf(query),
      ...spanOf(kind, query, now),
      kwp: requiredNumber(query, "capacity", 0.001, 1e9),
      losses: factor === undefined ? undefined : 100 * (1 - factor),
      frequency: period.frequency,
      // Without them the mean is of another kind: at a site and here it is the same.
      quantiles: kind === "forecast" ? [...new Set(["p50", ...quantiles])].join(",") : undefined,
    },
  });
  const columns = Object.fromEntries(
    names.map(([name, own]) => [
      name,
      inKilowatts(own === "mean" ? json.values.ac_power : json.quantiles?.ac_power[own]),
    ]),
  );
  return answered(kind, rowsOf({ end_times: json.end_times, columns }, period, untilOf(kind, now)));
}

function answered(kind: Kind, rows: object[]): DoorAnswer {
  return { body: { [KINDS[kind].list]: rows } };
}

function untilOf(kind: Kind, now: number): number {
  return kind === "forecast" ? Infinity : now;
}

/** @throws HttpError 404 */
function kindOf({ kind = "" }: DoorRequest["params"]): Kind {
  if (Object.hasOwn(KINDS, kind)) return kind as Kind;
  throw new HttpError("unknown_path", `nothing found there: data has ${Object.keys(KINDS).join(", ")}`);
}

function placeOf(query: Query) {
  return {
    lat: requiredNumber(query, "latitude", -90, 90),
    lon: requiredNumber(query, "longitude", -180, 180),
  };
}

function planeOf(query: Query) {
  const azimuth = numberOf(query, "azimuth", -180, 180);
  return {
    surface_tilt: requiredNumber(query, "tilt", 0, 90),
    surface_azimuth: azimuth === undefined ? undefined : clockwise(azimuth),
  };
}

/** Hours that are asked for by default, and the most. */
const HOURS = { live: [24, 168], forecast: [48, 336] } as const;

function spanOf(kind: Kind, query: Query, now: number): { readonly start?: string; readonly end?: string } {
  if (kind === "historic") return historyOf(query, now);
  const [fallback, most] = HOURS[kind];
  const hours = hoursOf(query, fallback, most);
  return kind === "live" ? { start: `-${hours}hours`, end: "now" } : { start: "now", end: `+${hours}hours` };
}

export function hoursOf(query: Query, fallback: number, most: number): number {
  return wholeOf(query, "hours", 1, most) ?? fallback;
}

const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/;

/** @throws HttpError 400 */
function historyOf(query: Query, now: number): { readonly start: string; readonly end: string } {
  const [start, end] = [timeOf(query, "start"), timeOf(query, "end")];
  const text = textOf(query, "duration");
  if (start === undefined) {
    throw new HttpError("missing_parameter", 'parameter "start" is required', { parameter: "start" });
  }
  if ((end === undefined) === (text === undefined)) refuseValue("end", 'given, or "duration", and not both', end);
  if (end !== undefined) return { start, end };
  const [, days = 0, hours = 0, minutes = 0] = DURATION.exec(text!) ?? [];
  const length = Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE;
  if (!(length > 0)) refuseValue("duration", "a time such as P1D or PT12H, of at most 999 days", text);
  const until = new Date(Math.min(Date.parse(start) + length, now));
  return { start, end: until.toISOString() };
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time without an offset is UTC, as there. */
function timeOf(query: Query, name: string): string | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const whole = text.includes("T") ? text : `${text}T00:00`;
  const time = TIME.test(text) ? parseIsoTime(/(?:Z|[+-]\d{2}:?\d{2})$/.test(whole) ? whole : `${whole}Z`) : Number.NaN;
  if (Number.isNaN(time)) refuseValue(name, "a time such as 2025-06-01T00:00Z", text);
  return new Date(time).toISOString();
}
