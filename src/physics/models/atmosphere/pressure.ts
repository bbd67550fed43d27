/**
 * Pressure and altitude of the standard atmosphere, and wind by height.
 *
 * Standard atmosphere: 101325 Pa and 288.15 K at sea level, lapse rate −6.5 K/km, g = 9.80665 m/s², dry air (287.053 J/(kg K)). A Quick
 * Derivation relating altitude to air pressure, Portland State Aerospace Society, version 1.03 (22 December 2004), as in pvlib-python. The
 * two formulas there carry differently rounded constants; hence a round trip closes to 0.2 m, not exactly.
 */
import { positivePow, pow } from "../../../foundation/math/index.js";
import { checkNumbers, columnsOf, type Inputs, model, type Outputs } from "../model.js";

/**
 * `alt2pres` for one number.
 *
 * @param altitude in m
 * @returns pressure in Pa; NaN above 44331.514 m, where the formula's atmosphere ends
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function standardPressure(altitude: number): number {
  const height = 44331.514 - altitude;
  return height < 0 ? Number.NaN : 100 * positivePow(height / 11880.516, 1 / 0.1902632);
}

/**
 * `pres2alt` for one number.
 *
 * @param pressure in Pa
 * @returns altitude in m at which the standard atmosphere has it; NaN for a negative one
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function standardAltitude(pressure: number): number {
  return pressure < 0 ? Number.NaN : 44331.5 - 4946.62 * positivePow(pressure, 0.190263);
}

/**
 * Standard pressure at an altitude.
 *
 * @param inputs `altitude` above sea level in m, valid in the troposphere (below 11 km)
 * @returns `pressure` in Pa; NaN for NaN and above 44331.514 m
 * @throws TypeError, RangeError for a column of wrong kind
 * @experimental
 */
export function alt2pres(inputs: Inputs<"altitude">): Outputs<"pressure"> {
  return { pressure: columnsOf("alt2pres", inputs, ["altitude"]).altitude.map(standardPressure) };
}

/**
 * Altitude of a standard pressure.
 *
 * @param inputs `pressure` in Pa
 * @returns `altitude` above sea level in m; NaN for NaN and for a negative pressure
 * @throws TypeError, RangeError for a column of wrong kind
 * @experimental
 */
export function pres2alt(inputs: Inputs<"pressure">): Outputs<"altitude"> {
  return { altitude: columnsOf("pres2alt", inputs, ["pressure"]).pressure.map(standardAltitude) };
}

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

export type HellmannSurface = keyof typeof HELLMANN_EXPONENTS;

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
export const windspeedPowerlaw = /* @__PURE__ */ model("windspeedPowerlaw", {
  inputs: ["windSpeedReference", "heightReference", "heightDesired"],
  outputs: ["windSpeed"],
  settings: exponentOf,
  rows(from, to, { windSpeedReference, heightReference, heightDesired, windSpeed }, exponent) {
    for (let i = from; i < to; i++) {
      const speed = windSpeedReference[i]! * pow(heightDesired[i]! / heightReference[i]!, exponent);
      windSpeed[i] = speed >= 0 ? speed : Number.NaN;
    }
  },
});

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
