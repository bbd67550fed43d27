/**
 * Student's t widened by a normal error: what is known of a year to come where its scatter is known from a few years only, and where
 * other errors of known size come on top of it.
 *
 * X = a·T + b·Z, T Student's t and Z standard normal, independent. Given s = √(χ²/ν), T is normal with the deviation 1/s, so that
 * P(X ≤ x) = E[Φ(x/√(a²/s² + b²))] over s: exact, where the Welch–Satterthwaite formula (JCGM 100:2008, G.4.1) is an approximation.
 */
import { exp } from "../math/index.js";
import { normalProbability, normalQuantile } from "./normal.js";
import { chiNodes } from "./student-t.js";

export interface WidenedT {
  /** Deviation of the part that a few values tell, and their degrees of freedom; Infinity: known as well as the other. */
  readonly student: number;
  readonly degrees: number;
  /** Deviation of the normal part. */
  readonly normal: number;
}

const ROOT_TWO_PI = 2.5066282746310002;
/** Newton's steps only ever rise here, and double the digits near the end. */
const MOST_STEPS = 100;

/** @param share 0 < share < 1 @returns x of which P(X ≤ x) is the share */
export function widenedTQuantile(share: number, { student, degrees, normal }: WidenedT): number {
  if (share < 0.5) return -widenedTQuantile(1 - share, { student, degrees, normal });
  if (share === 0.5) return 0;
  if (student === 0 || degrees === Number.POSITIVE_INFINITY) {
    return normalQuantile(share) * Math.sqrt(student * student + normal * normal);
  }
  const { scales, densities } = nodesOf(degrees);
  const widths = scales.map((scale) => Math.sqrt((student / scale) * (student / scale) + normal * normal));
  // From the middle outwards the distribution is concave: no step leads beyond the quantile. That of a normal error of the same
  // deviations is no farther out (Φ(x/√(a²/v + b²)) is concave in v = s², whose mean is 1); a tenth is for what the nodes leave open.
  let x = 0.9 * normalQuantile(share) * Math.sqrt(student * student + normal * normal);
  for (let step = 0; step < MOST_STEPS; step++) {
    let [below, density] = [0, 0];
    for (let i = 0; i < widths.length; i++) {
      const z = x / widths[i]!;
      below += densities[i]! * normalProbability(z);
      density += (densities[i]! * exp(-0.5 * z * z)) / (ROOT_TWO_PI * widths[i]!);
    }
    const next = x + (share - below) / density;
    if (!(next > x)) break;
    x = next;
  }
  return x;
}

let known: { readonly degrees: number; readonly nodes: ReturnType<typeof chiNodes> } | undefined;

/** P-values of one yield share their degrees: the last nodes are kept. */
function nodesOf(degrees: number): ReturnType<typeof chiNodes> {
  if (known?.degrees !== degrees) known = { degrees, nodes: chiNodes(degrees) };
  return known.nodes;
}
