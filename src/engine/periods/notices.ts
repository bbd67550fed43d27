/** What is to be known of days, months and years: their units, and what is missing in them. */
import { isSummed } from "../../contract/observation/parameters.js";
import type { PeriodRequest } from "../../contract/observation/periods.js";
import { formatStamp } from "../../contract/observation/stamps.js";
import { zoneOf } from "../../contract/observation/time-zone.js";
import type { Notice } from "../../contract/observation/types.js";
import type { Rows } from "./sums.js";

const NAMES = { "1_day": "day", "1_month": "month", "1_year": "year" } as const;
/** Characters of a stamp that name a period. */
const LENGTHS = { "1_day": 10, "1_month": 7, "1_year": 4 } as const;

function nameOf({ frequency, zone }: PeriodRequest, edge: number): string {
  return formatStamp(edge, zoneOf(zone)).slice(0, LENGTHS[frequency]);
}

/** The columns keep their names, and CSV has no units. */
export function unitNotices({ frequency, parameters }: PeriodRequest): Notice[] {
  const summed = parameters.filter(isSummed);
  if (summed.length === 0) return [];
  const units = [
    ...(summed.some((name) => !name.startsWith("pv_")) ? ["irradiance in Wh/m²"] : []),
    ...(summed.some((name) => name.startsWith("pv_")) ? ["PV production in Wh/kWp"] : []),
  ];
  const rest = parameters.length > summed.length ? "; temperature and snow depth are means" : "";
  return [{ code: "sums", message: `sums of each ${NAMES[frequency]}: ${units.join(", ")}${rest}` }];
}

/** The planes of a fixed surface are the same in every interval. */
export function surfaceNotices({ frequency, trackingMode }: PeriodRequest): Notice[] {
  if (trackingMode === "none") return [];
  const message = `surface_azimuth and surface_tilt are null: a tracker has no single direction in a ${NAMES[frequency]}`;
  return [{ code: "tracker", message }];
}

export function omissionNotices(request: PeriodRequest, omitted: readonly number[]): Notice[] {
  if (omitted.length === 0) return [];
  const names = omitted.map((edge) => nameOf(request, edge)).join(" and ");
  const message = `left out, because the weather covers only a small part: ${names}; start and end can ask for it`;
  return [{ code: "left-out", message }];
}

export function gapNotices(request: PeriodRequest, edges: Float64Array, rows: Rows): Notice[] {
  const { coverage, minimumCoverage } = rows;
  const of = `of ${rows.count} ${NAMES[request.frequency]}s`;
  const filled = coverage.filter((share) => share < 1 && rows.isEnough(share));
  const isNull = (share: number) => !rows.isEnough(share);
  const nulls = coverage.filter(isNull).length;
  const notices: Notice[] = [];
  if (nulls > 0) {
    const first = nameOf(request, edges[coverage.findIndex(isNull)]!);
    const message = `null in ${nulls} ${of}, from ${first} on: less than ${percent(minimumCoverage)} of the light or time has values`;
    notices.push({ code: "missing", message });
  }
  if (filled.length > 0) {
    const least = filled.reduce((a, b) => Math.min(a, b));
    const message = `gaps of up to ${percent(1 - least)} of the light or time in ${filled.length} ${of}: filled in proportion to the rest`;
    notices.push({ code: "gaps", message });
  }
  return notices;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
