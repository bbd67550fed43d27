/** Everything that the page says, apart from its code: in English, or in another language that is loaded on use. */
import { type Language, language, setLanguage } from "./numbers.js";
import type { Texts } from "./said.js";

/** Where there is no page, as in tests, the texts are there at once; a page awaits those of its language alone. */
let present = (typeof document === "undefined" ? await import("./en/index.js") : undefined) as Texts;

export function texts(): Texts {
  return present;
}

/** The language that is asked for; "auto" is the browser's. */
export function languageOf(asked: "auto" | Language, browser: readonly string[]): Language {
  if (asked !== "auto") return asked;
  return /^de/i.test(browser.find((one) => /^(en|de)\b/i.test(one)) ?? "en") ? "de" : "en";
}

/** Towns and regions whose name GeoNames writes otherwise than the language of the page does. */
export function namesOfPlaces(): Promise<Readonly<Record<"towns" | "regions", Readonly<Record<string, string>>>>> {
  return language() === "de" ? import("./de/names.js") : import("./en/names.js");
}

/** To be awaited before anything is drawn. */
export async function speak(wanted: Language): Promise<void> {
  present = await (wanted === "de" ? import("./de/index.js") : import("./en/index.js"));
  setLanguage(wanted);
}
