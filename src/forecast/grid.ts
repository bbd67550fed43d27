/** Equal intervals in UTC: row k is [start + k·step, start + (k + 1)·step), all in ms. */
export interface Grid {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** Degrees and metres, and what else the clear sky of a place depends on. */
export interface ForecastPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number | undefined;
  /** One value or 12 months; default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
}
