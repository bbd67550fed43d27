/** What a meter's power is, and the place it stands at. */

/** Mean AC power of equal intervals, as the meter's own clock has them. */
export interface MeterRows {
  /** Unix ms at which the first interval begins by its stamp. */
  readonly start: number;
  /** ms. */
  readonly step: number;
  /** kW; NaN: missing. */
  readonly power: Float64Array;
}

/** As `skyAt` of `irradiance-engine/climatology` has it: degrees north and east, metres. */
export interface MeterPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  /** Linke turbidity of clear hours, January to December. */
  readonly linkeTurbidity: readonly number[];
  /** Monthly means of the air, °C, January to December. */
  readonly temperature: ArrayLike<number>;
}

/** Degrees: tilt from 0 (level) to 90, azimuth from north, clockwise. */
export interface Direction {
  readonly tilt: number;
  readonly azimuth: number;
}

/** A plane and the AC power, kW, that it gives under 1000 W/m² at 25 °C: what its modules can, less what is lost behind them. */
export interface LearntPlane extends Direction {
  readonly power: number;
}
