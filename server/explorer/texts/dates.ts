/** Dates as the language of the page writes them. */
import { language } from "./texts.js";

/** In English the day comes first, as all over the world but in one country. */
const LOCALES = { en: "en-GB", de: "de" } as const;

/** "27 November 2026", "27. November 2026": the day in the reader's own zone. */
export function calendarDate(date: Date): string {
  return new Intl.DateTimeFormat(LOCALES[language()], { day: "numeric", month: "long", year: "numeric" }).format(date);
}
