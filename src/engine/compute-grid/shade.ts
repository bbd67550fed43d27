/** Per sub-step: what a map of shade takes of the light on a fixed plane, beyond what the horizon line takes. */
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { MonthClock } from "../../foundation/time/monthly.js";
import type { Horizon } from "../../physics/models/shading/horizon-line.js";
import { cellOf, passAt, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import { type ShadedView, shadedView } from "../../physics/models/shading/shade-view.js";
import { compassDegrees } from "../../physics/models/solar-position/spa.js";
import { STEPS } from "../memory/columns.js";
import type { Plan } from "../plan/plan.js";
import { climbAt, DEGREES_PER_SECOND, type DiscView, turnAt } from "./plane.js";

const s = STEPS;
/** Degrees of the sun's way between two looks at a map with edges, where cells have points closer than 1°, and elsewhere. */
const [LOOKS, WIDE_LOOKS] = [0.25, 1];
/** More than there are cells. */
const FINE = 32_768;

export class PlacedShade {
  private readonly map: ShadeMap;
  private readonly view: ShadedView;
  private readonly disc: DiscView;
  /** By month, as `cellSums`. */
  private readonly cells: readonly Int32Array[];
  /** Days from UTC to local standard time. */
  private readonly ahead: number;
  private readonly month = new MonthClock();

  constructor(map: ShadeMap, line: Horizon, { request, timeZone, steps }: Plan) {
    this.map = map;
    this.disc = steps;
    this.view = shadedView(map, line, request);
    this.cells = map.edges === undefined ? [] : map.passes.map((passes) => cellSums(map, passes));
    this.ahead = (timeZone * HOUR) / DAY;
  }

  /** Of the sub-steps of a fixed plane: the disc above the line, the beam, and the views of sky and band. */
  rows(i0: number, i1: number): void {
    const { east, north, up, time, visibleAboveLine, dniShaded, skyView, bandView } = s;
    const { map, view } = this;
    const diffuse = map.diffuse as number;
    const share = diffuse >= 0 ? diffuse : 1;
    for (let i = i0; i < i1; i++) {
      const month = map.passes.length === 1 ? 0 : this.month.at(time[i]! / DAY + this.ahead);
      skyView[i] = share * Math.max(0, skyView[i]! - view.sky[month]!);
      bandView[i] = share * Math.max(0, bandView[i]! - view.band[month]!);
      if (!(visibleAboveLine[i]! > 0)) continue;
      const pass = map.edges ? this.passOnWay(i, month) : map.passes[month]![cellOf(map, east[i]!, north[i]!, up[i]!)]!;
      visibleAboveLine[i]! *= pass;
      dniShaded[i]! *= pass;
    }
  }

  /** Mean over the sun's way through the cell of row i, straight in azimuth and elevation. */
  private passOnWay(i: number, month: number): number {
    const { map, disc } = this;
    const [azimuth, elevation] = [compassDegrees(s.east[i]!, s.north[i]!), s.elevation[i]!];
    if (!disc.moving) return passAt(map, month, azimuth, elevation);
    const climb = climbAt(i, DEGREES_PER_SECOND, disc.sun);
    const turn = turnAt(i, DEGREES_PER_SECOND, disc.sun);
    const half = s.weight[i]! / 2;
    const middle = half - s.lead[i]!;
    const [x, y] = [azimuth + turn * middle, elevation + climb * middle];
    const [aside, above] = [turn * half, climb * half];
    const cells = this.cellsOnWay(month, x - aside, y - above, x + aside, y + above);
    if (cells === 0) return 1;
    const looks = Math.ceil((DEGREES_PER_SECOND * s.weight[i]!) / (cells < FINE ? WIDE_LOOKS : LOOKS));
    let sum = 0;
    for (let k = 0; k < looks; k++) {
      const after = (2 * k + 1) / looks - 1;
      sum += passAt(map, month, x + aside * after, y + above * after);
    }
    return sum / looks;
  }

  /** Cells that take light, in the field between two places of the sun, and `FINE` for each fine one. */
  private cellsOnWay(month: number, x0: number, y0: number, x1: number, y1: number): number {
    const { azimuthStep, elevationStep } = this.map;
    const [across, rows] = [Math.round(360 / azimuthStep), Math.round(90 / elevationStep)];
    const turns = Math.floor(Math.min(x0, x1) / 360);
    // A way over north is looked at finely.
    if (turns !== Math.floor(Math.max(x0, x1) / 360)) return FINE;
    const cells = this.cells[month]!;
    const column = (x: number) => Math.min(across - 1, Math.floor((x - 360 * turns) / azimuthStep));
    const row = (y: number) => Math.max(0, Math.min(rows - 1, Math.floor(y / elevationStep)));
    const [left, right] = [column(Math.min(x0, x1)), column(Math.max(x0, x1)) + 1];
    const [low, high] = [row(Math.min(y0, y1)) * (across + 1), (row(Math.max(y0, y1)) + 1) * (across + 1)];
    return cells[high + right]! - cells[high + left]! - cells[low + right]! + cells[low + left]!;
  }
}

/** Sums over all cells below and before each corner of cells: 1 for one that takes light, and `FINE` for a fine one. */
function cellSums({ azimuthStep, edges }: ShadeMap, passes: ArrayLike<number>): Int32Array {
  const wide = Math.round(360 / azimuthStep) + 1;
  const sums = new Int32Array((passes.length / (wide - 1) + 1) * wide);
  for (let at = wide, cell = 0; cell < passes.length; at++) {
    if (at % wide === 0) continue;
    const parts = edges!.parts[cell]!;
    const own = parts > 2 ? FINE : parts > 0 || passes[cell]! < 1 ? 1 : 0;
    sums[at] = sums[at - 1]! + sums[at - wide]! - sums[at - wide - 1]! + own;
    cell++;
  }
  return sums;
}
