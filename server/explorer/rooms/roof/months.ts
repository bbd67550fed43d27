/** The months of a yield: bars, and all their numbers behind them. */
import { h, replace } from "../../dom.js";
import type { YieldAnswer, YieldSum } from "../../service/yield-answer.js";
import { figure, monthName } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { BarsPicture } from "./bars.js";
import { energyDigits } from "./figures.js";
import { smallTable } from "./table.js";

export interface Part {
  readonly element: HTMLElement;
  show(answer: YieldAnswer): void;
}

export function monthsPart(): Part {
  const t = texts().roof;
  const picture = new BarsPicture();
  const table = h("div", {});
  return {
    element: h(
      "section",
      { class: "card roof-months" },
      h("h2", {}, t.months),
      picture.element,
      h("details", {}, h("summary", {}, t.monthsTable), table),
    ),
    show(answer) {
      const digits = energyDigits(Math.max(...answer.months.map(({ energy }) => energy)));
      const bars = answer.months.map(({ month, energy }) => ({
        label: monthName(month, "short"),
        shortLabel: monthName(month, "narrow"),
        value: energy,
        tip: t.barOf(monthName(month, "long"), figure(energy, digits)),
        figure: figure(energy, digits),
      }));
      picture.show({ title: t.monthsTitle, unit: "kWh", bars });
      replace(table, monthsTable(answer));
    },
  };
}

function monthsTable({ months, annual }: YieldAnswer): HTMLElement {
  const t = texts().roof;
  const digits = energyDigits(annual?.energy ?? 0);
  const row = (name: string, sum: YieldSum) => [
    name,
    figure(sum.energy, digits),
    figure(sum.specific_yield, 1),
    figure(sum.horizontal_irradiation, 1),
    figure(sum.plane_irradiation, 1),
    sum.performance_ratio === null ? "–" : figure(sum.performance_ratio, 3),
  ];
  const isMean = months.some(({ years }) => years > 1);
  return smallTable({
    head: [t.month, t.energy, t.perKwp, t.onLevel, t.onPlane, t.ratioHead],
    rows: [
      ...months.map((month) => row(monthName(month.month, "long"), month)),
      ...(annual ? [row(isMean ? t.meanYear : t.year, annual)] : []),
    ],
    hasSum: annual !== null,
  });
}
