/**
 * The course of light within steps of which the means are known: the clear sky times a course of the clear-sky index. That is the mean
 * of two with the index of the step: a line from the middle of its light to that of its neighbours', and a parabola that meets the line
 * at the edges. Of step, straight line, constant and quadratic index it has the least error (research/validate-joining.mjs).
 *
 * The engine has a closed form of its own for its nodes (engine/weather-grid/mean-preserving.ts); test/series/course.test.ts compares them.
 */

/** Mean clear sky (W/m²) below which light is spread evenly: twilight has no course. */
const NO_COURSE = 1;
/** Mean clear sky (W/m²) below which the clear-sky index of a step is not used for its neighbours. */
const MIN_CLEAR_SKY = 5;
/** No neighbour counts as clearer. */
const MOST_INDEX = 1.3;

/** The moments that stand for steps one after the other. */
export interface StepMoments {
  /** Number of the first moment of each step; one more at the end. */
  readonly begins: ArrayLike<number>;
  /** Lengths of the steps, all in one unit. */
  readonly lengths: ArrayLike<number>;
  /** Where in its step each moment is, 0…1. */
  readonly at: ArrayLike<number>;
  /** Share of each moment in the time of its step; those of a step add up to 1. */
  readonly share: ArrayLike<number>;
}

/**
 * Share of each moment in the energy of its step, of any scale: clear sky × course × time; the clear sky alone where a step has no index.
 *
 * @param clear W/m², of each moment
 * @param values means of the steps, W/m²; NaN = missing
 */
export function lightShares(moments: StepMoments, clear: Float64Array, values: ArrayLike<number>): Float64Array {
  const { begins, at, share } = moments;
  const lights = lightsOf(moments, clear, values);
  const shares = new Float64Array(clear.length);
  for (let k = 0; k < lights.clear.length; k++) {
    const isTwilight = lights.clear[k]! < NO_COURSE;
    const course = isTwilight ? level : courseOf(lights, moments.lengths, k);
    for (let m = begins[k]!; m < begins[k + 1]!; m++) {
      shares[m] = (isTwilight ? 1 : clear[m]! * course(at[m]!)) * share[m]!;
    }
  }
  return shares;
}

/** The light of steps, one after the other. */
interface Lights {
  /** Mean clear sky, W/m². */
  readonly clear: Float64Array;
  /** Where in the step the middle of its clear-sky light is, 0…1. */
  readonly middle: Float64Array;
  /** Mean of x·(1 − x) in the clear-sky light, x from 0 to 1 through the step. */
  readonly parabolaMean: Float64Array;
  /** Clear-sky index; NaN for steps in the dark, with a clear sky below the least, or without a value. */
  readonly clearSkyIndex: Float64Array;
}

function lightsOf({ begins, at, share }: StepMoments, sky: Float64Array, values: ArrayLike<number>): Lights {
  const steps = begins.length - 1;
  const [clear, middle, parabolaMean, clearSkyIndex] = [0, 1, 2, 3].map(() => new Float64Array(steps)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let k = 0; k < steps; k++) {
    for (let m = begins[k]!; m < begins[k + 1]!; m++) {
      const [light, x] = [sky[m]! * share[m]!, at[m]!];
      clear[k]! += light;
      middle[k]! += light * x;
      parabolaMean[k]! += light * x * (1 - x);
    }
    middle[k]! /= clear[k]!;
    parabolaMean[k]! /= clear[k]!;
    clearSkyIndex[k] = clear[k]! >= MIN_CLEAR_SKY && values[k]! > 0 ? values[k]! / clear[k]! : Number.NaN;
  }
  return { clear, middle, parabolaMean, clearSkyIndex };
}

/** Index at x, 0…1 through a step. */
type Course = (x: number) => number;

const level: Course = () => 1;

function courseOf({ middle, parabolaMean, clearSkyIndex }: Lights, lengths: ArrayLike<number>, k: number): Course {
  const own = clearSkyIndex[k]!;
  if (Number.isNaN(own)) return level;
  const centre = middle[k]!;
  /** On the line to the neighbour: level where that has no index. */
  const edge = (side: -1 | 1) => {
    const other = Math.min(clearSkyIndex[k + side] ?? Number.NaN, MOST_INDEX);
    if (Number.isNaN(other)) return own;
    const toEdge = side < 0 ? centre : 1 - centre;
    const beyond = (side < 0 ? 1 - middle[k - 1]! : middle[k + 1]!) * (lengths[k + side]! / lengths[k]!);
    return own + ((other - own) * toEdge) / (toEdge + beyond);
  };
  const [left, right] = [edge(-1), edge(1)];
  const curvature = (own - left - (right - left) * centre) / parabolaMean[k]!;
  return (x) => {
    const line = x < centre ? left + (own - left) * (x / centre) : own + (right - own) * ((x - centre) / (1 - centre));
    const parabola = left + (right - left) * x + curvature * x * (1 - x);
    return (line + Math.max(parabola, 0)) / 2;
  };
}
