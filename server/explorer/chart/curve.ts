/** A curve over time and the band between two: what charts on the page and saved pictures draw alike. */

export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** Stands behind the others: thin and dashed. */
  readonly behind?: boolean;
  /** What a day has of it: its mean (the default), its sum, or its mean within the day's range. */
  readonly daily?: "mean" | "sum" | "range";
  /** What it is called in the address, when it is hidden; default: its name. */
  readonly key?: string;
}

/** What lies between two curves of one unit. */
export interface Band {
  readonly name: string;
  readonly unit: string;
  readonly low: Curve["values"];
  readonly high: Curve["values"];
}

export function keyOf({ key, name }: Pick<Curve, "key" | "name">): string {
  return key ?? name;
}

export function isEmpty(values: Curve["values"]): boolean {
  return values.every((value) => value === null);
}

/** The units of the curves with values: a curve without any needs no panel. */
export function unitsOf(curves: readonly Curve[]): string[] {
  return [...new Set(curves.filter(({ values }) => !isEmpty(values)).map(({ unit }) => unit))];
}
