/** Flat areas that light falls on. */

/** A flat area in metres east, north and up: a corner, and the sides from there. A parallelogram; modules are rectangles. */
export interface Area {
  readonly corner: readonly [number, number, number];
  readonly across: readonly [number, number, number];
  readonly up: readonly [number, number, number];
}

export function normalOf({ across, up }: Pick<Area, "across" | "up">): [number, number, number] {
  const x = across[1] * up[2] - across[2] * up[1];
  const y = across[2] * up[0] - across[0] * up[2];
  const z = across[0] * up[1] - across[1] * up[0];
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** Square of the distance of the farthest corner. */
export function farthest({ corner, across, up }: Area, middle: readonly number[]): number {
  const square = (u: number, v: number) =>
    [0, 1, 2].reduce((sum, axis) => {
      const away = corner[axis]! + u * across[axis]! + v * up[axis]! - middle[axis]!;
      return sum + away * away;
    }, 0);
  return Math.max(square(0, 0), square(1, 0), square(0, 1), square(1, 1));
}
