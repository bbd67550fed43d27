/** Which rows of a meter may be learnt from once a plane has been fitted to it, and whether the fit is to be believed. */
import { positiveAtShare, valueAtShare } from "../../foundation/statistics/order.js";
import { lookForChanges } from "./capacity.js";
import type { FreeRows } from "./free-rows.js";
import { clearRows, lookForHeld } from "./held-back.js";
import { Look, percentText } from "./look.js";
import { reasonByte } from "./reasons.js";

export interface Fitted {
  /** kW of a clear sky by row, of the system that was fitted. */
  readonly expected: Float64Array;
  /** Absolute errors of the fit on clear days, over their energy. */
  readonly score: number;
  /** The fit is one to all days under their weather. */
  readonly isUnderWeather?: boolean | undefined;
  /** Tilt and azimuth were given. */
  readonly isKnown?: boolean | undefined;
}

/** What `freeRows` found, with the expected power for what each row could have had. */
export function heldRows(
  free: FreeRows,
  { expected, score, isUnderWeather = false, isKnown = false }: Fitted,
): FreeRows {
  const curtailed = reasonByte("curtailed");
  const again = (isKept: boolean) => {
    const look = new Look(free.days);
    look.reasons.set(free.reasons.map((reason) => (reason === curtailed && !isKept ? 0 : reason)));
    look.findings.push(...free.findings.filter(({ code }) => code !== "curtailed" || isKept));
    [look.refusal, look.scale, look.offset] = [free.refusal, free.scale, free.offset];
    return look;
  };
  let look = again(false);
  const isHeld = lookForHeld(look, expected);
  // What has once been found is not forgotten for a fit that is bad.
  if (!isHeld) look = again(true);
  const clear = isHeld || free.clear !== undefined ? clearRows(look, expected) : undefined;
  if (clear === undefined) lookForChanges(look, expected);
  else if (!isKnown) lookAtNoon(look, clear);
  lookAtHouse(look, expected, free.limit !== undefined);
  lookAtScore(look, score, isUnderWeather);
  const { reasons, findings, refusal } = look;
  return { ...free, reasons, findings, refusal, clear };
}

/** Of the energy of clear rows: with less after noon, tilt, azimuth and power are one question (SERF's mornings: tilt 10° off). */
const AFTERNOON = 0.1;

function lookAtNoon(look: Look, clear: Uint8Array): void {
  const { power, slot, slots } = look.days;
  const energyOf = (isMeant: (row: number) => boolean) =>
    power.reduce((sum, value, row) => sum + (clear[row] === 1 && isMeant(row) ? value : 0), 0);
  const after = energyOf((row) => 2 * slot[row]! >= slots) / energyOf(() => true);
  if (after >= AFTERNOON) return;
  const share = `${percentText(after)} of the energy under a clear sky is after noon`;
  look.refusal ??= {
    code: "curtailed",
    message: `power is held back so often that ${share}: no plane can be learnt; say tilt and azimuth`,
  };
}

/** Shares of the highest expected power: rows under a high sun, a low one, and one near the horizon. */
const TOP = 0.98;
const HIGH = [0.75, Number.POSITIVE_INFINITY] as const;
const LOW = [0.25, 0.4] as const;
const LOWEST = [0.08, 0.15] as const;
/**
 * What one row in ten exceeds, over what is expected: under a high sun 0.65 to 1.1 of that under a low one in metered systems (0.65 is two
 * planes as one), 0.4 to 0.5 in zero export. And what one in four exceeds near the horizon: 0.8 and more of that under a low sun, 0 to 0.4
 * where a house goes first.
 */
const FEW = 0.9;
const FOLLOWING = 0.6;
const MANY = 0.75;
const LEFT_OVER = 0.6;

/** Zero export, or a meter of what is left over. */
function lookAtHouse(look: Look, expected: Float64Array, isLimited: boolean): void {
  const top = positiveAtShare(expected, TOP);
  const share = ([from, to]: readonly [number, number], of: number) => {
    const ratios = expected.map((due, row) =>
      look.reasons[row] === 0 && due > from * top && due <= to * top ? (look.days.power[row]! - look.offset) / due : -1,
    );
    return (
      valueAtShare(
        ratios.filter((ratio) => ratio >= 0),
        of,
      ) ?? Number.NaN
    );
  };
  const [high, low] = [share(HIGH, FEW) / share(LOW, FEW), share(LOWEST, MANY) / share(LOW, MANY)].map((ratio) =>
    ratio.toFixed(2),
  );
  if (!isLimited && Number(high) < FOLLOWING)
    look.refuse(
      "follows-load",
      `power follows consumption, not the sun (zero export?): a high sun gives ${high} of what it should beside a low one`,
    );
  else if (Number(low) < LEFT_OVER)
    look.refuse(
      "follows-load",
      `a house takes its part first, and this is what is left for the grid: a low sun gives ${low} of what it should beside a higher one`,
    );
}

/** Clean meters have 0.02 to 0.11, and synthetic faults of a house 0.2 to 0.6; weather adds its own errors. */
const LIMITS = {
  clear: { look: 0.12, refused: 0.2, usual: "of clear days unexplained, where clean meters leave 2 to 11 %" },
  weather: {
    look: 0.3,
    refused: 0.45,
    usual: "of all days unexplained, where clean meters leave 15 to 28 % under weather",
  },
};

function lookAtScore(look: Look, score: number, isUnderWeather: boolean): void {
  const { look: notable, refused, usual } = LIMITS[isUnderWeather ? "weather" : "clear"];
  if (score <= notable) return;
  const message = `the fitted system leaves ${percentText(score)} of the energy ${usual}`;
  if (score > refused) look.refuse("poor-fit", message);
  else look.find("poor-fit", [{ from: 0, to: look.days.count }], message);
}
