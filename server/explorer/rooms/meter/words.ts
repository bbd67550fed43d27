/** What the room says: its texts come with it, in the language of the page. */
import { type Language, language } from "../../texts/numbers.js";
import type { MeterTexts } from "../../texts/said.js";

const LOADED: { readonly [name in Language]: () => Promise<{ readonly meter: MeterTexts }> } = {
  en: () => import("../../texts/en/meter.js"),
  de: () => import("../../texts/de/meter.js"),
};

const present = await LOADED[language()]();

export function words(): MeterTexts {
  return present.meter;
}
