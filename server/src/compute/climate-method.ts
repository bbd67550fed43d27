/** How a climate year was made, as `meta.climate` of an extended answer says it. */
export interface ClimateMethod {
  readonly method: "file" | "selection" | "generation" | "history";
  readonly version?: string;
  readonly seed?: number;
  readonly weights?: { readonly [index: string]: number };
  /** Years that came into question. */
  readonly candidates?: number;
  readonly months_selected?: readonly { readonly month: number; readonly year: number }[];
  readonly envelope_factors?: readonly number[];
  readonly synthetic_columns?: readonly string[];
}
