/** seriescalc: hours of years as they were observed, on a plane, and what a system made of them. */
import { DAY } from "irradiance-engine/internal/shared";
import { solarPosition } from "irradiance-engine/models/solar-position";
import { invalidParameter } from "../../errors.js";
import type { DoorRequest } from "../door.js";
import { joined, ONE_AXIS_NOTICE, type Said, type SeriesBody, saidOf } from "../said.js";
import { headOf } from "./descriptions.js";
import { middleOf, stampOf, valueIn } from "./hours.js";
import { chosenPlane, withSystem } from "./pv-calc.js";
import {
  type Asked,
  flagOf,
  inOurs,
  type Plane,
  planeOf,
  readWithHorizon,
  type SystemAsked,
  systemAsked,
  systemOf,
  yearsOf,
} from "./query.js";

/** History begins with it. */
const FIRST_YEAR = 2020;
const LIGHT = ["global", "direct", "diffuse"].map((part) => `${part}_tilted_irradiance_with_shading`);

export async function seriesCalc({ query, now, ours }: DoorRequest): Promise<object> {
  const asked = await readWithHorizon("seriescalc", { query, ours });
  const plane = planeOf("seriescalc", query);
  const hasPower = flagOf(query, "pvcalculation", false);
  const system = systemAsked(hasPower ? query : { ...query, peakpower: "1", loss: query.loss ?? "0" });
  const hasParts = flagOf(query, "components", false);
  const { start, end } = yearsOf(query, FIRST_YEAR, lastYear(now));
  const chosen = await chosenPlane(asked, plane, system, ours);
  const [rows, said]: [object[], Said[]] = [[], []];
  let altitude: number | null = null;
  // Year by year: between them others have their turn.
  for (let year = start; year <= end; year++) {
    const period = { start: `${year}-01-01T00:00Z`, end: `${year + 1}-01-01T00:00Z`, frequency: "1_hour" };
    const light = await ours<SeriesBody>({ path: "observation/historical", query: lightQuery(asked, chosen, period) });
    const power = hasPower ? await askPower(asked, system, chosen, period, ours) : undefined;
    said.push(saidOf(light), { sources: [], synthetic: false, notices: power?.notices ?? [] });
    altitude = light.json.meta.altitude;
    rows.push(...rowsOf(asked, light.json, { hasParts, power: power?.values }));
  }
  if (chosen.kind === "tracker") said.push({ sources: [], synthetic: false, notices: [ONE_AXIS_NOTICE] });
  const head = headOf("seriescalc", asked, altitude, joined(said), { year_min: start, year_max: end });
  return { ...withSystem(head, system, chosen, plane.kind === "best"), outputs: { hourly: rows } };
}

/** The last year that is over, and observed. @throws HttpError 400 before there is one */
function lastYear(now: number): number {
  const last = new Date(now - WEEK).getUTCFullYear() - 1;
  if (last >= FIRST_YEAR) return last;
  throw invalidParameter("endyear", `parameter "endyear": no year from ${FIRST_YEAR} on is over`);
}

/** Of history the last week is not there yet, ms. */
const WEEK = 7 * DAY;

type Fixed = Exclude<Plane, { kind: "best" }>;
type Period = { readonly start: string; readonly end: string; readonly frequency: string };

function lightQuery({ lat, lon, horizon }: Asked, plane: Fixed, period: Period) {
  const parameters = [...LIGHT, "temperature"].join(",");
  return { lat, lon, horizon, parameters, meta: "extended", ...period, ...inOurs(plane) };
}

/** W by the hour that begins at a time, Unix ms. */
async function askPower(
  { lat, lon, horizon }: Asked,
  system: SystemAsked,
  plane: Fixed,
  period: Period,
  ours: DoorRequest["ours"],
) {
  const query = { lat, lon, horizon, time_zone: "UTC", ...period };
  const { json, notices } = await ours<SeriesBody>({ path: "observation/pv", query, body: systemOf(system, plane) });
  const values = new Map(json.start_times.map((time, row) => [Date.parse(time), valueIn(json, "ac_power", row)]));
  return { values, notices };
}

interface RowsAsked {
  readonly hasParts: boolean;
  readonly power: ReadonlyMap<number, number | null> | undefined;
}

function rowsOf({ lat, lon }: Asked, json: SeriesBody, { hasParts, power }: RowsAsked): object[] {
  const middles = json.start_times.map(middleOf);
  const { elevation } = solarPosition({ time: Float64Array.from(middles), latitude: lat, longitude: lon });
  const Int = json.meta.sources.some(({ synthetic }) => synthetic) ? 1 : 0;
  const [global, direct, diffuse] = LIGHT as [string, string, string];
  return middles.map((middle, row) => {
    const value = (name: string) => valueIn(json, name, row);
    return {
      time: stampOf(middle),
      ...(power && { P: power.get(Date.parse(json.start_times[row]!)) ?? null }),
      ...(hasParts ? { "Gb(i)": value(direct), "Gd(i)": value(diffuse), "Gr(i)": 0 } : { "G(i)": value(global) }),
      ...{
        H_sun: Math.round(elevation[row]! * 100) / 100,
        T2m: value("temperature"),
        WS10m: null,
        Int,
      },
    };
  });
}
