/** The language of the page, and how it writes numbers and names of months. */

const formats = new Map<string, Intl.NumberFormat>();

/** With a fixed number of decimals: "8,480", in German "8.480". Rounded as the command line does. */
export function figure(value: number, decimals = 0): string {
  const key = `${language()}${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, format);
  // No minus before what is rounded to nothing.
  return format.format(Number(value.toFixed(decimals)) + 0).replace("-", "−");
}

/** As `figure`, with a plus where it is above 0. */
export function signed(value: number, decimals = 0): string {
  return `${Number(value.toFixed(decimals)) > 0 ? "+" : ""}${figure(value, decimals)}`;
}

/** With as many decimals as it needs, two at most: "1,000", "0.5". */
export function amount(value: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);
}

/** "6.2 %" of 0.062. */
export function percent(share: number, decimals = 0): string {
  return `${figure(share * 100, decimals)} %`;
}

/** As it is, such as an angle or what stands in a field: without separators of thousands, in German with a decimal comma. */
export function plain(value: number): string {
  return new Intl.NumberFormat(language(), { useGrouping: false, maximumFractionDigits: 10 })
    .format(value)
    .replace("-", "−");
}

/** @param month 1 is January */
export function monthName(month: number, form: "long" | "short" | "narrow"): string {
  return new Intl.DateTimeFormat(language(), { month: form, timeZone: "UTC" }).format(Date.UTC(2001, month - 1, 15));
}

/** "Saturday". @param local ms of a local time as if it were UTC */
export function dayName(local: number): string {
  return dated(local, { weekday: "long" });
}

/** "21 June 2026", in German "21. Juni 2026". @param local ms of a local time as if it were UTC */
export function longDate(local: number): string {
  return dated(local, { day: "numeric", month: "long", year: "numeric" });
}

/** "21 Jun", in German "21. Juni". @param local as of `longDate` */
export function shortDay(local: number): string {
  return dated(local, { day: "numeric", month: "short" });
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** In the order of days and months that most of the language's readers have. */
function dated(local: number, parts: Intl.DateTimeFormatOptions): string {
  const locale = language() === "en" ? "en-GB" : language();
  const key = locale + Object.keys(parts);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" });
  dates.set(key, format);
  return format.format(local);
}

/** "27 November 2026": the day in the reader's own zone. */
export function calendarDate(date: Date): string {
  return longDate(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

/** The languages of the page's texts and numbers, each as its speakers call it. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;

let name: Language = "en";

export function language(): Language {
  return name;
}

export function setLanguage(wanted: Language): void {
  name = wanted;
}
