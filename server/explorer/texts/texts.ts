/** Everything that the page says, apart from its code: in English, or in another language that is loaded on use. */
import { LANGUAGE_NAMES, type Language, language, setLanguage } from "./numbers.js";
import type { LaterTexts, Texts } from "./said.js";

/** Where there is no page, as in tests, the texts are there at once; a page awaits those of its language alone. */
let present = (typeof document === "undefined" ? await import("./en/index.js") : undefined) as Texts;

export function texts(): Texts {
  return present;
}

const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
const LOADED: { readonly [language in Language]: () => Promise<Texts> } = {
  en: () => import("./en/index.js"),
  de: () => import("./de/index.js"),
  fr: () => import("./fr/index.js"),
  es: () => import("./es/index.js"),
  it: () => import("./it/index.js"),
};

/** The language that is asked for; "auto" is the first of the browser's that the page speaks. */
export function languageOf(asked: "auto" | Language, browser: readonly string[]): Language {
  if (asked !== "auto") return asked;
  const isSpoken = (name: string | undefined): name is Language => LANGUAGES.some((known) => known === name);
  return browser.map((one) => one.toLowerCase().split("-")[0]).find(isSpoken) ?? "en";
}

/** To be awaited before anything is drawn. */
export async function speak(wanted: Language): Promise<void> {
  present = await LOADED[wanted]();
  setLanguage(wanted);
}

type Loaded<Name extends keyof LaterTexts> = { readonly [Part in Name]: LaterTexts[Part] };
type Later = { readonly [Name in keyof LaterTexts]: { readonly [language in Language]: () => Promise<Loaded<Name>> } };

/** What the first number does not wait for comes with its card. */
const LATER: Later = {
  account: {
    en: () => import("./en/account.js"),
    de: () => import("./de/account.js"),
    fr: () => import("./fr/account.js"),
    es: () => import("./es/account.js"),
    it: () => import("./it/account.js"),
  },
  sun: {
    en: () => import("./en/sun.js"),
    de: () => import("./de/sun.js"),
    fr: () => import("./fr/sun.js"),
    es: () => import("./es/sun.js"),
    it: () => import("./it/sun.js"),
  },
  compare: {
    en: () => import("./en/data.js"),
    de: () => import("./de/data.js"),
    fr: () => import("./fr/data.js"),
    es: () => import("./es/data.js"),
    it: () => import("./it/data.js"),
  },
  data: {
    en: () => import("./en/data.js"),
    de: () => import("./de/data.js"),
    fr: () => import("./fr/data.js"),
    es: () => import("./es/data.js"),
    it: () => import("./it/data.js"),
  },
  money: {
    en: () => import("./en/money.js"),
    de: () => import("./de/money.js"),
    fr: () => import("./fr/money.js"),
    es: () => import("./es/money.js"),
    it: () => import("./it/money.js"),
  },
  meter: {
    en: () => import("./en/meter.js"),
    de: () => import("./de/meter.js"),
    fr: () => import("./fr/meter.js"),
    es: () => import("./es/meter.js"),
    it: () => import("./it/meter.js"),
  },
  plan: {
    en: () => import("./en/plan.js"),
    de: () => import("./de/plan.js"),
    fr: () => import("./fr/plan.js"),
    es: () => import("./es/plan.js"),
    it: () => import("./it/plan.js"),
  },
  names: {
    en: () => import("./en/names.js"),
    de: () => import("./de/names.js"),
    fr: () => import("./fr/names.js"),
    es: () => import("./es/names.js"),
    it: () => import("./it/names.js"),
  },
};

export async function laterTexts<Name extends keyof LaterTexts>(name: Name): Promise<LaterTexts[Name]> {
  return (await LATER[name][language()]())[name];
}
