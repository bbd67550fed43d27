/** The way from the light to the energy fed in, as text: of the year, and of each month. */
import { aligned } from "../text/aligned.js";
import { fixed } from "../text/number.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import type { LossName, LossStage, Yield } from "./types.js";

/** `+13.3 %`, `−2.2 %`, or why there is none. */
export function changeText({ factor, note }: LossStage): string {
  return note ?? `${signed(factor)} %`;
}

function signed(factor: number): string {
  const percent = fixed(100 * (factor - 1), 1);
  if (Number(percent) === 0) return percent;
  return percent.startsWith("-") ? percent.replace("-", "−") : `+${percent}`;
}

/** Whether the year is the mean of several. */
export function isMeanYear({ annual, months }: Yield): boolean {
  return annual !== null && months.some(({ years }) => years > 1);
}

/** What the losses are of, where it is not plainly the year. */
export function periodText(found: Yield): string {
  return found.annual === null ? ", over the whole period" : isMeanYear(found) ? ", in the mean year" : "";
}

/** @param digits of energies */
export function lossTable(found: Yield, digits: number): string {
  const rows = found.losses.map((stage, k) => [
    stage.description,
    k === 0 ? "" : changeText(stage),
    fixed(stage.energy, digits),
  ]);
  return `${aligned([[`from the light to the energy fed in${periodText(found)}`, "", "kWh"], ...rows]).join("\n")}\n`;
}

const HEADS: { readonly [name in LossName]: string } = {
  ...{ horizontal: "light", plane: "planes", shading: "horizon", rows: "rows", incidence: "cover", rear: "rear" },
  ...{ spectrum: "spectrum", temperature: "cells", snow: "snow", soiling: "dirt", losses: "constant" },
  ...{ cabling: "DC cables", inverter: "inverter", clipping: "its limit", transformer: "AC cables", export: "grid" },
};

/**
 * What each stage takes or adds in each month, percent of the energy before it.
 *
 * @experimental
 */
export function formatMonthlyLosses({ months, losses }: Yield): string {
  const shown = losses.flatMap((stage, k) =>
    k === 0 || stage.note !== undefined ? [] : [{ stage, before: losses[k - 1]! }],
  );
  const head = ["%", ...shown.map(({ stage }) => HEADS[stage.name])];
  const rows = months.map(({ month, stages }) => [
    SHORT_MONTH_NAMES[month - 1]!,
    ...shown.map(({ stage, before }) => {
      const [left, of] = [stages[stage.name] ?? 0, stages[before.name] ?? 0];
      return of > 0 ? signed(left / of) : "–";
    }),
  ]);
  const all = ["all", ...shown.map(({ stage }) => signed(stage.factor))];
  return `${aligned([head, ...rows, all]).join("\n")}\n`;
}
