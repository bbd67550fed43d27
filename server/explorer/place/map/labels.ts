/** Names of towns on the map: the largest first, and none over another. */
import type { Town } from "../towns.js";

export interface Label {
  readonly town: Town;
  /** Of the town. */
  readonly x: number;
  readonly y: number;
  /** Of the name, which begins there and is centred vertically, or ends there. */
  readonly textX: number;
  readonly align: "left" | "right";
}

/** Pixels. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels from a town to its name, half the height of a line, and around both. */
const GAP = 6;
const HALF = 8;
const AROUND = 4;

/**
 * @param towns the most important first
 * @param blocked areas without names: buttons, the pin
 * @param widthOf pixels of a town's name
 */
export function placeLabels(
  towns: readonly Town[],
  pixelOf: (town: Town) => readonly [number, number],
  widthOf: (town: Town) => number,
  size: { readonly width: number; readonly height: number },
  blocked: readonly Area[],
): Label[] {
  const taken = [...blocked];
  const labels: Label[] = [];
  for (const town of towns) {
    const [x, y] = pixelOf(town);
    const width = widthOf(town);
    const found = (["left", "right"] as const)
      .map((align) => ({ align, area: areaOf(x, y, width, align) }))
      .find(({ area }) => isInside(area, size) && !taken.some((other) => meets(area, other)));
    if (!found) continue;
    taken.push(found.area);
    labels.push({ town, x, y, align: found.align, textX: found.align === "left" ? x + GAP : x - GAP });
  }
  return labels;
}

/** Of a town with its name at one side. */
function areaOf(x: number, y: number, width: number, align: Label["align"]): Area {
  const [before, after] = align === "left" ? [GAP, GAP + width] : [GAP + width, GAP];
  return { left: x - before, right: x + after, top: y - HALF, bottom: y + HALF };
}

function isInside({ left, right, top, bottom }: Area, { width, height }: { width: number; height: number }): boolean {
  return left >= 0 && right <= width && top >= 0 && bottom <= height;
}

function meets(a: Area, b: Area): boolean {
  return a.left < b.right + AROUND && b.left < a.right + AROUND && a.top < b.bottom && b.top < a.bottom;
}
