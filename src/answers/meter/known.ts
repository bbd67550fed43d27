/** What people know of their system: held in the fit, and checked beside what the meter says alone. */
import { shown } from "../../foundation/text/shown.js";
import { type Band, bandsOf } from "./band.js";
import type { FitRows } from "./fit-rows.js";
import { percentText } from "./look.js";
import { fitPlane, type PlaneFit } from "./plane.js";
import type { Refusal } from "./reasons.js";
import type { Direction } from "./types.js";

/** Facts of a system that its meter need not show. Each is used as it is given, and checked. @experimental */
export interface KnownFacts {
  /** kW of all modules: says whether the power that is found fits. */
  readonly kwp?: number | undefined;
  /** Degrees: from level ground, 0 to 90; from north over east, 0 to 360. */
  readonly tilt?: number | undefined;
  readonly azimuth?: number | undefined;
  /** kW of AC power that inverter or contract let through. */
  readonly limit?: number | undefined;
}

const RANGES: { readonly [name in keyof KnownFacts]-?: readonly [from: number, to: number, words: string] } = {
  kwp: [Number.MIN_VALUE, Number.MAX_VALUE, "a power in kW above 0"],
  tilt: [0, 90, "degrees from 0 to 90"],
  azimuth: [0, 360, "degrees from 0 to 360"],
  limit: [Number.MIN_VALUE, Number.MAX_VALUE, "a power in kW above 0"],
};

/** @throws RangeError for a fact that is none, naming it */
export function checkKnown(known: KnownFacts): void {
  for (const [name, [from, to, words]] of Object.entries(RANGES)) {
    const value = known[name as keyof KnownFacts];
    if (value !== undefined && !(value >= from && value <= to))
      throw new RangeError(`learnSystem: options.known.${name} must be ${words}, got ${shown(value)}`);
  }
}

/** What of a direction is known. */
export function fixedOf({ tilt, azimuth }: KnownFacts): Partial<Direction> | undefined {
  if (tilt === undefined && azimuth === undefined) return undefined;
  return { ...(tilt !== undefined && { tilt }), ...(azimuth !== undefined && { azimuth }) };
}

/** What is given, where the meter alone shows something else beyond its band. @param plane with what is given */
export function contradiction(rows: FitRows, plane: PlaneFit, clockError: number): Refusal | undefined {
  const { fixed = {}, ...others } = rows;
  const free = fitPlane(others);
  const bands = bandsOf(others, free, clockError);
  const said = (["tilt", "azimuth"] as const).flatMap((name) => {
    const value = fixed[name];
    if (value === undefined || isWithin(bands[name], value)) return [];
    const around = (degrees: number) => (name === "tilt" ? degrees : (degrees + 360) % 360).toFixed(0);
    const [low, high] = bands[name].map(around);
    return [`${name} ${around(value)}° was given, and ${around(free[name])}° (${low} to ${high}) is found`];
  });
  if (said.length === 0) return undefined;
  const message = `${said.join("; ")}: clear days are off by ${percentText(plane.score)} with what was given, which is used, and by ${percentText(free.score)} without it`;
  return { code: "known", message };
}

/** Of a band that may reach beyond north. */
function isWithin([low, high]: Band, value: number): boolean {
  return [value - 360, value, value + 360].some((same) => same >= low && same <= high);
}
