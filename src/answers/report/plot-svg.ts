/** Columns as a picture. */
import { assertCurrent } from "../../data/contract/observation/columns.js";
import { PARAMETER_NAMES, type ParameterName } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { shown } from "../../foundation/text/shown.js";
import { monthPlot, periodPlot } from "./bar-plot.js";
import { dayPlot } from "./day-plot.js";
import { checkColumns, checkOptions } from "./labels.js";
import { SERIES_COUNT } from "./scene/palette.js";
import { yearPlot } from "./year-plot.js";

export type PlotKind = "day" | "year" | "months" | "periods";

export interface PlotOptions {
  /**
   * Kind of picture: "day" curves over time (up to 7 days), "year" a heat map of day × hour, "months" sums as bars, all of
   * intervals; "periods" the rows of frequency "1_day", "1_month" or "1_year" as bars.
   */
  kind: PlotKind;
  /**
   * The quantity to draw; it must have been requested. "day" takes several of one unit. Default: for "day" the requested
   * irradiances, else the last requested global irradiance, else the first parameter.
   */
  parameter?: ParameterName | readonly ParameterName[] | undefined;
  /** For "day": the local day, `YYYY-MM-DD`. Default: all of the columns. */
  date?: string | undefined;
  /** For "months": the year is nominal, and months of the same name are combined. */
  typicalYear?: boolean | undefined;
  /** Default: a description of the content. */
  title?: string | undefined;
}

const KINDS: readonly PlotKind[] = ["day", "year", "months", "periods"];
const OF_A_DAY: readonly ParameterName[] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "diffuse_horizontal_irradiance",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
  "global_clear_sky_irradiance",
];
const PREFERRED: readonly ParameterName[] = [
  "global_tilted_irradiance_with_shading",
  "global_tilted_irradiance",
  "global_horizontal_irradiance_with_shading",
  "global_horizontal_irradiance",
];

/**
 * A picture of computed columns as SVG text, in the columns' zone, else in local standard time (`meta.time_zone`); an
 * interval belongs to the day and hour of its centre. Units: W/m² and W/kWp (day, year), kWh/m² and kWh/kWp (sums);
 * temperature and snow are means. Missing and infinite values are gaps; monthly sums cover the existing values.
 * @returns a complete SVG document without external references
 * @throws TypeError for invalid columns or options; RangeError for an unknown kind, a parameter that was not requested,
 *   parameters of different units, a date outside the columns, or more than 7 days without a date; StaleColumnsError
 *   for columns that are views of a workspace reused since
 */
export function plotSvg(columns: ObservationColumns, options: PlotOptions): string {
  checkColumns("plotSvg", columns);
  checkOptions("plotSvg", options);
  assertCurrent(columns);
  const { kind, date, typicalYear = false, title } = options;
  if (!KINDS.includes(kind))
    throw new RangeError(`plotSvg: kind must be one of ${KINDS.join(", ")}, got ${shown(kind)}`);
  if (columns.count === 0) throw new RangeError("plotSvg: columns must have an interval, got none");
  if ((kind === "periods") !== (columns.edges !== undefined)) {
    const wanted = columns.edges === undefined ? "day, year or months" : "periods";
    throw new RangeError(`plotSvg: kind must be ${wanted} with frequency "${columns.meta.frequency}", got "${kind}"`);
  }
  const parameters = chosen(columns, options);
  if (kind === "periods") return periodPlot(columns, parameters[0]!, title);
  if (kind === "day") return dayPlot(columns, parameters, date, title);
  return kind === "year"
    ? yearPlot(columns, parameters[0]!, title)
    : monthPlot(columns, parameters[0]!, typicalYear, title);
}

function chosen(columns: ObservationColumns, { kind, parameter }: PlotOptions): readonly ParameterName[] {
  const isThere = (name: ParameterName) => Boolean(columns.values[name]);
  if (parameter === undefined) {
    const ofDay = kind === "day" ? OF_A_DAY.filter(isThere) : [];
    const one = PREFERRED.find(isThere) ?? PARAMETER_NAMES.find(isThere);
    if (one === undefined) throw new RangeError("plotSvg: columns must have a requested parameter, got none");
    return ofDay.length > 0 ? ofDay : [one];
  }
  const names = typeof parameter === "string" ? [parameter] : parameter;
  const wrong = names.find((name) => !PARAMETER_NAMES.includes(name) || !isThere(name));
  if (wrong !== undefined || names.length === 0)
    throw new RangeError(`plotSvg: parameter must be a requested one, got ${shown(wrong)}`);
  const most = kind === "day" ? SERIES_COUNT : 1;
  if (names.length > most)
    throw new RangeError(`plotSvg: kind "${kind}" draws at most ${most} parameter(s), got ${names.length}`);
  return names;
}
