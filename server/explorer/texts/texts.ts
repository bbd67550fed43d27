/** Everything that the page says, apart from its code: in English, or in another language that is loaded on use. */
import { type Language, language, setLanguage } from "./numbers.js";
import type { MoneyTexts, Texts } from "./said.js";

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

/** To be awaited before anything is drawn. */
export async function speak(wanted: Language): Promise<void> {
  present = await (wanted === "de" ? import("./de/index.js") : import("./en/index.js"));
  setLanguage(wanted);
}

/** What the first number does not wait for. */
export async function moneyTexts(): Promise<MoneyTexts> {
  return (await (language() === "de" ? import("./de/money.js") : import("./en/money.js"))).money;
}
