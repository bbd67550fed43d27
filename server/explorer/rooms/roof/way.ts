/** Where the light goes: a waterfall that is a table, so that each loss has its words, its share and its energy. */
import { h, replace } from "../../dom.js";
import type { LossStage, YieldAnswer, YieldPlane } from "../../service/yield-answer.js";
import { figure, plain, signed } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { energyDigits, eighthOf, type Way, type WayRow, wayOf } from "./figures.js";
import type { Part } from "./months.js";
import { smallTable } from "./table.js";

export function wayPart(): Part {
  const t = texts().roof;
  const intro = h("p", { class: "hint" });
  const place = h("div", {});
  const planes = h("div", {});
  return {
    element: h("section", { class: "card roof-way" }, h("h2", {}, t.way), intro, place, planes),
    show({ losses, planes: all }) {
      const way = wayOf(losses);
      const [first, last] = [losses[0], losses.at(-1)] as [LossStage, LossStage];
      const digits = energyDigits(first.energy);
      intro.textContent = t.wayIntro(figure(first.energy, digits), figure(last.energy, digits));
      replace(place, wayTable(way, last.energy, digits));
      replace(planes, all.length > 1 ? planesTable(all) : null);
    },
  };
}

function wayTable(way: Way, fedIn: number, digits: number): HTMLElement {
  const t = texts().roof;
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, t.stage),
    h("td", { class: "way-bar" }),
    h("th", { scope: "col" }, "%"),
    h("th", { scope: "col" }, "kWh"),
    h("th", { scope: "col", class: "way-left" }, t.left),
  );
  const rows = way.rows.map((row, k) => wayRow(row, way, digits, k === way.rows.length - 1));
  const last = h(
    "tr",
    { class: "sum" },
    h("th", { scope: "row" }, t.fedIn),
    barCell({ low: way.from, high: fedIn, kind: "first" }, fedIn, way, true),
    h("td", {}),
    h("td", {}, figure(fedIn, digits)),
    h("td", { class: "way-left" }, figure(fedIn, digits)),
  );
  return h("table", { class: "way" }, h("thead", {}, head), h("tbody", {}, rows, last));
}

function wayRow({ stage, bar, change, share }: WayRow, way: Way, digits: number, isLast: boolean): HTMLElement {
  const isFirst = change === undefined || share === undefined;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, nameOf(stage), noteOf(stage)),
    barCell(bar, stage.energy, way, isLast),
    h("td", {}, isFirst || stage.note !== undefined ? "" : signed(share * 100, 1)),
    h("td", {}, isFirst ? figure(stage.energy, digits) : stage.note !== undefined ? "" : signed(change, digits)),
    h("td", { class: "way-left" }, figure(stage.energy, digits)),
  );
}

/** A bar on the common axis, with the line down to where the next one begins. */
function barCell(
  { low, high, kind }: WayRow["bar"],
  energy: number,
  { from, to }: Pick<Way, "from" | "to">,
  isLast: boolean,
): HTMLElement {
  const at = (value: number) => `${(100 * (value - from)) / (to - from)}%`;
  const fill = h("div", { class: `way-fill ${kind}` });
  fill.style.left = at(low);
  fill.style.right = `calc(100% - ${at(high)})`;
  const drop = h("div", { class: "way-drop", hidden: isLast });
  drop.style.left = at(energy);
  return h("td", { class: "way-bar", "aria-hidden": "true" }, h("div", { class: "way-track" }, fill, drop));
}

function nameOf({ name, description }: LossStage): string {
  const names: { readonly [name: string]: string } = texts().roof.stages;
  return names[name] ?? description;
}

/** Why a stage takes nothing. */
function noteOf({ name, note }: LossStage): HTMLElement | null {
  if (note === undefined) return null;
  const t = texts().roof;
  const words = name === "shading" ? (note === "not given" ? t.openHorizon : t.inLight) : note;
  return h("small", {}, words);
}

function planesTable(planes: readonly YieldPlane[]): HTMLElement {
  const t = texts().roof;
  return smallTable({
    caption: t.planesOf,
    head: ["", "kWp", "kWh", t.perKwp],
    rows: planes.map((plane) => [
      planeName(plane),
      plain(plane.kwp),
      figure(plane.energy, energyDigits(plane.energy)),
      figure(plane.specific_yield, 0),
    ]),
  });
}

/** "30°, facing south", or that it is tracked. */
export function planeName(plane: Pick<YieldPlane, "surface_tilt" | "surface_azimuth" | "tracking_mode">): string {
  const t = texts().roof;
  if (plane.tracking_mode !== "none") return t.tracker;
  return t.planeOf(`${plain(plane.surface_tilt)}°`, directionName(plane.surface_azimuth));
}

export function directionName(azimuth: number): string {
  return texts().roof.longDirections[eighthOf(azimuth)] as string;
}
