/** Columns in one another's place: GHI, DNI and DHI close in another order, and not as they are named. */
import type { SkyRows } from "../types.js";
import { type ComponentRows, possible, upThroughout } from "./component-rows.js";

/** Places of GHI, DNI and DHI among the columns GHI, DNI, DHI; the first is as named. */
const ORDERS = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 2, 0],
  [2, 0, 1],
] as const;
const NAMES = ["GHI", "DNI", "DHI"] as const;

/** Misclosure as a share of the light: columns as named must be beyond the first, in their right order within the second. */
const LEAST_OFF = 0.15;
const MOST_OFF = 0.05;

/** What the columns are, such as "GHI is in the column of DNI", where another order closes beyond doubt. */
export function swappedColumns(sky: SkyRows, { global, diffuse, cosine }: ComponentRows): string | undefined {
  const beam = sky.weather.columns.direct_normal_irradiance;
  if (global === undefined || diffuse === undefined || beam === undefined) return undefined;
  const off = new Float64Array(ORDERS.length);
  const light = new Float64Array(ORDERS.length);
  const values = new Float64Array(3);
  const least = upThroughout(sky.step);
  for (let row = 0; row < sky.count; row++) {
    if (!(sky.sunHeight[row]! > least)) continue;
    values[0] = possible(global[row]!);
    values[1] = possible(beam[row]!);
    values[2] = possible(diffuse[row]!);
    if (Number.isNaN(values[0] + values[1] + values[2])) continue;
    for (let k = 0; k < ORDERS.length; k++) {
      const [g, b, d] = ORDERS[k]!;
      const sum = values[b]! * cosine[row]! + values[d]!;
      off[k]! += Math.abs(values[g]! - sum);
      light[k]! += sum;
    }
  }
  const share = off.map((value, k) => value / light[k]!);
  const best = share.indexOf(Math.min(...share));
  if (!(share[0]! > LEAST_OFF && share[best]! < MOST_OFF)) return undefined;
  const wrong = ORDERS[best]!.flatMap((at, k) =>
    at === k ? [] : [`${NAMES[k]} stands in the column of ${NAMES[at]}`],
  );
  return wrong.join(", ");
}
