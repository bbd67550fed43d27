/** Measured power beside the model, as a table. */
import { aligned } from "../../text/aligned.js";
import { fixed } from "../../text/number.js";
import { SHORT_MONTH_NAMES } from "../../time/calendar.js";
import type { ComparedSum, LeftOut, MeasuredComparison } from "./compare.js";

const HEAD = [
  ["", "measured", "modelled", "ratio", "PR meas.", "PR model", "bias", "RMSE", "R²", "rows"],
  ["", "kWh", "kWh", "", "", "", "kW", "kW", "", ""],
];

const REASONS: { readonly [reason in LeftOut["reason"]]: string } = {
  dark: "dark",
  missing: "missing",
  outage: "outage or snow",
  frozen: "the same to the last digit",
  curtailed: "held at a limit",
};

/** Months and their sum, hours of the day, and the rows that were left out. @experimental */
export function measuredText({ total, months, hours, leftOut }: MeasuredComparison): string {
  const digits = total.modelled < 100 ? 2 : total.modelled < 10_000 ? 1 : 0;
  const years = new Set(months.map(({ year }) => year));
  const nameOf = (year: number, month: number) => `${SHORT_MONTH_NAMES[month - 1]}${years.size > 1 ? ` ${year}` : ""}`;
  const byMonth = months.map(({ year, month, ...sum }) => [nameOf(year, month), ...cells(sum, digits)]);
  const byHour = hours.map(({ hour, ...sum }) => [`${String(hour).padStart(2, "0")} h`, ...cells(sum, digits)]);
  const left = leftOut.map(({ reason, rows, measured, modelled }) => [
    REASONS[reason],
    String(rows),
    fixed(measured, digits),
    fixed(modelled, digits),
  ]);
  return [
    ...aligned([...HEAD, ...byMonth, ["all", ...cells(total, digits)]]),
    "",
    ...aligned([...HEAD, ...byHour]),
    ...(left.length === 0 ? [] : ["", ...aligned([["left out", "rows", "measured, kWh", "modelled, kWh"], ...left])]),
    "",
  ].join("\n");
}

function cells(sum: ComparedSum, digits: number): string[] {
  const share = (value: number | null) => (value === null ? "–" : fixed(value, 3));
  return [
    fixed(sum.measured, digits),
    fixed(sum.modelled, digits),
    ...[sum.ratio, sum.measuredPerformanceRatio, sum.modelledPerformanceRatio].map(share),
    sum.bias.toPrecision(2),
    sum.rmse.toPrecision(2),
    share(sum.r2),
    String(sum.rows),
  ];
}
