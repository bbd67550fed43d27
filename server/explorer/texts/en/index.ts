/** The texts of the language, part by part. */
export * from "./page.js";
export * from "./place.js";
export * from "./report.js";
export * from "./roof.js";
export * from "./series.js";

export type Facts = { readonly [name: string]: number | string };

export const service = {
  notice: (_code: string, _facts: Facts, _message: string) => "",
  phrase: (_words: string) => "",
  kinds: {
    measured: "measured",
    satellite: "satellite",
    reanalysis: "reanalysis",
    forecast: "forecast",
    typical: "typical year",
    synthetic: "generated",
  },
  licence: (name: string) => `Licence: ${name}.`,
};
