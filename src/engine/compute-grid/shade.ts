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
/** Degrees of the sun's way between two looks at a map with edges. */
const LOOKS = 0.5;

export class PlacedShade {
  private readonly map: ShadeMap;
  private readonly view: ShadedView;
  private readonly disc: DiscView;
  /** Days from UTC to local standard time. */
  private readonly ahead: number;
  private readonly month = new MonthClock();

  constructor(map: ShadeMap, line: Horizon, { request, timeZone, steps }: Plan) {
    this.map = map;
    this.disc = steps;
    this.view = shadedView(map, line, request);
    this.ahead = (timeZone * HOUR) / DAY;
  }

  /** Of the sub-steps of a fixed plane: the disc above the line, the beam, and the views of sky and band. */
  rows(i0: number, i1: number): void {
    const { east, north, up, time, visibleAboveLine, dniShaded, skyView, bandView } = s;
    const { map, view } = this;
    for (let i = i0; i < i1; i++) {
      const month = map.passes.length === 1 ? 0 : this.month.at(time[i]! / DAY + this.ahead);
      skyView[i] = Math.max(0, skyView[i]! - view.sky[month]!);
      bandView[i] = Math.max(0, bandView[i]! - view.band[month]!);
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
    const looks = Math.ceil((DEGREES_PER_SECOND * s.weight[i]!) / LOOKS);
    let sum = 0;
    for (let k = 0; k < looks; k++) {
      const after = (s.weight[i]! * (k + 0.5)) / looks - s.lead[i]!;
      sum += passAt(map, month, azimuth + turn * after, elevation + climb * after);
    }
    return sum / looks;
  }
}
