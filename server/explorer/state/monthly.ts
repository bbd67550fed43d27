/** Twelve monthly values, as people have them: typed, or a row or column of a spreadsheet. */
import { MONTH_NAMES } from "irradiance-engine/shared";

/** Cells of spreadsheets are apart by these; numbers in them may have a decimal comma. */
const CELLS = /[\t\n;]/;
const NUMBER = /^[-−+]?\d+(\.\d+)?$/;

/** What is asked for, by its name in the state. */
export const MONTHLY = {
  monthly_ghi: "Global horizontal irradiance",
  monthly_temperature: "Temperature",
} as const;
export type MonthlyName = keyof typeof MONTHLY;

/** Twelve numbers, where a text has them. */
export function twelveOf(text: string): readonly number[] | undefined {
  return text.trim() === "" || wrongOf(text) !== "" ? undefined : parseTwelve(text).split(",").map(Number);
}

/** What is wrong with a text; "" where nothing is, or nothing was entered yet. */
export function wrongOf(text: string): string {
  if (text.trim() === "") return "";
  try {
    parseTwelve(text);
    return "";
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** What is missing until a year can be made: a sentence for each field. */
export function monthlyGaps(state: { readonly [Name in MonthlyName]: string }): string[] {
  return (Object.keys(MONTHLY) as MonthlyName[]).flatMap((name) => {
    const text = state[name];
    if (text.trim() === "") return [`${MONTHLY[name]}: enter twelve monthly values.`];
    const wrong = wrongOf(text);
    return wrong === "" ? [] : [`${MONTHLY[name]}: ${wrong}`];
  });
}

/**
 * Twelve numbers, comma-separated.
 *
 * @throws RangeError that names the month and the value
 */
export function parseTwelve(text: string): string {
  const isOfCells = CELLS.test(text.trim());
  const items = text
    .trim()
    .split(isOfCells ? /[\t\n;]+/ : /[\s,]+/)
    .map((item) => (isOfCells ? item.trim().replace(",", ".") : item))
    .filter((item) => item !== "");
  const wrong = items.findIndex((item) => !NUMBER.test(item));
  if (wrong >= 0) throw new RangeError(`${nameOf(wrong)} is “${items[wrong]}”, not a number.`);
  if (items.length !== 12) {
    throw new RangeError(`Twelve numbers are needed, January to December; there are ${items.length}.`);
  }
  return items.map((item) => Number(item.replace("−", "-"))).join(",");
}

function nameOf(k: number): string {
  return MONTH_NAMES[k] ?? `Number ${k + 1}`;
}
