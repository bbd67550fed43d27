/** What the service says: in English it has the words itself, and "" leaves them as they are. */

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
