/**
 * Whether the components of a row can be of one sky: closure, indices of beam, clearness and diffuse light, a tracker on the sun.
 *
 * QCRad: Long & Shi 2008, An automated quality assessment and control algorithm for surface radiation measurements, The Open Atmospheric
 * Science Journal 2, 23–37, doi 10.2174/1874282300802010023; the same in Long & Dutton 2002, BSRN recommended QC tests, V2.0. K-tests
 * and tracker: Forstinger et al. 2021, Expert quality control of solar radiation ground data sets, ISES Solar World Congress 2021, doi
 * 10.18086/swc.2021.38.02; a row outside of a K-test's domain passes it, and the limits themselves do not pass.
 */

import { cos, DEG } from "../../../foundation/math/index.js";
import { model } from "../model.js";

/** Zenith in degrees that parts the high sun from the low one, and beyond which nothing is tested. */
export const LOW_SUN = 75;
const LAST_ZENITH = 93;
/** W/m²: ratios of less light say nothing. */
export const LEAST_LIGHT = 50;
/** How far GHI may be from DNI·cos z + DHI, as a share of the sum. */
export const CLOSURE = { high: 0.08, low: 0.15 };
/** How far DHI may be above GHI, which shadow bands and levels of instruments explain. */
const DIFFUSE_RATIO = { high: 1.05, low: 1.1 };

/**
 * QCRad's tests of the three components against one another: GHI within 8 % of DNI·cos z + DHI (15 % from 75° of zenith on), and DHI at
 * most 1.05 of GHI (1.10), where there are 50 W/m² and the zenith is below 93°.
 *
 * @param inputs `solarZenith`: true zenith in degrees; `ghi`, `dhi`, `dni` in W/m²
 * @param options `outsideDomain`: the flag where a test says nothing, default 0, as in pvanalytics; NaN tells it from a failure
 * @returns `consistentComponents`, `diffuseRatioLimit`, without unit: 1 where the row passes, 0 where it fails; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Long & Shi 2008, see the file; pvanalytics `check_irradiance_consistency_qcrad`.
 * @experimental
 */
export const checkIrradianceConsistencyQcrad = /* @__PURE__ */ model("checkIrradianceConsistencyQcrad", {
  inputs: ["solarZenith", "ghi", "dhi", "dni"],
  outputs: ["consistentComponents", "diffuseRatioLimit"],
  settings({ outsideDomain = 0 }: { outsideDomain?: number | undefined }): number {
    if (typeof outsideDomain === "number") return outsideDomain;
    throw new TypeError(
      `checkIrradianceConsistencyQcrad: outsideDomain must be a number or NaN, got ${String(outsideDomain)}`,
    );
  },
  rows(from, to, { solarZenith, ghi, dhi, dni, consistentComponents, diffuseRatioLimit }, outsideDomain) {
    for (let i = from; i < to; i++) {
      const zenith = solarZenith[i]!;
      const sum = dni[i]! * cos(zenith * DEG) + dhi[i]!;
      const low = zenith >= LOW_SUN;
      const hasSun = zenith >= 0 && zenith < LAST_ZENITH;
      const missing = 0 * (ghi[i]! + sum);
      const closure = low ? CLOSURE.low : CLOSURE.high;
      const ratio = ghi[i]! / sum;
      const closes = ratio > 1 - closure && ratio < 1 + closure ? 1 : 0;
      consistentComponents[i] = missing + (hasSun && sum >= LEAST_LIGHT ? closes : outsideDomain);
      // As in pvanalytics the bounds of the ratio fail.
      const share = dhi[i]! / ghi[i]!;
      const passes = share > 0 && share < (low ? DIFFUSE_RATIO.low : DIFFUSE_RATIO.high) ? 1 : 0;
      diffuseRatioLimit[i] = missing + (hasSun && ghi[i]! >= LEAST_LIGHT ? passes : outsideDomain);
    }
  },
});

/** W/m²: where a clear sky is set apart from clouds. */
const LEAST_CLEAR_LIGHT = 150;
/** Of the beam, W/m²: at sea level, and more for each metre of altitude. */
const MOST_BEAM = 1100;
const BEAM_PER_METRE = 0.03;
const BRIGHTEST_KT = 1.35;
/** Of the diffuse share, with the sun above 15° and below; and of a clear sky, kt > 0.6. */
const MOST_DIFFUSE = { high: 1.05, low: 1.1, clear: 0.96 };
const CLEAR = 0.6;

/** Zenith in degrees up to which a clear sky is told, and a lost tracker. */
const LAST_CLEAR_ZENITH = 85;

/**
 * The K-tests: whether the beam is weaker than the clearness says (kn < kt) and than any beam at the altitude, clearness below 1.35, and
 * the diffuse share of GHI below 1.05 (1.10 from 75° of zenith on), and below 0.96 under a clear sky.
 *
 * @param inputs `ghi`, `dhi`, `dni` in W/m²; `dniExtra`: extraterrestrial normal irradiance in W/m²; `solarZenith`: true zenith in
 *   degrees; `altitude` in m
 * @returns `knBelowKt`, `knLimit`, `ktLimit`, `kLimit`, `kClearLimit`, without unit: 1 where the row passes or the test says nothing, 0
 *   where it fails; NaN for NaN in any input
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Forstinger et al. 2021, see the file.
 * @experimental
 */
export const kTests = /* @__PURE__ */ model("kTests", {
  inputs: ["ghi", "dhi", "dni", "dniExtra", "solarZenith", "altitude"],
  outputs: ["knBelowKt", "knLimit", "ktLimit", "kLimit", "kClearLimit"],
  rows(from, to, { ghi, dhi, dni, dniExtra, solarZenith, altitude, ...flags }) {
    for (let i = from; i < to; i++) {
      const [global, extra, zenith] = [ghi[i]!, dniExtra[i]!, solarZenith[i]!];
      const kn = dni[i]! / extra;
      const kt = global / (extra * cos(zenith * DEG));
      const k = global > 0 ? dhi[i]! / global : 0;
      const lit = global > LEAST_LIGHT;
      const most = zenith < LOW_SUN ? MOST_DIFFUSE.high : MOST_DIFFUSE.low;
      const isClear = kt > CLEAR && global > LEAST_CLEAR_LIGHT && zenith < LAST_CLEAR_ZENITH;
      const missing = 0 * (kn + kt + dhi[i]! + altitude[i]!);
      const mostBeam = (MOST_BEAM + BEAM_PER_METRE * altitude[i]!) / extra;
      flags.knBelowKt[i] = missing + (lit && kn > 0 && kt > 0 && !(kn < kt) ? 0 : 1);
      flags.knLimit[i] = missing + (lit && kn > 0 && !(kn < mostBeam) ? 0 : 1);
      flags.ktLimit[i] = missing + (lit && kt > 0 && !(kt < BRIGHTEST_KT) ? 0 : 1);
      flags.kLimit[i] = missing + (lit && k > 0 && !(k < most) ? 0 : 1);
      flags.kClearLimit[i] = missing + (isClear && k > 0 && !(k < MOST_DIFFUSE.clear) ? 0 : 1);
    }
  },
});

/** The coarse clear sky of the tracker test: 0.8 of the extraterrestrial irradiance, 16.5 % of it diffuse. */
const CLEAR_SHARE = 0.8;
const DIFFUSE_SHARE = 0.165;
/** (clear − measured)/(clear + measured): below this GHI is of a clear sky, above that DNI is none. */
const CLEAR_GHI = 0.2;
const NO_DNI = 0.95;

/** Of cos z, in the clear sky's DNI. */
const LEAST_COSINE = 0.01;

/**
 * Rows in which the tracker does not point at the sun: GHI is near a clear sky's and DNI is a fortieth of it or less.
 *
 * @param inputs `ghi`, `dni` in W/m²; `dniExtra`: extraterrestrial normal irradiance in W/m²; `solarZenith`: true zenith in degrees
 * @returns `trackerOff`, without unit: 1 where it is, 0 elsewhere and from 85° of zenith on; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Forstinger et al. 2021, see the file.
 * @experimental
 */
export const trackerOff = /* @__PURE__ */ model("trackerOff", {
  inputs: ["ghi", "dni", "dniExtra", "solarZenith"],
  outputs: ["trackerOff"],
  rows(from, to, { ghi, dni, dniExtra, solarZenith, trackerOff }) {
    for (let i = from; i < to; i++) {
      const mu = cos(solarZenith[i]! * DEG);
      const ghiClear = CLEAR_SHARE * dniExtra[i]! * mu;
      const dniClear = ((1 - DIFFUSE_SHARE) * ghiClear) / Math.max(mu, LEAST_COSINE);
      const isClear = (ghiClear - ghi[i]!) / (ghiClear + ghi[i]!) < CLEAR_GHI;
      const hasNone = (dniClear - dni[i]!) / (dniClear + dni[i]!) > NO_DNI;
      const missing = 0 * (ghi[i]! + dni[i]! + ghiClear);
      trackerOff[i] = missing + (isClear && hasNone && solarZenith[i]! < LAST_CLEAR_ZENITH ? 1 : 0);
    }
  },
});
