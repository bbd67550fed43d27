/** From the years chosen for the twelve months to the year itself, with its audit. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherSeries } from "../../weather/series.js";
import { assembleYear, yearNotices } from "./assemble.js";
import { type MonthAudit, type ProbableYearAudit, SELECTION_ALGORITHM, type TypicalYearAudit } from "./audit.js";
import type { SelectionRules } from "./options.js";
import type { Prepared } from "./prepare.js";

/** @experimental */
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

/** @param audits the twelve months, January first, with the year chosen for each */
export function finishYear(
  prepared: Prepared,
  rules: SelectionRules,
  audits: readonly MonthAudit[],
  probable: ProbableYearAudit | null,
): TypicalYear {
  const { record, measured, weights, months, wholeYears, dropped } = prepared;
  const chosen = months.map((spans, index) => spans.find(({ year }) => year === audits[index]!.year)!);
  const year = assembleYear(record, measured.columns, chosen, rules.joinHours);
  const years = months.flat().map((span) => span.year);
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
      derived: measured.derived,
      record: { firstYear: Math.min(...years), lastYear: Math.max(...years), timeZone: record.timeZone },
      wholeYears,
      // Years that the record only touches say nothing.
      dropped: dropped.filter(({ reason }) => reason !== "outside the record"),
      months: audits,
      probable,
      joins: year.joins,
      missing: year.missing,
    },
    notices: [...prepared.notices, ...yearNotices(year)],
  };
}
