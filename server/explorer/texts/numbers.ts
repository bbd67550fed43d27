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
