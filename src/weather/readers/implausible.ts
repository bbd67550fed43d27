/** What a file writes for "no value" without saying so, and a humidity that is none: looked for in what any reader has read. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherSeries } from "../series.js";

/** W/m²: light that does not fall to nothing and come back within a step. */
const BRIGHT = 50;
/** A code for "no value" comes back. */
const TIMES = 3;
/** Seconds: no night is as short between bright values, so that what a sensor has in the dark is no code. */
const LONGEST = 3 * 3600;
/** W/m²: a pyrheliometer's zero lies up to so much below 0 (the limit of BSRN), also by day, under clouds. */
const ZERO_OF_BEAM = -4;
/** Such codes and less are missing in every reader. */
const LEAST = -99;
/** Percent: no weather is as dry in the mean. */
const DRIEST = 5;

/** Negative whole numbers that stand between bright values become NaN. @returns what was found */
export function withoutCodes({ columns, interval }: WeatherSeries): Notice[] {
  const notices = dryNotices(columns.relative_humidity as Float64Array | undefined);
  for (const [name, given] of Object.entries(columns)) {
    if (!name.endsWith("_irradiance") || given === undefined) continue;
    const values = given as Float64Array;
    const highest = name.startsWith("direct") ? ZERO_OF_BEAM : 0;
    const code = codeIn(values, highest, LONGEST / interval);
    if (code === undefined) continue;
    let count = 0;
    for (const [row, value] of values.entries()) {
      if (value !== code) continue;
      values[row] = Number.NaN;
      count += 1;
    }
    const message = `${name} is ${code} in ${count} rows, also between bright ones: they are taken as missing, because no light is negative`;
    notices.push({ code: "missing-code", message });
  }
  return notices;
}

function codeIn(values: Float64Array, highest: number, mostRows: number): number | undefined {
  const counts = new Map<number, number>();
  let [before, code, rows] = [0, Number.NaN, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    if (value === code) {
      rows += 1;
    } else if (value < highest && value > LEAST && Number.isInteger(value)) {
      [code, rows] = [value, 1];
    } else {
      if (rows > 0 && rows <= mostRows && before > BRIGHT && value > BRIGHT)
        counts.set(code, (counts.get(code) ?? 0) + rows);
      [before, code, rows] = [value, Number.NaN, 0];
    }
  }
  return [...counts].find(([, count]) => count >= TIMES)?.[0];
}

function dryNotices(humidity: Float64Array | undefined): Notice[] {
  const known = (humidity ?? new Float64Array()).filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (!(mean < DRIEST)) return [];
  const message = `relative_humidity is ${mean.toFixed(1)} % in the mean, which no weather is: is the column another quantity, or a share of 1?`;
  return [{ code: "doubtful", message }];
}
