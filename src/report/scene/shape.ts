/** Pictures as plain data: a tree of SVG elements. `print.ts` writes one as text; the explorer turns one into elements of its page. */

/** @experimental */
export type Attributes = { readonly [name: string]: string | number | undefined };

/** An element of SVG. Numbers are pixels; strings among the children are text, never markup. @experimental */
export interface Shape {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (Shape | string)[];
}

/**
 * An element of SVG.
 *
 * @experimental
 */
export function shape(name: string, attributes: Attributes, ...children: readonly (Shape | string)[]): Shape {
  return { name, attributes, children };
}

/**
 * Shapes under one class.
 *
 * @experimental
 */
export function group(className: string, ...children: readonly Shape[]): Shape {
  return shape("g", { class: className }, ...children);
}

/**
 * A text at a point, in pixels.
 *
 * @experimental
 */
export function text(x: number, y: number, content: string, attributes: Attributes = {}): Shape {
  return shape("text", { x, y, ...attributes }, content);
}

/**
 * A line between two points, in pixels.
 *
 * @experimental
 */
export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): Shape {
  return shape("line", { x1, y1, x2, y2, ...attributes });
}

/**
 * A line through points, in pixels.
 *
 * @experimental
 */
export function polyline(pairs: readonly Point[], attributes: Attributes): Shape {
  return shape("polyline", { ...attributes, points: points(pairs), fill: "none" });
}

export function polygon(pairs: readonly Point[], attributes: Attributes): Shape {
  return shape("polygon", { ...attributes, points: points(pairs) });
}

/** @experimental */
export type Point = readonly [x: number, y: number];

function points(pairs: readonly Point[]): string {
  return pairs.map(([x, y]) => `${pixel(x)},${pixel(y)}`).join(" ");
}

/**
 * A pixel to hundredths.
 *
 * @experimental
 */
export function pixel(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** The plotting area inside a picture, in pixels. @experimental */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The lower edge of an area, in pixels.
 *
 * @experimental
 */
export function bottomOf({ top, height }: Area): number {
  return top + height;
}

/**
 * The right edge of an area, in pixels.
 *
 * @experimental
 */
export function rightOf({ left, width }: Area): number {
  return left + width;
}

/** Mean width of a character in ems, on the safe side for Helvetica and the fonts that replace it. */
export const CHARACTER_WIDTH = 0.56;
