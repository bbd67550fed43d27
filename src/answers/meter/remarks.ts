/** Why nothing is learnt of a whole meter, and what is to be known of what was learnt. */
import type { MeterClock, NoClock } from "./clock.js";
import type { MeterDays } from "./days.js";
import type { FreeRows } from "./free-rows.js";
import type { HeldOutGain } from "./gain.js";
import { percentText } from "./look.js";
import { type FreeFinding, ofWhole, type Refusal } from "./reasons.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Fewer days of power, or clear ones, show no plane: of 36 tries with 14 days 30 were wrong by 10° and more, with 60 days 2. */
export const FEWEST_DAYS = 60;
export const FEWEST_CLEAR = 8;

export function cloudless({ clear }: MeterDays): number {
  return clear.reduce((sum, value) => sum + value, 0);
}

export function tooFewDays(days: MeterDays, { clear }: FreeRows, hasWeather: boolean): Refusal | undefined {
  const known = days.energy.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  const isEnoughLight = cloudless(days) >= FEWEST_CLEAR || clear !== undefined || hasWeather;
  if (known >= FEWEST_DAYS && isEnoughLight) return undefined;
  const message = `${known} days with power can be learnt from, ${cloudless(days)} of them clear: it takes ${FEWEST_DAYS} days, ${FEWEST_CLEAR} of them clear or all with weather`;
  return { code: "few-days", message };
}

export function tooShort(days: number): Refusal {
  return { code: "few-days", message: `the meter has ${days.toFixed(0)} days: it takes ${FEWEST_DAYS}` };
}

export function withoutClock({ reason, atNight, days }: NoClock): Refusal {
  return reason === "days"
    ? { code: "few-days", message: `${days} days show first and last light: it takes ${FEWEST_DAYS}` }
    : {
        code: "night-power",
        message: `${percentText(atNight)} of the energy comes in the dark, at whatever clock: a battery or a house is in the sensor, or it is not the sun's`,
      };
}

/** Undefined where the days are as long as at the place, season by season. */
export function elsewhere({ place: found }: MeterClock, { latitude }: MeterPlace): Refusal | undefined {
  if (!found?.contradicts) return undefined;
  const message = `the days of the meter are as long as at latitude ${found.latitude.toFixed(0)}, not as at ${latitude.toFixed(0)}: give the place of the system`;
  return { code: "other-place", message };
}

interface Learnt {
  /** What does not help on unseen days is not learnt: the factor alone is. */
  readonly isUsual: boolean;
  readonly gain: HeldOutGain;
  /** Clear days of months without snow. */
  readonly warm: number;
  /** Weather was given, of too few days. */
  readonly isWeatherShort: boolean;
}

export function remarks({ isUsual, gain, warm, isWeatherShort }: Learnt, rows: MeterRows): FreeFinding[] {
  const found: FreeFinding[] = [];
  const { learnt, usual } = gain;
  if (isUsual) {
    const message = `on clear days that were left out the learnt plane is off by ${percentText(learnt)}, a usual one with one factor by ${percentText(usual)}: the usual one is taken`;
    found.push(ofWhole("usual-plane", rows, message));
  }
  if (warm < FEWEST_CLEAR) {
    const message = `${warm} of the days learnt from are of months without snow: the power may be too low for spring and summer; give some of their days`;
    found.push(ofWhole("winter", rows, message));
  }
  if (isWeatherShort) {
    const message = `weather covers fewer than ${FEWEST_DAYS} days that can be learnt from: it is left out`;
    found.push(ofWhole("weather", rows, message));
  }
  return found;
}
