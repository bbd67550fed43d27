/**
 * Snow on modules: when a fall covers them, how it slides off, and what power it costs; from snowfall, or from the depth of snow on the
 * ground, also for the pipeline (`context.snow`).
 *
 * Marion, Schaefer, Caine & Sanchez 2013, Measured and modeled photovoltaic system energy losses from snow for Colorado and Wisconsin
 * locations, Solar Energy 97, 112–121; depth on the ground, and its rise as snowfall: Ryberg & Freeman 2017, Integration, Validation, and
 * Application of a PV Snow Coverage Model in SAM, NREL/TP-6A20-68705. Loss of DC power: Gilman et al. 2018, SAM Photovoltaic Model
 * Technical Reference Update, NREL/TP-6A20-67399, eq. 11.8. The share is of the row's slant height, not in tenths of it as in the paper.
 */
import { DEG, sin } from "../../../foundation/math/index.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import {
  type Columns,
  checkNumbers,
  checkTimes,
  columnsOf,
  type Inputs,
  model,
  type Outputs,
  stepBefore,
} from "../model.js";

export interface FullyCoveredNrelOptions {
  /** Snowfall above which modules are covered, cm/h. Default 1. */
  thresholdSnowfall?: number | undefined;
  /** Depth on the ground below which none are, cm. Default 1. */
  thresholdDepth?: number | undefined;
}

/**
 * Row kernel: time (Unix ms), snowfall (cm in the step that ends with the row), snowDepth (cm) → covered, 1 or 0; n is the
 * series' length. NaN in snowfall counts as none, in snowDepth as deep enough.
 */
export function fullyCoveredNrelRows(
  i0: number,
  i1: number,
  n: number,
  time: Float64Array,
  snowfall: Float64Array,
  snowDepth: Float64Array,
  thresholdSnowfall: number,
  thresholdDepth: number,
  covered: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const rate = snowfall[i]! / (stepBefore(i, n, time) / HOUR);
    covered[i] = rate > thresholdSnowfall && !(snowDepth[i]! < thresholdDepth) ? 1 : 0;
  }
}

/**
 * Whether the snowfall of each step covers the modules whole.
 *
 * @param inputs time (Unix ms, increasing), snowfall (cm in the step that ends with the row), snowDepth (cm on the ground at
 *   the beginning of the step; may be left out); numbers or arrays of one length
 * @param options thresholdSnowfall (1 cm/h), thresholdDepth (1 cm)
 * @returns covered, 1 or 0 (no unit); NaN where an input is NaN. The first step is taken as long as the second (pvlib takes
 *   no notice of it in uneven series), a single row counts as an hour
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export const fullyCoveredNrel = /* @__PURE__ */ model("fullyCoveredNrel", {
  inputs: ["time", "snowfall"],
  defaults: { snowDepth: Number.POSITIVE_INFINITY },
  outputs: ["covered"],
  settings({ thresholdSnowfall = 1, thresholdDepth = 1 }: FullyCoveredNrelOptions) {
    checkNumbers("fullyCoveredNrel", { thresholdSnowfall, thresholdDepth });
    return [thresholdSnowfall, thresholdDepth] as const;
  },
  rows(from, to, { time, snowfall, snowDepth, covered }, set) {
    checkTimes("fullyCoveredNrel", to, time);
    fullyCoveredNrelRows(from, to, to, time, snowfall, snowDepth, ...set, covered);
    for (let i = from; i < to; i++) {
      if (Number.isNaN(snowfall[i]!) || Number.isNaN(snowDepth[i]!)) covered[i] = Number.NaN;
    }
  },
});

export interface CoverageNrelOptions extends FullyCoveredNrelOptions {
  /** Share covered before the first step, 0…1. Default 0. */
  initialCoverage?: number | undefined;
  /** Snow slides when air temperature is above irradiance / this, W/(m² °C). Default −80. */
  canSlideCoefficient?: number | undefined;
  /** Share of the slant height that slides in an hour on a vertical plane. Default 0.197. */
  slideAmountCoefficient?: number | undefined;
}

/** Of the paper, for hours; the depth is that of Ryberg & Freeman. */
export const COVERAGE_NREL = {
  thresholdSnowfall: 1,
  thresholdDepth: 1,
  canSlideCoefficient: -80,
  slideAmountCoefficient: 0.197,
} as const;

/**
 * Times the threshold of snowfall: what falls as fast covers, too. pvlib wants more, and so do the functions here; yields and `moduleSnow`
 * take it as SAM does, since most files have depths in whole centimetres: nearly all that a file has may rise by just one an hour.
 */
export const AT_LEAST = 1 - 1e-9;

type CoverageSettings = { readonly [name in Exclude<keyof CoverageNrelOptions, "thresholdSnowfall">]: number };

export type CoverageNrelColumns = Columns<
  "time" | "poaIrradiance" | "tempAir" | "surfaceTilt" | "snowDepth" | "snowCoverage"
>;

/**
 * Row kernel: `snowCoverage` holds 1 where fresh snow covers all (`fullyCoveredNrelRows`) and gets the share covered, never
 * NaN; row i0 − 1 must have been done before. time in Unix ms, poaIrradiance in W/m², tempAir in °C, surfaceTilt in
 * degrees, snowDepth in cm. A step of which something is missing slides nothing.
 */
export function coverageNrelRows(
  i0: number,
  i1: number,
  n: number,
  c: CoverageNrelColumns,
  set: CoverageSettings,
): void {
  const { thresholdDepth, initialCoverage, canSlideCoefficient, slideAmountCoefficient } = set;
  const { time, poaIrradiance, tempAir, surfaceTilt, snowDepth, snowCoverage } = c;
  for (let i = i0; i < i1; i++) {
    if (snowCoverage[i] === 1) continue;
    const before = i > 0 ? snowCoverage[i - 1]! : initialCoverage;
    const canSlide = i > 0 && tempAir[i]! > poaIrradiance[i]! / canSlideCoefficient && surfaceTilt[i]! >= 0;
    const hours = stepBefore(i, n, time) / HOUR;
    const slide = canSlide ? slideAmountCoefficient * sin(surfaceTilt[i]! * DEG) * hours : 0;
    // On ground that is all but bare nothing stays, or snow would never leave planes of low tilt.
    snowCoverage[i] = snowDepth[i]! < thresholdDepth ? 0 : Math.max(before - slide, 0);
  }
}

/** What the inputs of `coverageNrel` become. */
type CoverageInputs = Columns<Exclude<keyof CoverageNrelColumns, "snowCoverage"> | "snowfall"> & { readonly n: number };

/**
 * Share of the slant height of a row of modules that is covered by snow. Validated for fixed planes.
 *
 * A row with NaN in it gets NaN; for the rows after it, it is one without snowfall (snowfall NaN), without a look at the
 * ground (snowDepth NaN), without sliding (another NaN). The first step slides nothing.
 *
 * @param inputs time (Unix ms, increasing), snowfall (cm in the step that ends with the row), poaIrradiance (W/m²), tempAir
 *   (°C), surfaceTilt (deg), snowDepth (cm on the ground at the beginning of the step; may be left out); numbers or arrays
 *   of one length
 * @param options initialCoverage (0), thresholdSnowfall (1 cm/h), thresholdDepth (1 cm), canSlideCoefficient
 *   (−80 W/(m² °C)), slideAmountCoefficient (0.197)
 * @returns snowCoverage, 0…1 (no unit); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function coverageNrel(
  inputs: Inputs<"time" | "snowfall" | "poaIrradiance" | "tempAir" | "surfaceTilt", "snowDepth">,
  options: CoverageNrelOptions = {},
): Outputs<"snowCoverage"> {
  const columns = columnsOf("coverageNrel", inputs, ["time", "snowfall", "poaIrradiance", "tempAir", "surfaceTilt"], {
    snowDepth: Number.POSITIVE_INFINITY,
  });
  return coverageOfColumns("coverageNrel", columns, options);
}

/** `model` is the public function, for error texts. */
function coverageOfColumns(model: string, c: CoverageInputs, options: CoverageNrelOptions): Outputs<"snowCoverage"> {
  const { thresholdSnowfall = COVERAGE_NREL.thresholdSnowfall, thresholdDepth = COVERAGE_NREL.thresholdDepth } =
    options;
  const { canSlideCoefficient = COVERAGE_NREL.canSlideCoefficient, initialCoverage = 0 } = options;
  const { slideAmountCoefficient = COVERAGE_NREL.slideAmountCoefficient } = options;
  checkNumbers(model, { thresholdSnowfall, thresholdDepth, canSlideCoefficient, slideAmountCoefficient });
  checkNumbers(model, { initialCoverage }, 0, 1);
  checkTimes(model, c.n, c.time);
  const snowCoverage = new Float64Array(c.n);
  fullyCoveredNrelRows(0, c.n, c.n, c.time, c.snowfall, c.snowDepth, thresholdSnowfall, thresholdDepth, snowCoverage);
  const set = { thresholdDepth, initialCoverage, canSlideCoefficient, slideAmountCoefficient };
  coverageNrelRows(0, c.n, c.n, { ...c, snowCoverage }, set);
  for (let i = 0; i < c.n; i++) {
    const known = c.snowfall[i]! + c.poaIrradiance[i]! + c.tempAir[i]! + c.surfaceTilt[i]! + c.snowDepth[i]!;
    if (Number.isNaN(known)) snowCoverage[i] = Number.NaN;
  }
  return { snowCoverage };
}

/**
 * Row kernel: time (Unix ms), snowDepth → snowfall in the unit of depth. Of steps shorter than an hour each row has its share of the rise
 * within the hour that ends with it: the threshold of `coverageNrel` is one for hours, within which gauges jitter and depths of whole hours
 * jump. NaN is stepped over: the rise over a gap falls on what follows it. Without a known depth before there is no fresh snow. [0, n).
 */
export function snowfallFromDepthRows(
  n: number,
  time: Float64Array,
  snowDepth: Float64Array,
  snowfall: Float64Array,
): void {
  let [first, before, next] = [-1, -1, 0];
  for (let i = 0; i < n; i++) {
    const step = stepBefore(i, n, time);
    const parts = Math.max(1, Math.floor(HOUR / step));
    for (; next < i && time[next]! <= time[i]! - parts * step; next++) {
      if (!Number.isNaN(snowDepth[next]!)) before = next;
    }
    const start = before >= 0 ? before : first;
    const rise = start >= 0 ? (snowDepth[i]! - snowDepth[start]!) / parts : 0;
    const isKnown = !Number.isNaN(snowDepth[i]!);
    snowfall[i] = isKnown ? Math.max(rise, 0) : Number.NaN;
    if (first < 0 && isKnown) first = i;
  }
}

/**
 * Fresh snow of each step: the rise of snow depth since the last row that has one, 0 where depth fell.
 *
 * Settling of old snow during a fall hides part of it, drift and jitter of the gauge invent some: what matters to
 * `coverageNrel` is only whether a step exceeds its threshold (1 cm/h). Depths that are known once a day and interpolated
 * rise too slowly for it; give the rise at once, or lower the threshold.
 *
 * @param inputs snowDepth on the ground in cm (a weather series has mm: divide by 10); a number or an array
 * @returns snowfall in cm per step; 0 in the first row; NaN where snowDepth is NaN
 * @throws TypeError, RangeError for a bad column
 * @experimental
 */
export const snowfallFromDepth = /* @__PURE__ */ model("snowfallFromDepth", {
  inputs: ["snowDepth"],
  outputs: ["snowfall"],
  rows(_from, to, { snowDepth, snowfall }) {
    const hours = snowDepth.map((_, row) => row * HOUR);
    snowfallFromDepthRows(to, hours, snowDepth, snowfall);
  },
});

/**
 * Share of the slant height of a row of modules that is covered by snow; fresh snow is the rise of snow depth within an hour, or
 * within a step that is longer.
 *
 * @param inputs time (Unix ms, increasing), snowDepth (cm on the ground), poaIrradiance (W/m²), tempAir (°C), surfaceTilt
 *   (deg); numbers or arrays of one length
 * @param options as `coverageNrel`; with snow at the series' beginning give initialCoverage
 * @returns snowCoverage, 0…1 (no unit); NaN where an input is NaN, see `coverageNrel`; the rise of depth over a gap counts
 *   as snowfall of the row after it
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function coverageFromDepth(
  inputs: Inputs<"time" | "snowDepth" | "poaIrradiance" | "tempAir" | "surfaceTilt">,
  options: CoverageNrelOptions = {},
): Outputs<"snowCoverage"> {
  const c = columnsOf("coverageFromDepth", inputs, ["time", "snowDepth", "poaIrradiance", "tempAir", "surfaceTilt"]);
  checkTimes("coverageFromDepth", c.n, c.time);
  const snowfall = new Float64Array(c.n);
  snowfallFromDepthRows(c.n, c.time, c.snowDepth, snowfall);
  return coverageOfColumns("coverageFromDepth", { ...c, snowfall }, options);
}

/** snowCoverage, 0…1 → loss, 0…1; `loss` may be the same column. */
export function dcLossNrelRows(
  i0: number,
  i1: number,
  snowCoverage: Float64Array,
  numStrings: number,
  loss: Float64Array,
): void {
  for (let i = i0; i < i1; i++) loss[i] = Math.ceil(snowCoverage[i]! * numStrings) / numStrings;
}

/**
 * Share of DC capacity lost to snow: coverage rounded up to whole strings.
 *
 * @param inputs snowCoverage, 0…1; a number or an array
 * @param options numStrings: strings in parallel along the slant height, e.g. 1 for a module upright, 3 lying
 * @returns loss, 0…1 (no unit); NaN where snowCoverage is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const dcLossNrel = /* @__PURE__ */ model("dcLossNrel", {
  inputs: ["snowCoverage"],
  outputs: ["loss"],
  settings({ numStrings }: { numStrings: number }): number {
    if (typeof numStrings !== "number") {
      throw new TypeError(`dcLossNrel: numStrings must be a number, got ${String(numStrings)}`);
    }
    if (Number.isInteger(numStrings) && numStrings >= 1) return numStrings;
    throw new RangeError(`dcLossNrel: numStrings must be a whole number above 0, got ${numStrings}`);
  },
  rows: (from, to, { snowCoverage, loss }, numStrings) => dcLossNrelRows(from, to, snowCoverage, numStrings, loss),
});

/** A weather series on its own intervals: what makes snow lie and slide. Units as named at `loss`. */
export type SnowSeries = Columns<"time" | "snowDepth" | "poaIrradiance" | "tempAir" | "surfaceTilt">;

export interface ModuleSnow {
  /**
   * Share of DC power lost in each row, 0…1; NaN where an input is NaN.
   *
   * @param series time (Unix ms), snowDepth (mm on the ground), poaIrradiance (W/m²), tempAir (°C), surfaceTilt (deg)
   */
  loss(series: SnowSeries): Float64Array;
}

const MILLIMETRES_PER_CENTIMETRE = 10;

/**
 * Snow on the modules: pass it as `context.snow` to reduce `pv_production` by the covered share.
 *
 * @param options numStrings: strings in parallel along the slant height (1 for a module upright, 3 lying), no unit; the rest
 *   as `coverageNrel`
 * @returns the value of `context.snow`
 * @throws TypeError, RangeError for numStrings that is not a whole number of 1 or more
 * @experimental
 */
export function moduleSnow(options: { numStrings: number } & CoverageNrelOptions): ModuleSnow {
  const { numStrings, thresholdSnowfall: given = COVERAGE_NREL.thresholdSnowfall, ...coverage } = options ?? {};
  if (typeof numStrings !== "number") {
    throw new TypeError(`moduleSnow: numStrings must be a number, got ${String(numStrings)}`);
  }
  if (!Number.isInteger(numStrings) || numStrings < 1) {
    throw new RangeError(`moduleSnow: numStrings must be a whole number of 1 or more, got ${numStrings}`);
  }
  const thresholdSnowfall = typeof given === "number" ? given * AT_LEAST : given;
  return {
    loss({ snowDepth, ...series }) {
      const centimetres = snowDepth.map((depth) => depth / MILLIMETRES_PER_CENTIMETRE);
      const { snowCoverage } = coverageFromDepth(
        { ...series, snowDepth: centimetres },
        { ...coverage, thresholdSnowfall },
      );
      return dcLossNrel({ snowCoverage }, { numStrings }).loss;
    },
  };
}
