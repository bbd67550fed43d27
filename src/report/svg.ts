/** The little of SVG that the pictures need: elements, scales, axes. Text in, text out. */

export type Attributes = { readonly [name: string]: string | number | undefined };

/** Colours of Okabe and Ito (2008), told apart with every common colour blindness. */
export const COLOURS = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#e69f00",
  "#cc79a7",
  "#56b4e9",
  "#000000",
  "#8c6d31",
] as const;
export const GREY = "#666666";
const GRID = "#dddddd";

/** The plotting area inside a picture, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** `at` in pixels; a label of several lines is split at line breaks. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

export type Scale = (value: number) => number;

/** Characters of which XML has no way to write. */
const NOT_XML = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;
const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeXml(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** A pixel to hundredths. */
export function pixel(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** @param children markup, not text: text goes through `text` or `escapeXml` */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    tag += ` ${key}="${typeof value === "number" ? pixel(value) : escapeXml(value)}"`;
  }
  return children.length === 0 ? `${tag}/>` : `${tag}>${children.join("")}</${name}>`;
}

export function text(x: number, y: number, content: string, attributes: Attributes = {}): string {
  return element("text", { x, y, ...attributes }, escapeXml(content));
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return element("line", { x1, y1, x2, y2, ...attributes });
}

/** Points of a polyline or the data of a path's straight pieces. */
export function points(pairs: readonly (readonly [number, number])[]): string {
  return pairs.map(([x, y]) => `${pixel(x)},${pixel(y)}`).join(" ");
}

/** A whole picture: white ground, title and a line below it, then what is given. */
export function picture(
  width: number,
  height: number,
  title: string,
  subtitle: string,
  ...parts: readonly string[]
): string {
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "font-family": "Helvetica, Arial, sans-serif",
    "font-size": 12,
    fill: "#222222",
  };
  return `${element(
    "svg",
    root,
    element("title", {}, escapeXml(title)),
    element("rect", { width, height, fill: "#ffffff" }),
    text(width / 2, 24, title, { "text-anchor": "middle", "font-size": 16, ...fitted(title, 16, width) }),
    text(width / 2, 43, subtitle, { "text-anchor": "middle", fill: GREY, ...fitted(subtitle, 12, width) }),
    ...parts,
  )}\n`;
}

/** Mean width of a character in ems, on the safe side for Helvetica and what stands in for it. */
export const CHARACTER_WIDTH = 0.56;

/** A text that would be wider than the picture is set narrower. */
export function fitted(content: string, size: number, width: number): Attributes {
  if (content.length * CHARACTER_WIDTH * size <= width - 20) return {};
  return { textLength: width - 20, lengthAdjust: "spacingAndGlyphs" };
}

export function linearScale(from: number, to: number, pixelFrom: number, pixelTo: number): Scale {
  const factor = (pixelTo - pixelFrom) / (to - from);
  return (value) => pixelFrom + (value - from) * factor;
}

/** Of an axis; over a smaller one the search for a power of ten would end at 0. */
export const LEAST_SPAN = 1e-290;

/** Round values from at most `least` to at least `most`, about `count` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function roundTicks(least: number, most: number, count: number): number[] {
  const span = most - least;
  if (!(span > LEAST_SPAN)) return roundTicks(Math.floor(least), Math.floor(least) + 1, count);
  let power = 1;
  while (power > span / count) power /= 10;
  while (power * 10 <= span / count) power *= 10;
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * count >= span)!;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.ceil(most / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** A number as an axis shows it, with a real minus sign. */
export function label(value: number, digits?: number): string {
  return (digits === undefined ? String(value) : (Number(value.toFixed(digits)) + 0).toFixed(digits)).replace("-", "−");
}

/** Frame, grid, ticks with labels, and titles of both axes. */
export function axes(
  { left, top, width, height }: Area,
  x: readonly Tick[],
  y: readonly Tick[],
  titles: { x: string; y: string; grid?: "both" | "y" | "none" },
): string {
  const { grid = "both" } = titles;
  const [right, bottom] = [left + width, top + height];
  const gridLine = { stroke: GRID, "stroke-width": 1 };
  const marks = { stroke: GREY, "stroke-width": 1 };
  const parts: string[] = [];
  for (const { at, label } of x) {
    if (grid === "both") parts.push(line(at, top, at, bottom, gridLine));
    if (label !== "") parts.push(line(at, bottom, at, bottom + 4, marks));
    label.split("\n").forEach((part, k) => {
      parts.push(text(at, bottom + 17 + 14 * k, part, { "text-anchor": "middle", class: "x" }));
    });
  }
  for (const { at, label } of y) {
    if (grid !== "none") parts.push(line(left, at, right, at, gridLine));
    parts.push(line(left - 4, at, left, at, marks));
    parts.push(text(left - 7, at + 4, label, { "text-anchor": "end", class: "y" }));
  }
  const lines = Math.max(1, ...x.map(({ label }) => label.split("\n").length));
  const middle = top + height / 2;
  parts.push(
    element("rect", { x: left, y: top, width, height, fill: "none", stroke: GREY }),
    text(left + width / 2, bottom + 22 + 14 * lines, titles.x, { "text-anchor": "middle", fill: GREY }),
    text(16, middle, titles.y, { "text-anchor": "middle", fill: GREY, transform: `rotate(-90 16 ${pixel(middle)})` }),
  );
  return element("g", { class: "axes" }, ...parts);
}

/** Colour samples with names, in rows of what fits; `height` is what they take. */
export function legend(
  entries: readonly { name: string; colour: string }[],
  left: number,
  top: number,
  width: number,
): { markup: string; height: number } {
  const parts: string[] = [];
  let [x, y] = [left, top];
  for (const { name, colour } of entries) {
    const needed = 34 + name.length * 12 * CHARACTER_WIDTH;
    if (x > left && x + needed > left + width) [x, y] = [left, y + 18];
    parts.push(line(x, y - 4, x + 18, y - 4, { stroke: colour, "stroke-width": 3 }), text(x + 23, y, name));
    x += needed;
  }
  return { markup: element("g", { class: "legend" }, ...parts), height: y - top + 18 };
}
