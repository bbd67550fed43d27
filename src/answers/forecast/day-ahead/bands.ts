/** How far a forecast beyond the first hours may be off: quantiles around its clear-sky index, of hours. */
import { HOUR } from "../../../foundation/time/calendar.js";
import { between, cellOf, KNOTS } from "../curves.js";

/**
 * Departures of the observed clear-sky index of an hour from its forecast. Their shape depends on the sky that is
 * forecast and on the sun's height; what a place's own past corrects is their size, and their ranks by lead time and
 * hour of the day: the quantile p has the rank w(lead)·(s(hour) + w(hour)·z(p)) of the shape, z(p) being the score of p
 * in a normal distribution. So quantiles never cross and never leave what was seen.
 */
export interface AheadBands {
  /** Forecast clear-sky indices, and clear skies in W/m², for which there are quantiles; between them they are on straight lines. */
  readonly indices: readonly number[];
  readonly clears: readonly number[];
  /** By index, then clear sky: 15 departures, at the probabilities 0.002, 0.01, 0.05, 0.1, 0.2 … 0.9, 0.95, 0.99 and 0.998. */
  readonly departures: readonly (readonly (readonly number[])[])[];
  /** Factor of all departures. */
  readonly size: number;
  /** Hours from the issue to the end of the hour forecast, and the width of the ranks there; beyond the last that of the last. */
  readonly leads: readonly number[];
  readonly widths: readonly number[];
  /** Shift and width of the ranks in the 24 hours of mean solar time. */
  readonly hours: { readonly shifts: readonly number[]; readonly widths: readonly number[] };
  readonly correlation: HourCorrelation;
}

/** Of ranks h hours apart: common + (1 − common)·hourly^h. */
export interface HourCorrelation {
  readonly common: number;
  readonly hourly: number;
}

/** An hour that is forecast. */
export interface AheadHour {
  /** Of the forecast. */
  readonly clearSkyIndex: number;
  /** W/m². */
  readonly clear: number;
  /** Hours. */
  readonly lead: number;
  /** 0…23, of mean solar time. */
  readonly solarHour: number;
}

/** Departures at the knots, before ranks are moved. */
export function aheadCurve(
  bands: AheadBands,
  { clearSkyIndex, clear }: Pick<AheadHour, "clearSkyIndex" | "clear">,
): number[] {
  const { indices, clears, departures, size } = bands;
  const { k: i, share: along } = cellOf(indices, clearSkyIndex);
  const { k: c, share: up } = cellOf(clears, clear);
  const [low, high] = [departures[i]!, departures[i + 1]!];
  return KNOTS.map((_, q) => {
    const faint = low[c]![q]! + along * (high[c]![q]! - low[c]![q]!);
    const bright = low[c + 1]![q]! + along * (high[c + 1]![q]! - low[c + 1]![q]!);
    return size * (faint + up * (bright - faint));
  });
}

/** The rank, as a normal score, that a score has in the shape. */
export function aheadScore(
  bands: AheadBands,
  { lead, solarHour }: Pick<AheadHour, "lead" | "solarHour">,
  score: number,
): number {
  const { shifts, widths } = bands.hours;
  return leadWidth(bands, lead) * (shifts[solarHour]! + widths[solarHour]! * score);
}

export function leadWidth({ leads, widths }: Pick<AheadBands, "leads" | "widths">, lead: number): number {
  return between(leads, lead, (k) => widths[k]!);
}

/** 0…23: the hour of mean solar time in which the middle of a UTC hour lies: the same for all its quarters. @param time Unix ms */
export function solarHourAt(time: number, longitude: number): number {
  const hour = Math.floor(Math.floor(time / HOUR) + 0.5 + longitude / 15);
  return ((hour % 24) + 24) % 24;
}
