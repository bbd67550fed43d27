/** What roofs are compared by: their year, the grid of a set, months, and where the light goes. */
import { widthFor } from "../chart/picture.js";
import { h, replace } from "../dom.js";
import { yieldImage } from "../report/picture.js";
import { pictureButtons } from "../result/picture-buttons.js";
import type { Page } from "../rooms/page.js";
import { smallTable } from "../rooms/roof/table.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { texts } from "../texts/texts.js";
import type { Body } from "./page-pins.js";
import { pictureFigure } from "./pictures.js";
import {
  type Compared,
  comparedOf,
  gridTable,
  monthPictures,
  monthTable,
  stageTable,
  yieldSummary,
  yieldTable,
} from "./yield-tables.js";

export function yieldBody(page: Page): Body<YieldAnswer> {
  const words = texts().compare;
  const figures = h("div", {});
  const months = h("div", { class: "pictures" });
  const monthRows = h("div", {});
  const stages = h("div", {});
  const more = [
    h("h3", {}, words.months),
    months,
    h("details", {}, h("summary", {}, words.monthsTable), monthRows),
    h("details", {}, h("summary", {}, words.stagesTitle), stages),
  ];
  const element = h("div", { class: "compared" }, figures, more);
  const problem = h("span", { class: "problem", role: "status" });
  let shown: Compared<YieldAnswer> | undefined;
  const picture = () => {
    const { answer, isCurrent } = page.yields;
    return answer && isCurrent ? yieldImage(answer, page.store.state, shown, new Date()) : undefined;
  };
  const { store } = page;
  const name = (ending: string) => `yield_${store.state.lat}_${store.state.lon}.${ending}`;
  const pictures = pictureButtons(picture, name, problem);
  const label = h("span", { class: "hint" }, texts().report.picture.label);
  const tools = h("div", { class: "hand-over" }, label, pictures, problem);
  return {
    element,
    tools,
    draw(pins, answers) {
      for (const one of pictures) one.disabled = !page.yields.isCurrent;
      const compared = comparedOf(pins, answers);
      shown = pins.length < 2 ? undefined : compared;
      // A pin alone is compared with nothing.
      element.hidden = pins.length < 2;
      if (element.hidden) return "";
      const grid = gridTable(compared);
      replace(figures, grid ? smallTable(grid) : null, smallTable(yieldTable(compared)));
      replace(months, monthPictures(compared, widthFor(months)).map(pictureFigure));
      replace(monthRows, smallTable(monthTable(compared)));
      replace(stages, smallTable(stageTable(compared)));
      return yieldSummary(compared);
    },
  };
}
