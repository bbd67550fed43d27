/** The months of a yield, and where its light goes: pictures, and all their numbers behind them. */
import { type Child, h, replace } from "../../dom.js";
import type { LossStage, YieldAnswer, YieldPlane, YieldSum } from "../../service/yield-answer.js";
import { figure, monthName, plain, signed } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { energyDigits, wayOf } from "./figures.js";
import { PictureBox } from "./picture-box.js";
import { monthsPicture, planeName, stageName, stageNote, wayPicture } from "./pictures.js";
import { smallTable } from "./table.js";

/** A part of the room, below the number. */
export interface Part {
  readonly element: HTMLElement;
  show(answer: YieldAnswer): void;
}

export function monthsPart(): Part {
  const t = texts().roof;
  const box = new PictureBox();
  const table = h("div", {});
  return {
    element: h(
      "section",
      { class: "roof-months" },
      h("h2", {}, t.months),
      box.element,
      h("details", {}, h("summary", { class: "quiet" }, t.asTable), table),
    ),
    show(answer) {
      box.show((width) => monthsPicture(answer, width));
      replace(table, monthsTable(answer));
    },
  };
}

export function monthsTable({ months, annual }: YieldAnswer): Child {
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

export function wayPart(): Part {
  const t = texts().roof;
  const intro = h("p", { class: "hint" });
  const box = new PictureBox();
  const tables = h("div", {});
  return {
    element: h(
      "section",
      { class: "roof-way" },
      h("h2", {}, t.way),
      intro,
      box.element,
      h("details", {}, h("summary", { class: "quiet" }, t.asTable), tables),
    ),
    show(answer) {
      const { losses, planes } = answer;
      const [first, last] = [losses[0], losses.at(-1)] as [LossStage, LossStage];
      const digits = energyDigits(first.energy);
      intro.textContent = t.wayIntro(figure(first.energy, digits), figure(last.energy, digits));
      box.show((width) => wayPicture(answer, width));
      replace(tables, stagesTable(losses, digits), planes.length > 1 ? planesTable(planes) : null);
    },
  };
}

export function stagesTable(losses: readonly LossStage[], digits: number): Child {
  const t = texts().roof;
  return smallTable({
    head: [t.stage, t.change, t.changeEnergy, t.left],
    rows: wayOf(losses).rows.map(({ stage, change, share }) => [
      stageName(stage),
      share === undefined ? "" : (stageNote(stage) ?? signed(share * 100, 1)),
      change === undefined || stage.note !== undefined ? "" : signed(change, digits),
      figure(stage.energy, digits),
    ]),
  });
}

export function planesTable(planes: readonly YieldPlane[]): Child {
  const t = texts().roof;
  return smallTable({
    caption: t.planesOf,
    head: [t.planeHead, t.kwp, t.energy, t.perKwp],
    rows: planes.map((plane) => [
      planeName(plane),
      plain(plane.kwp),
      figure(plane.energy, energyDigits(plane.energy)),
      figure(plane.specific_yield),
    ]),
  });
}
