/** What the page says of scales and of columns without values. */
import type { ValueScale } from "irradiance-engine/report/scene";

export function isEmpty(values: readonly (number | null)[]): boolean {
  return values.every((value) => value === null);
}

/** Of a curve that has no axis: its range, to be read beside the curve. */
export function scaleText({ from, to }: ValueScale): string {
  return `scale ${from} to ${to}`.replaceAll("-", "−");
}
