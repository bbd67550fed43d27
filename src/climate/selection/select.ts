/** A typical year by selection: for each calendar month the year whose month is most like all years'. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherSeries } from "../../weather/series.js";
import { assembleYear, yearNotices } from "./assemble.js";
import { SELECTION_ALGORITHM, type TypicalYearAudit } from "./audit.js";
import { isoMonth } from "./iso15927.js";
import { checkSelectionOptions, type SelectionOptions } from "./options.js";
import { type Prepared, prepare } from "./prepare.js";
import type { MonthSpan } from "./record.js";
import { sandiaMonth } from "./sandia.js";

export interface TypicalYear {
  /**
   * 365 days in the record's own steps, labelled 2005 on the standard time of the place (its `start` is UTC). What is
   * missing in the record is missing here.
   */
  series: WeatherSeries;
  /**
   * Where each row comes from: the start of its interval (of an instant: its centre), Unix ms. Where measured irradiance
   * meets the sun, as in a decomposition, this is the time to compute the sun for: declination differs by up to 0.3°
   * between the years of one date.
   */
  sourceTimes: Float64Array;
  audit: TypicalYearAudit;
  notices: Notice[];
}

/**
 * Chooses a typical year from many years of weather, by the Sandia method (Hall et al. 1978; TMY2, TMY3, NSRDB) with
 * published or own weights, or by ISO 15927-4.
 *
 * Days are those of the standard time of the place, and 29 February is left out. A month comes into question where no
 * column that the method uses is missing for more than six hours or in more than 1 % of its rows; shorter gaps are bridged
 * by straight lines for the statistics alone. Values that cannot be count as missing, and irradiance a little below zero
 * as zero. Where dew point, humidity, wind or DNI are missing the weights of the rest are brought to sum 1, and a notice
 * says so. Columns other than irradiance are cross-faded where months of different years meet.
 *
 * Pure: the same weather and options give the same bits on every engine.
 *
 * @param series ten years or more, in steps of an hour or less that go into a day without rest; GHI in any case, and what the method needs
 * @throws WeatherError for a record of fewer than ten years (it says which count, and why others do not), or without a
 *   column that the method needs; TypeError, RangeError for options
 */
export function selectTypicalYear(series: WeatherSeries, options: SelectionOptions = {}): TypicalYear {
  const rules = checkSelectionOptions("selectTypicalYear", options);
  const prepared = prepare("selectTypicalYear", series, rules);
  const { record, measured, weights, days, months } = prepared;
  const audits = months.map((spans) =>
    weights === null ? isoMonth(spans, days) : sandiaMonth(spans, days, { ...rules, weights }),
  );
  const chosen = months.map((spans, index) => spans.find(({ year }) => year === audits[index]!.year)!);
  const year = assembleYear(record, measured.columns, chosen, rules.joinHours);
  return {
    series: year.series,
    sourceTimes: year.sourceTimes,
    audit: {
      algorithm: SELECTION_ALGORITHM,
      method: rules.method,
      plotting: rules.plotting,
      persistence: rules.persistence,
      joinHours: rules.joinHours,
      weights: weights && Object.fromEntries(weights),
      ...auditOfRecord(prepared),
      months: audits,
      joins: year.joins,
      missing: year.missing,
    },
    notices: [...prepared.notices, ...yearNotices(year)],
  };
}

/** What an audit says of the record. */
export function auditOfRecord({ record, measured, wholeYears, dropped, months }: Prepared) {
  const all = months.flat().map(({ year }: MonthSpan) => year);
  return {
    derived: measured.derived,
    record: { firstYear: Math.min(...all), lastYear: Math.max(...all), timeZone: record.timeZone },
    wholeYears,
    // Years that the record only touches say nothing.
    dropped: dropped.filter(({ reason }) => reason !== "outside the record"),
  };
}
