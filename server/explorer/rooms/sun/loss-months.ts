/** What the horizon takes month by month: a picture, a sentence, and the numbers. */
import { barShapes, SUN } from "irradiance-engine/report/scene";
import { drawn, type Picture } from "../../chart/picture.js";
import { h } from "../../dom.js";
import { figure, monthName, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { HorizonLoss } from "./loss.js";

/** Pixels. */
const HEIGHT = 150;

export function lossMonths(loss: HorizonLoss, width: number): HTMLElement[] {
  return [
    h("h3", {}, texts().sun.monthsTitle),
    h("div", {}, drawn(monthsPicture(loss, width))),
    h("p", { class: "reading" }, monthsWords(loss)),
    monthsTable(loss),
  ];
}

function monthsPicture({ months }: HorizonLoss, width: number): Picture {
  const t = texts().sun;
  const bars = months.map(({ month, energy, lost }) => ({
    value: 100 * energy,
    tip: t.monthTip(monthName(month, "long"), figure(lost), percent(energy, 1)),
    fill: SUN,
  }));
  const { shapes } = barShapes({
    area: { left: 30, top: 8, width: width - 40, height: HEIGHT - 34 },
    slots: months.map(({ month }) => monthName(month, "short")),
    series: [bars],
    xTitle: "",
    yTitle: "",
    steps: 4,
  });
  return { width, height: HEIGHT, title: `${t.monthsTitle}. ${monthsWords({ months })}`, parts: shapes };
}

function monthsWords({ months }: Pick<HorizonLoss, "months">): string {
  const most = months.reduce((worst, month) => (month.energy > worst.energy ? month : worst));
  return texts().sun.monthsSummary(monthName(most.month, "long"), percent(most.energy, 1), figure(most.lost));
}

function monthsTable({ months }: HorizonLoss): HTMLElement {
  const t = texts().sun;
  const { columns } = t;
  const head = [t.month, columns.open, columns.behind, columns.lost, columns.light];
  const rows = months.map(({ month, open, behind, lost, light }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, monthName(month, "long")),
      [figure(open, 1), figure(behind, 1), figure(lost, 1), figure(100 * light, 1)].map((text) => h("td", {}, text)),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, t.monthsTable),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t.monthsTable },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}
