/** A typical year by selection: for each calendar month the year whose month is most like all years'. */
import type { WeatherSeries } from "../../weather/series.js";
import { finishYear, type TypicalYear } from "./finish.js";
import { isoMonth } from "./iso15927.js";
import { checkSelectionOptions, type SelectionOptions } from "./options.js";
import { prepare } from "./prepare.js";
import { sandiaMonth } from "./sandia.js";

/**
 * Chooses a typical year from many years of weather, by the Sandia method (Hall et al. 1978; TMY2, TMY3, NSRDB) with
 * published or own weights, or by ISO 15927-4.
 *
 * Days follow the standard time of the place, and 29 February is left out. A month is eligible if no column that the method uses
 * is missing for more than six hours or in more than 1 % of its rows; shorter gaps are bridged by straight lines, for the
 * statistics only. Impossible values count as missing, and irradiance slightly below zero as zero. If dew point, humidity, wind or
 * DNI is missing, the other weights are scaled to a sum of 1, and a notice says so. Columns other than irradiance are cross-faded
 * where months of different years meet.
 *
 * Pure: the same weather and options give the same bits on every engine.
 *
 * @param series ten years or more, in steps of an hour or less that divide a day evenly; with GHI, and the columns that the method
 * needs
 * @throws WeatherError for a record of fewer than ten years (the message lists those that count, and why others do not), or
 *   without a column that the method needs; TypeError, RangeError for options
 * @experimental
 */
export function selectTypicalYear(series: WeatherSeries, options: SelectionOptions = {}): TypicalYear {
  const rules = checkSelectionOptions("selectTypicalYear", options);
  const prepared = prepare("selectTypicalYear", series, rules);
  const { weights, days, months } = prepared;
  const audits = months.map((spans) =>
    weights === null ? isoMonth(spans, days) : sandiaMonth(spans, days, { ...rules, weights }),
  );
  return finishYear(prepared, rules, audits, null);
}
