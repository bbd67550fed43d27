/** Pictures as plain data: a tree of SVG elements. `printed` writes one as text; the explorer turns one into elements of its page. */
import { GROUND, INK, onPaper, type Paint, painted, SOFT } from "./palette.js";

/** Attributes of an element of SVG. */
export type Attributes = { readonly [name: string]: string | number | undefined };

/** An element of SVG. Numbers are pixels; strings among the children are text, never markup. */
export interface Shape {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (Shape | string)[];
}

/** An element of SVG. */
export function shape(name: string, attributes: Attributes, ...children: readonly (Shape | string)[]): Shape {
  return { name, attributes, children };
}

/** Shapes under one class. */
export function group(className: string, ...children: readonly Shape[]): Shape {
  return shape("g", { class: className }, ...children);
}

/** A text at a point, in pixels. */
export function text(x: number, y: number, content: string, attributes: Attributes = {}): Shape {
  return shape("text", { x, y, ...attributes }, content);
}

/** A line between two points, in pixels. */
export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): Shape {
  return shape("line", { x1, y1, x2, y2, ...attributes });
}

/** A line through points, in pixels. */
export function polyline(pairs: readonly Point[], attributes: Attributes): Shape {
  return shape("polyline", { ...attributes, points: points(pairs), fill: "none" });
}

export function polygon(pairs: readonly Point[], attributes: Attributes): Shape {
  return shape("polygon", { ...attributes, points: points(pairs) });
}

/** Pixels. */
export type Point = readonly [x: number, y: number];

function points(pairs: readonly Point[]): string {
  return pairs.map(([x, y]) => `${pixel(x)},${pixel(y)}`).join(" ");
}

/** A pixel to hundredths. */
export function pixel(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** The plotting area inside a picture, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The lower edge of an area, in pixels. */
export function bottomOf({ top, height }: Area): number {
  return top + height;
}

/** The right edge of an area, in pixels. */
export function rightOf({ left, width }: Area): number {
  return left + width;
}

/** Mean width of a character in ems, on the safe side for Helvetica and the fonts that replace it. */
export const CHARACTER_WIDTH = 0.56;

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Characters that XML cannot write. */
const NOT_XML = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;
const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** A picture as text: a complete SVG document without external references. */
export function printed(picture: Shape, paint: Paint): string {
  return written({ ...picture, attributes: { xmlns: NAMESPACE, ...picture.attributes } }, paint);
}

/** Elements as text, everything in them escaped: a picture within a page, or the page itself. */
export function written(part: Shape | string, paint: Paint): string {
  if (typeof part === "string") return escapeXml(part);
  const { name, attributes, children } = part;
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    tag += ` ${key}="${typeof value === "number" ? pixel(value) : escapeXml(painted(value, paint))}"`;
  }
  if (children.length === 0) return `${tag}/>`;
  return `${tag}>${children.map((child) => written(child, paint)).join("")}</${name}>`;
}

/** A picture on paper, as text: the title and a line below it, then the given shapes. */
export function sheet(
  width: number,
  height: number,
  title: string,
  subtitle: string,
  ...parts: readonly Shape[]
): string {
  const root = {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "font-family": "Helvetica, Arial, sans-serif",
    "font-size": 12,
    fill: INK,
  };
  const picture = shape(
    "svg",
    root,
    shape("title", {}, title),
    shape("rect", { width, height, fill: GROUND }),
    text(width / 2, 24, title, { "text-anchor": "middle", "font-size": 16, ...fitted(title, 16, width) }),
    text(width / 2, 43, subtitle, { "text-anchor": "middle", fill: SOFT, ...fitted(subtitle, 12, width) }),
    ...parts,
  );
  return `${printed(picture, onPaper)}\n`;
}

/** Sets a text narrower that would be wider than the picture. */
export function fitted(content: string, size: number, width: number): Attributes {
  if (content.length * CHARACTER_WIDTH * size <= width - 20) return {};
  return { textLength: width - 20, lengthAdjust: "spacingAndGlyphs" };
}
