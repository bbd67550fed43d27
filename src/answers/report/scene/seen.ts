/** What is seen along parallel rays, such as from above or from the sun: the nearest surface in each cell of a picture. */

type Vector = readonly [number, number, number];

/** Unit vectors: to the right and up in the picture, and towards who looks. */
export interface View {
  readonly right: Vector;
  readonly up: Vector;
  readonly towards: Vector;
}

/** Metres to the right and up of the lower left corner, and of a cell. */
export interface Window {
  readonly left: number;
  readonly bottom: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * @param triangles nine numbers each, m
 * @param isDrawn whether a triangle is drawn in a cell: of what lets light pass only some are
 * @returns number of the triangle that is nearest in each cell, row by row from below; −1: none
 */
export function nearestIn(
  triangles: Float64Array,
  { right, up, towards }: View,
  window: Window,
  isDrawn: (triangle: number, column: number, row: number) => boolean,
): Int32Array {
  const { left, bottom, cell, columns, rows } = window;
  const nearest = new Int32Array(columns * rows).fill(-1);
  const depth = new Float64Array(columns * rows).fill(Number.NEGATIVE_INFINITY);
  for (let triangle = 0; 9 * triangle < triangles.length; triangle++) {
    const corner = (k: number, axis: Vector) => {
      const at = 9 * triangle + 3 * k;
      return triangles[at]! * axis[0] + triangles[at + 1]! * axis[1] + triangles[at + 2]! * axis[2];
    };
    const x = [0, 1, 2].map((k) => (corner(k, right) - left) / cell - 0.5) as unknown as Vector;
    const y = [0, 1, 2].map((k) => (corner(k, up) - bottom) / cell - 0.5) as unknown as Vector;
    const near = [0, 1, 2].map((k) => corner(k, towards)) as unknown as Vector;
    const area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (area === 0) continue;
    const [firstRow, lastRow] = [
      Math.max(0, Math.ceil(Math.min(...y))),
      Math.min(rows - 1, Math.floor(Math.max(...y))),
    ];
    const [first, last] = [Math.max(0, Math.ceil(Math.min(...x))), Math.min(columns - 1, Math.floor(Math.max(...x)))];
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = first; column <= last; column++) {
        const b = ((column - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (row - y[0])) / area;
        const c = ((x[1] - x[0]) * (row - y[0]) - (column - x[0]) * (y[1] - y[0])) / area;
        if (b < 0 || c < 0 || b + c > 1) continue;
        const at = row * columns + column;
        const height = near[0] + b * (near[1] - near[0]) + c * (near[2] - near[0]);
        if (height <= depth[at]! || !isDrawn(triangle, column, row)) continue;
        [depth[at], nearest[at]] = [height, triangle];
      }
    }
  }
  return nearest;
}
