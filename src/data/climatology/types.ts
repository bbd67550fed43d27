/**
 * @param farthest largest absolute longitude, degrees
 * @throws TypeError, RangeError for an invalid place; the message begins with `caller`
 */
export function checkPlace(caller: string, latitude: number, longitude: number, farthest: number): void {
  for (const [name, value, most] of [
    ["latitude", latitude, 90],
    ["longitude", longitude, farthest],
  ] as const) {
    if (typeof value !== "number") throw new TypeError(`${caller}: ${name} must be a number, got ${String(value)}`);
    if (!(Math.abs(value) <= most)) {
      throw new RangeError(`${caller}: ${name} must be from -${most} to ${most} degrees, got ${value}`);
    }
  }
}

/** What a climatology of turbidity and altitude knows of a place. @experimental */
export interface Climatology {
  /** Monthly Linke turbidity at air mass 2, January to December. @throws TypeError, RangeError for an invalid place */
  linkeTurbidity(latitude: number, longitude: number): number[];
  /**
   * The same for minutes with a clear sky, which are cleaner than the mean: what `createEngine` gives to the clear sky. A
   * climatology without it gives its `linkeTurbidity`.
   *
   * @throws TypeError, RangeError for an invalid place or altitude
   */
  readonly clearTurbidity?: ((latitude: number, longitude: number, at?: AtAltitude) => number[]) | undefined;
  /**
   * Metres above sea level, 0 over the sea, for places without better data: means over half a degree, in mountains over 5′ (9 km);
   * of ice sheets the height of the ice over two degrees.
   *
   * @throws TypeError, RangeError for an invalid place
   */
  altitude(latitude: number, longitude: number): number;
}

/** The height of a place, as far as grids know it. */
export interface Ground {
  /** Metres above sea level, as {@link Climatology.altitude}. */
  readonly altitude: number;
  /** Mean height of the ground around, over half a degree: in a valley above `altitude`, on a mountain below. */
  readonly around: number;
  /** By how much `altitude` may be wrong at a point, m (rms): by the relief of the 25 km around; 0 at the few places whose height is known. */
  readonly uncertainty: number;
}

export interface AtAltitude {
  /**
   * Metres above sea level of the place. A map's turbidity belongs to the height of its cell; given this, aerosol and water
   * are those of the place's own height. Default: `altitude` of the climatology, in whole metres.
   */
  readonly altitude?: number | undefined;
}

/** The one that comes with the library. @experimental */
export interface EmbeddedClimatology extends Climatology {
  clearTurbidity(latitude: number, longitude: number, at?: AtAltitude): number[];
  /** @throws TypeError, RangeError for an invalid place */
  ground(latitude: number, longitude: number): Ground;
}
