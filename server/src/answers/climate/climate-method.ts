/** How a climate year was made, as `meta.climate` of an extended answer says it. */
export interface ClimateMethod {
  readonly method: "file" | "selection" | "generation" | "history";
  readonly version?: string | undefined;
  readonly seed?: number | undefined;
  readonly weights?: { readonly [index: string]: number } | undefined;
  /** Years that came into question. */
  readonly candidates?: number | undefined;
  readonly months_selected?: readonly { readonly month: number; readonly year: number }[] | undefined;
  readonly envelope_factors?: readonly number[] | undefined;
  readonly synthetic_columns?: readonly string[] | undefined;
}
