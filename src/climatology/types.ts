/** What a climatology of turbidity and altitude knows of a place. @experimental */
export interface Climatology {
  /**
   * Monthly Linke turbidity at air mass 2, January to December.
   *
   * @throws TypeError, RangeError for an invalid place
   */
  linkeTurbidity(latitude: number, longitude: number): number[];
  /**
   * The same for minutes with a clear sky, which are cleaner than the mean: what `createEngine` gives to the clear sky. A
   * climatology without it gives its `linkeTurbidity`.
   *
   * @throws TypeError, RangeError for an invalid place or altitude
   */
  readonly clearTurbidity?: ((latitude: number, longitude: number, at?: AtAltitude) => number[]) | undefined;
  /**
   * Metres above sea level, 0 over the sea: a coarse mean over half a degree, for places without better data; of ice sheets the height
   * of the ice over two degrees.
   *
   * @throws TypeError, RangeError for an invalid place
   */
  altitude(latitude: number, longitude: number): number;
}

/** @experimental */
export interface AtAltitude {
  /**
   * Metres above sea level of the place. A map's turbidity belongs to the height of its cell; given this, aerosol and water
   * are those of the place's own height. Default: as the map has it.
   */
  readonly altitude?: number | undefined;
}

/** The one that comes with the library. @experimental */
export interface EmbeddedClimatology extends Climatology {
  clearTurbidity(latitude: number, longitude: number, at?: AtAltitude): number[];
}
