export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Error of the year's GHI, percent. */
  readonly year: number;
  /** Of months, percent of the year's mean (rms). */
  readonly months: number;
}

export function judgedPlaces(): Place[];
export function stations(): { name: string; latitude: number; longitude: number }[];
export function rmsOf(values: readonly number[]): number;
export function limitsOf(places: readonly Place[]): readonly [low: number, high: number];
