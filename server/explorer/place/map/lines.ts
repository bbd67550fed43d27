/** The world's outlines as paths in degrees. */
import outlines from "virtual:outlines";

const STEPS_PER_DEGREE = 20;

export interface World {
  /** In degrees of longitude and latitude, south up; coasts over the date line go on beyond ±180. */
  readonly land: Path2D;
  readonly borders: Path2D;
}

export function worldPaths(): World {
  const land = new Path2D();
  const borders = new Path2D();
  for (const steps of outlines.land) addCoast(land, steps);
  for (const steps of outlines.borders) addLine(borders, steps);
  return { land, borders };
}

/** A coast that goes round a pole does not close: it is led along the pole. */
function addCoast(path: Path2D, steps: readonly number[]): void {
  const [first, last] = addLine(path, steps);
  if (Math.abs(first - last) > 180) {
    path.lineTo(last, -90);
    path.lineTo(first, -90);
  }
  path.closePath();
}

/** Longitudes without jumps. Returns the first and the last. */
function addLine(path: Path2D, steps: readonly number[]): [number, number] {
  let [x, y, turn, first] = [0, 0, 0, 0];
  for (let i = 0; i < steps.length; i += 2) {
    const before = x;
    x += (steps[i] as number) / STEPS_PER_DEGREE;
    y += (steps[i + 1] as number) / STEPS_PER_DEGREE;
    if (i > 0 && Math.abs(x - before) > 180) turn -= Math.sign(x - before) * 360;
    if (i === 0) {
      first = x;
      path.moveTo(x, y);
    } else path.lineTo(x + turn, y);
  }
  return [first, x + turn];
}
