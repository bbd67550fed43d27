/** Own use as text: months, the year in sentences, money, and sizes of the battery. */
import { aligned, fixed } from "../../foundation/text/number.js";
import { SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import type { OwnUse, OwnUseMoney, OwnUseSum } from "./types.js";

const COLUMNS = ["pv", "load", "imported", "exported", "curtailed", "discharged"] as const;
const HEAD = [
  ["", "PV", "load", "from grid", "fed in", "curtailed", "battery", "own use", "self-suff."],
  ["", "kWh", "kWh", "kWh", "kWh", "kWh", "kWh", "%", "%"],
];

function cells(sum: OwnUseSum): string[] {
  return [...COLUMNS.map((name) => fixed(sum[name], 0)), percent(sum.ownUse), percent(sum.selfSufficiency)];
}

function percent(share: number | null): string {
  return share === null ? "–" : fixed(100 * share, 1);
}

/** What people read of it. */
export function ownUseText({ months, annual, total, money, sizes }: OwnUse): string {
  const rows = months.map(({ month, ...sum }) => [SHORT_MONTH_NAMES[month - 1]!, ...cells(sum)]);
  const sum = annual ?? total;
  const table = aligned([...HEAD, ...rows, [annual === null ? "all" : "year", ...cells(sum)]]);
  const peaks = `peaks of a step: ${fixed(sum.importPeak, 1)} kW from the grid, ${fixed(sum.exportPeak, 1)} kW into it`;
  return `${[
    ...["own use", ...table, peaks],
    ...(money === null ? [] : moneyLines(money)),
    ...(sizes.length === 0 ? [] : ["", ...sizeLines(sizes, money?.currency ?? null)]),
  ].join("\n")}\n`;
}

function moneyLines(money: NonNullable<OwnUse["money"]>): string[] {
  const { currency, range, years } = money;
  const amount = (value: number) => `${fixed(value, 0)}${currency === null ? "" : ` ${currency}`}`;
  const between = (of: (one: OwnUseMoney) => string) =>
    range === null ? "" : ` (${of(range[0])} with the P90 of the energy, ${of(range[1])} with its P10)`;
  const payback = (one: OwnUseMoney) => (one.payback === null ? "never" : `${fixed(one.payback, 1)} years`);
  const lines = [
    `a year costs ${amount(money.without)} without the system, ${amount(money.with)} with it: ${amount(money.saved)} are not bought, ` +
      `${amount(money.earned)} are earned${between((one) => amount(one.gain))}`,
  ];
  if (money.payback === null && money.netPresentValue >= 0 && range === null) return lines;
  return [
    ...lines,
    `paid back after ${payback(money)}${between(payback)}; net present value of ${years.length} years ${amount(money.netPresentValue)}` +
      between((one) => amount(one.netPresentValue)),
  ];
}

function sizeLines(sizes: OwnUse["sizes"], currency: string | null): string[] {
  const head = [
    "battery, kWh",
    "own use, %",
    "self-suff., %",
    "from grid, kWh",
    `gain a year${currency === null ? "" : `, ${currency}`}`,
  ];
  return aligned([
    head,
    ...sizes.map((size) => [
      fixed(size.capacity, 1),
      percent(size.ownUse),
      percent(size.selfSufficiency),
      fixed(size.imported, 0),
      size.gain === null ? "–" : fixed(size.gain, 0),
    ]),
  ]);
}
