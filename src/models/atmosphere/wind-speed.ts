import { pow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/**
 * Hellmann's exponents by stability of the air and surface (Kaltschmitt, Streicher, Wiese 2007, Renewable Energy, Springer).
 * The same as pvlib's dictionary; the table in pvlib's documentation has rows and columns exchanged.
 * @experimental
 */
export const HELLMANN_EXPONENTS = {
  unstable_air_above_open_water_surface: 0.06,
  neutral_air_above_open_water_surface: 0.1,
  stable_air_above_open_water_surface: 0.27,
  unstable_air_above_flat_open_coast: 0.11,
  neutral_air_above_flat_open_coast: 0.16,
  stable_air_above_flat_open_coast: 0.4,
  unstable_air_above_human_inhabited_areas: 0.27,
  neutral_air_above_human_inhabited_areas: 0.34,
  stable_air_above_human_inhabited_areas: 0.6,
} as const;

/** @experimental */
export type HellmannSurface = keyof typeof HELLMANN_EXPONENTS;

/** Row kernel of {@link windspeedPowerlaw}. */
export function windspeedPowerlawRows(
  i0: number,
  i1: number,
  windSpeedReference: Float64Array,
  heightReference: Float64Array,
  heightDesired: Float64Array,
  exponent: number,
  windSpeed: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const speed = windSpeedReference[i]! * pow(heightDesired[i]! / heightReference[i]!, exponent);
    windSpeed[i] = speed >= 0 ? speed : Number.NaN;
  }
}

interface WindspeedPowerlawOptions {
  readonly exponent?: number | undefined;
  readonly surfaceType?: HellmannSurface | undefined;
}

/**
 * Wind speed at another height by Hellmann's power law.
 *
 * @param inputs `windSpeedReference` in m/s at `heightReference` in m; `heightDesired` in m
 * @param options `exponent`, or `surfaceType`: a name of `HELLMANN_EXPONENTS`; exactly one of them
 * @returns `windSpeed` in m/s = windSpeedReference·(heightDesired/heightReference)^exponent; NaN for NaN, a negative speed
 *   and a negative height
 * @throws TypeError when neither or both of exponent and surfaceType are given, or one is of wrong kind; RangeError for an
 *   unknown surfaceType, an exponent that is not finite and unequal lengths
 *
 * Source: G. Hellmann (1915), Über die Bewegung der Luft in den untersten Schichten der Atmosphäre, Meteorologische
 * Zeitschrift 32.
 * @experimental
 */
export function windspeedPowerlaw(
  inputs: { windSpeedReference: ColumnInput; heightReference: ColumnInput; heightDesired: ColumnInput },
  options: WindspeedPowerlawOptions,
): { windSpeed: Float64Array } {
  const exponent = exponentOf(options);
  const { windSpeedReference, heightReference, heightDesired, n } = toColumns("windspeedPowerlaw", {
    windSpeedReference: inputs.windSpeedReference,
    heightReference: inputs.heightReference,
    heightDesired: inputs.heightDesired,
  });
  const windSpeed = new Float64Array(n);
  windspeedPowerlawRows(0, n, windSpeedReference, heightReference, heightDesired, exponent, windSpeed);
  return { windSpeed };
}

function exponentOf(options: WindspeedPowerlawOptions = {}): number {
  const { exponent, surfaceType } = options;
  if ((exponent === undefined) === (surfaceType === undefined)) {
    throw new TypeError("windspeedPowerlaw: give either exponent or surfaceType");
  }
  if (surfaceType !== undefined) {
    if (!Object.hasOwn(HELLMANN_EXPONENTS, surfaceType)) {
      const known = Object.keys(HELLMANN_EXPONENTS).join(", ");
      throw new RangeError(
        `windspeedPowerlaw: surfaceType must be one of ${known}, got ${JSON.stringify(surfaceType)}`,
      );
    }
    return HELLMANN_EXPONENTS[surfaceType];
  }
  checkNumbers("windspeedPowerlaw", { exponent });
  return exponent as number;
}
