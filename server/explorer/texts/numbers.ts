/** Numbers as the language of the page writes them. */
import { language } from "./texts.js";

const formats = new Map<string, Intl.NumberFormat>();

/** With a fixed number of decimals: "8,480", in German "8.480". */
export function figure(value: number, decimals = 0): string {
  const key = `${language()}${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, format);
  // No minus before what is rounded to nothing.
  const text = format.format(value);
  return Number(value.toFixed(decimals)) === 0 ? format.format(0) : text.replace("-", "−");
}

/** "6.2 %" of 0.062. */
export function percent(share: number, decimals = 0): string {
  return `${figure(share * 100, decimals)} %`;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendar(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()}${JSON.stringify(options)}`;
  const format = calendars.get(key) ?? new Intl.DateTimeFormat(language(), { ...options, timeZone: "UTC" });
  calendars.set(key, format);
  return format;
}

/** "21 June 2026", in German "21. Juni 2026". @param local ms of a local time as if it were UTC */
export function longDate(local: number): string {
  // English dates as the rest of the page writes them: the day first.
  const [day, month, year] = (["day", "month", "year"] as const).map((type) => partOf(local, type));
  return language() === "en" ? `${day} ${month} ${year}` : calendar({ dateStyle: "long" }).format(local);
}

function partOf(local: number, type: "day" | "month" | "year"): string {
  const parts = calendar({ day: "numeric", month: "long", year: "numeric" }).formatToParts(local);
  return parts.find((part) => part.type === type)?.value ?? "";
}

/** "January" or "Jan". @param month 1 to 12 */
export function monthWord(month: number, length: "long" | "short" = "long"): string {
  return calendar({ month: length }).format(Date.UTC(2023, month - 1));
}
