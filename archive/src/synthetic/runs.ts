/** When simulated runs begin, are there, and end. */
import { HOUR } from "irradiance-engine/shared";

const RUN_EVERY = 6 * HOUR;
/** What a model takes from its first observation to its last file. */
const AVAILABLE_AFTER = 4 * HOUR;
/** As far as a forecast may be asked for, and the day in which its newest run may be old. */
export const RUN_LENGTH = 15 * 24 * HOUR;

/** The newest run that is there at a time, Unix ms. */
export function newestRun(now: number): number {
  return Math.floor((now - AVAILABLE_AFTER) / RUN_EVERY) * RUN_EVERY;
}
