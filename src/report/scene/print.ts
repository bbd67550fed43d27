/** Shapes printed as SVG text. */

import { GROUND, INK, onPaper, type Paint, painted, SOFT } from "./palette.js";
import { type Attributes, CHARACTER_WIDTH, pixel, type Shape, shape, text } from "./shape.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Characters that XML cannot write. */
const NOT_XML = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;
const ENTITIES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/**
 * A picture as text: a complete SVG document without external references.
 *
 * @experimental
 */
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
