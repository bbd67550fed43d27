/** What the stages of models with a daily clearness index share (Ridley et al. 2010): their predictors of a block. */
import type { Block, Column } from "../stage.js";
import { limitedRatioRows, Scratch } from "./diffuse-fraction.js";
import {
  apparentSolarTimeRows,
  dailyClearnessRows,
  flooredExtraRows,
  persistenceRows,
  solarDayRows,
} from "./predictors.js";

/** Columns that `dailyPredictors` reads. */
export const DAILY_READS = [
  "time",
  "ghi",
  "kt",
  "zenith",
  "extraterrestrialHorizontal",
  "extraterrestrialNormal",
  "sunlitFraction",
] as const satisfies readonly Column[];

type Name = "floored" | "kt" | "psi" | "longitude" | "day" | "ktDaily" | "ast" | "elevation";

const scratch = /* @__PURE__ */ new Scratch<Name>(
  "floored",
  "kt",
  "psi",
  "longitude",
  "day",
  "ktDaily",
  "ast",
  "elevation",
);

/**
 * Clearness index (cos(zenith) not below 0.065, at most 1), persistence, clearness index of the local solar day, apparent
 * solar time (h) and true elevation (deg) of a block's rows [from, to); `longitude` in degrees.
 */
export function dailyPredictors(
  { from, to, first, last, columns: c }: Block,
  longitude: number,
): { readonly [name in Name]: Float64Array } {
  const { extraterrestrialHorizontal: extra, extraterrestrialNormal, sunlitFraction } = c;
  const s = scratch.of(c.kt.length);
  const begin = Math.max(first, from - 1);
  const end = Math.min(last, to + 1);
  flooredExtraRows(begin, end, extra, extraterrestrialNormal, sunlitFraction, s.floored);
  limitedRatioRows(begin, end, c.ghi, s.floored, s.kt);
  persistenceRows(from, to, begin, end, s.kt, extra, s.psi);
  s.longitude.fill(longitude, first, last);
  solarDayRows(first, last, c.time, s.longitude, s.day);
  dailyClearnessRows(from, to, first, last, s.day, c.ghi, extra, s.ktDaily);
  apparentSolarTimeRows(from, to, c.time, s.longitude, s.ast);
  elevationRows(from, to, c.zenith, s.elevation);
  return s;
}

/** Row kernel: elevation from zenith, degrees. */
export function elevationRows(i0: number, i1: number, zenith: Float64Array, elevation: Float64Array): void {
  for (let i = i0; i < i1; i++) elevation[i] = 90 - zenith[i]!;
}
