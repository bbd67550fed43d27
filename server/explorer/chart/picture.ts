/** SVG pictures that the page shows and that stand on their own when they are saved. */
import { s } from "../dom.js";
import { themeColour } from "./colours.js";
import type { Tick } from "./ticks.js";

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function bottomOf({ top, height }: Area): number {
  return top + height;
}

export function rightOf({ left, width }: Area): number {
  return left + width;
}

const NARROWEST = 330;
const WIDEST = 920;

/** Pixels that a picture has in its place, so that its letters are as large as they are elsewhere on the page. */
export function widthFor(place: Element): number {
  return Math.min(WIDEST, Math.max(NARROWEST, place.clientWidth || WIDEST));
}

/** Pixels that a label of the time axis needs. */
export const LABEL_WIDTH = 74;

/** A picture that is scaled to its place. @param title what it shows, for those who do not see it */
export function picture(
  width: number,
  height: number,
  title: string,
  ...children: readonly SVGElement[]
): SVGSVGElement {
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "picture" },
    s("title", {}, title),
    children,
  );
}

/** Where in its picture a pointer is, in the picture's own pixels. */
export function pointIn(event: PointerEvent): { x: number; y: number } {
  const target = event.target as Element;
  const svg = target.closest("svg") ?? (target.querySelector("svg") as SVGSVGElement);
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
}

export interface Axes {
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly xAt: (value: number) => number;
  readonly yAt: (value: number) => number;
  readonly xTitle: string;
  readonly yTitle: string;
}

export function axes(area: Area, { x, y, xAt, yAt, xTitle, yTitle }: Axes): SVGElement {
  const bottom = bottomOf(area);
  const middle = area.top + area.height / 2;
  return s(
    "g",
    { class: "axes" },
    y.map(({ at, label }) => [
      s("line", { class: "grid", x1: area.left, x2: rightOf(area), y1: yAt(at), y2: yAt(at) }),
      s("text", { x: area.left - 6, y: yAt(at) + 4, "text-anchor": "end" }, label),
    ]),
    x.map(({ at, label }) => [
      s("line", { class: "grid", x1: xAt(at), x2: xAt(at), y1: area.top, y2: bottom }),
      s("text", { x: xAt(at), y: bottom + 16, "text-anchor": "middle" }, label),
    ]),
    s("text", { x: area.left + area.width / 2, y: bottom + 34, "text-anchor": "middle" }, xTitle),
    s("text", { x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, yTitle),
  );
}

/** In the place of a curve or bars. */
export const NO_VALUES = "No values";

/** Says in the middle of an area that there is nothing to draw. */
export function noValues({ left, top, width, height }: Area): SVGElement {
  return s("text", { x: left + width / 2, y: top + height / 2, "text-anchor": "middle" }, NO_VALUES);
}

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "fill-opacity",
  "font-size",
  "font-family",
  "opacity",
];

/** The text of a picture with the styles of the page in it, on the page's ground. */
export function standalone(shown: SVGSVGElement): string {
  const copy = shown.cloneNode(true) as SVGSVGElement;
  const originals = [shown, ...shown.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((original, k) => {
    const style = getComputedStyle(original);
    const target = copies[k] as Element;
    for (const name of KEPT)
      if (style.getPropertyValue(name) !== "") target.setAttribute(name, style.getPropertyValue(name));
    target.removeAttribute("class");
  });
  const [, , width = "0", height = "0"] = (copy.getAttribute("viewBox") ?? "").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.prepend(s("rect", { width, height, fill: themeColour("ground") }));
  return new XMLSerializer().serializeToString(copy);
}
