/** Per sub-step: what a map of shade takes of the light on a fixed plane, beyond what the horizon line takes. */
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { monthOf } from "../../foundation/time/monthly.js";
import type { Horizon } from "../../physics/models/shading/horizon-line.js";
import { cellOf, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import { type ShadedView, shadedView } from "../../physics/models/shading/shade-view.js";
import { STEPS } from "../memory/columns.js";
import type { Plan } from "../plan/plan.js";

const s = STEPS;

export class PlacedShade {
  private readonly map: ShadeMap;
  private readonly view: ShadedView;
  /** Days from UTC to local standard time. */
  private readonly ahead: number;
  /** Of the last row, and where it starts and ends, in days. */
  private readonly month = { index: 0, start: 0, end: 0 };

  constructor(map: ShadeMap, line: Horizon, { request, timeZone }: Plan) {
    this.map = map;
    this.view = shadedView(map, line, request);
    this.ahead = (timeZone * HOUR) / DAY;
  }

  /** Of the sub-steps of a fixed plane: the disc above the line, the beam, and the views of sky and band. */
  rows(i0: number, i1: number): void {
    const { east, north, up, time, visibleAboveLine, dniShaded, skyView, bandView } = s;
    const { map, view } = this;
    for (let i = i0; i < i1; i++) {
      const month = map.passes.length === 1 ? 0 : this.monthAt(time[i]! / DAY + this.ahead);
      skyView[i] = Math.max(0, skyView[i]! - view.sky[month]!);
      bandView[i] = Math.max(0, bandView[i]! - view.band[month]!);
      if (!(visibleAboveLine[i]! > 0)) continue;
      const pass = map.passes[month]![cellOf(map, east[i]!, north[i]!, up[i]!)]!;
      visibleAboveLine[i]! *= pass;
      dniShaded[i]! *= pass;
    }
  }

  private monthAt(days: number): number {
    const { month } = this;
    if (days >= month.start && days < month.end) return month.index;
    const [year, index, start, end] = monthOf(days);
    [month.index, month.start, month.end] = [index, year + start, year + end];
    return index;
  }
}
