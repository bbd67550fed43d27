/** What shade on a part of a plane's modules does to its strings, at every sub-step. */
import type { StringMap } from "../../../data/obstacles/string-map.js";
import type { StepBlock } from "../../../engine/steps.js";
import { asin, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { MonthClock } from "../../../foundation/time/monthly.js";
import type { SystemColumns } from "../../../physics/models/pv/system.js";
import { compassDegrees } from "../../../physics/models/solar-position/spa.js";
import { beamRatio } from "../../../physics/models/transposition/sky-model.js";

/** By which the sun turns about the pole, degrees per second. */
const TURN = 360 / 86_400;
/** Degrees of its way between two looks at the map, about as far apart as the map's points. */
const LOOKS = 2;

export class Mismatch {
  readonly #map: StringMap;
  /** The pole: north and up. */
  readonly #pole: readonly [number, number];
  readonly #month = new MonthClock();
  #beam = new Float64Array(0);

  constructor(map: StringMap, latitude: number) {
    this.#map = map;
    this.#pole = [cos(latitude * DEG), sin(latitude * DEG)];
  }

  /**
   * Row kernel: the share of the beam, with the light around the sun, in what modules without shade get behind their cover.
   *
   * @param s with the light on the front and its modifiers
   */
  lightRows({ block: { from, to, columns }, open }: StepBlock, s: SystemColumns, hasCover: boolean): void {
    if (this.#beam.length < to) this.#beam = new Float64Array(to);
    const { up, dhi, circumsolar, visible, visibleAboveLine, cosIncidence, directTilted } = open;
    const beam = this.#beam;
    for (let i = from; i < to; i++) {
      const [sun, sky] = hasCover ? [s.iam[i]!, s.iamSky[i]!] : [1, 1];
      const around = dhi[i]! * circumsolar[i]! * beamRatio(up[i]!, cosIncidence[i]!) * sky;
      const direct = directTilted[i]! * sun + around * visible[i]!;
      const rest = s.effective[i]! - columns.directTilted[i]! * sun - around * visibleAboveLine[i]!;
      beam[i] = direct > 0 ? Math.min(1, direct / (direct + Math.max(0, rest))) : 0;
    }
  }

  /** Row kernel: takes from the power of modules in even light what their strings lose. */
  powerRows({ block: { from, to, columns }, open, timeZone }: StepBlock, power: Float64Array): void {
    for (let i = from; i < to; i++) {
      if (!(power[i]! > 0 && columns.directTilted[i]! > 0)) continue;
      const month = this.#month.at(columns.time[i]! / DAY + (timeZone * HOUR) / DAY);
      power[i]! *= this.#keptOnWay(i, month, open);
    }
  }

  /** Over the sun's way through the cell of row i. */
  #keptOnWay(i: number, month: number, { east, north, up, weight, lead }: StepBlock["open"]): number {
    const map = this.#map;
    const [poleNorth, poleUp] = this.#pole;
    const [e, n, u] = [east[i]!, north[i]!, up[i]!];
    const along = n * poleNorth + u * poleUp;
    const looks = Math.ceil((TURN * weight[i]!) / LOOKS);
    [map.light, map.used] = [0, 0];
    for (let k = 0; k < looks; k++) {
      const turn = TURN * ((weight[i]! * (k + 0.5)) / looks - lead[i]!) * DEG;
      const [s, c] = [sin(turn), cos(turn)];
      const back = along * (1 - c);
      const toEast = e * c - (poleNorth * u - poleUp * n) * s;
      const toNorth = n * c - poleUp * e * s + poleNorth * back;
      const toUp = u * c + poleNorth * e * s + poleUp * back;
      map.look(month, compassDegrees(toEast, toNorth), asin(Math.max(-1, Math.min(1, toUp))) * RAD, this.#beam[i]!);
    }
    return map.light > 0 ? map.used / map.light : 1;
  }
}
