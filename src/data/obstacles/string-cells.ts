/** The cells of a plane's modules under the sun, and what of their light counts in each string. */
import type { Area } from "../../physics/rays/area.js";
import type { Rays } from "../../physics/rays/rays.js";
import { Shadows } from "../../physics/rays/shadows.js";
import { CELLS, levelOf, stateOf } from "./string-power.js";
import { DEFAULT_SUBSTRINGS, type Modules } from "./types.js";

/** Of more modules, these stand for all: some rows and columns, evenly chosen. */
const MOST_ON_A_SIDE = 16;
/** Columns of cells of a substring. */
const ACROSS = 2;

export class StringCells {
  /** Level of all cells, of the last strings. */
  mean = 0;
  private readonly shadows: Shadows;
  /** By string: numbers of the first cell of the halves of substrings (of substrings, of full cells). */
  private readonly firsts: readonly Int32Array[];
  private readonly states: readonly Int32Array[];
  /** From one cell of a half to the next, across and along the substring; and cells along it. */
  private readonly steps: readonly [across: number, along: number];
  private readonly along: number;
  private readonly count: number;
  /** Of the cells of a half. */
  private readonly levels = new Int32Array(CELLS);

  constructor(rays: Rays, areas: readonly Area[], modules: Modules) {
    const {
      rows,
      columns,
      width,
      height,
      cells = "half",
      substrings = DEFAULT_SUBSTRINGS,
      wiring,
      strings = 1,
    } = modules;
    const halves = cells === "half" ? 2 : 1;
    this.along = CELLS / ACROSS;
    const [wide, long] = [ACROSS * substrings, halves * this.along];
    const isUpright = width <= height;
    const [perColumn, perRow] = isUpright ? [wide, long] : [long, wide];
    const [usedColumns, usedRows] = [chosen(columns), chosen(rows)];
    const [first, { corner }] = [areas[0]!, areas[0]!];
    const placesOf = (used: number[], per: number, size: number, side: "across" | "up", every: number) =>
      Float64Array.from(
        used.flatMap((k) =>
          Array.from({ length: per }, (_, c) => startOf(areas[k * every]!, side) + ((c + 0.5) * size) / per),
        ),
      );
    const startOf = (area: Area, side: "across" | "up") => {
      const length = Math.sqrt(first[side].reduce((sum, part) => sum + part * part, 0));
      return area.corner.reduce((sum, part, axis) => sum + (part - corner[axis]!) * first[side][axis]!, 0) / length;
    };
    const across = placesOf(usedColumns, perColumn, width, "across", 1);
    const up = placesOf(usedRows, perRow, height, "up", columns);
    this.shadows = new Shadows(rays, first, across, up);
    this.count = across.length * up.length;
    this.steps = isUpright ? [1, across.length] : [across.length, 1];
    const firstOf = (module: number, part: number, half: number) => {
      const [x, y] = [(module % usedColumns.length) * perColumn, Math.floor(module / usedColumns.length) * perRow];
      return y * across.length + x + part * ACROSS * this.steps[0] + half * this.along * this.steps[1];
    };
    const all = usedColumns.length * usedRows.length;
    const groups = wiring === "modules" ? all : mostDividing(all, strings);
    this.firsts = Array.from({ length: groups }, (_, group) =>
      Int32Array.from({ length: (all / groups) * substrings * halves }, (_, k) =>
        firstOf(
          (group * all) / groups + Math.floor(k / (substrings * halves)),
          Math.floor(k / halves) % substrings,
          k % halves,
        ),
      ),
    );
    this.states = this.firsts.map(({ length }) => new Int32Array(length));
  }

  /** Whether the sun is before the plane. */
  faces(sun: readonly [number, number, number]): boolean {
    const { normal } = this.shadows;
    return sun[0] * normal[0] + sun[1] * normal[1] + sun[2] * normal[2] > 0;
  }

  cast(sun: readonly [number, number, number]): void {
    this.shadows.cast(sun);
  }

  /** States of the halves of substrings, string by string; valid until the next call. */
  strings(season: number): readonly Int32Array[] {
    let sum = 0;
    for (const [group, firsts] of this.firsts.entries())
      for (let k = 0; k < firsts.length; k++)
        sum += this.stateInto(season * this.count + firsts[k]!, this.states[group]!, k);
    this.mean = sum / this.count;
    return this.states;
  }

  /** @returns the sum of the levels of a half's cells */
  private stateInto(first: number, states: Int32Array, to: number): number {
    const { share } = this.shadows;
    const [across, along] = this.steps;
    const { levels } = this;
    let [sum, least, most, dark] = [0, Number.POSITIVE_INFINITY, 0, 0];
    for (let k = 0, at = first; k < CELLS; k += ACROSS, at += along)
      for (let side = 0; side < ACROSS; side++) {
        const level = levelOf(share[at + side * across]!);
        levels[k + side] = level;
        sum += level;
        if (level < least) least = level;
        if (level > most) most = level;
      }
    if (least === most) dark = CELLS;
    else for (let k = 0; k < CELLS; k++) if (2 * levels[k]! <= least + most) dark++;
    states[to] = stateOf(least, most, dark);
    return sum;
  }
}

/** At most so many of a number of rows or columns, evenly. */
function chosen(count: number): number[] {
  const left = Math.min(count, MOST_ON_A_SIDE);
  return Array.from({ length: left }, (_, k) => Math.floor(((k + 0.5) * count) / left));
}

/** At most so many parts that a number can be divided into. */
function mostDividing(count: number, most: number): number {
  let parts = Math.min(count, most);
  while (count % parts !== 0) parts--;
  return parts;
}
