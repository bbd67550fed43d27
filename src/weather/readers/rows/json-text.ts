/** JSON texts, with errors that name the line. */
import { WeatherError } from "../../errors.js";
import { lineAt } from "../text.js";

export type Dictionary = { readonly [key: string]: unknown };

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws WeatherError for a text that is not valid JSON */
export function parseJson(text: string, file: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    // Engines do not always give the position; an unexpected end is at the end.
    const position = /end of JSON/.test(message) ? text.length : /at position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    throw new WeatherError(`not valid JSON (${message.replace(/\s+/g, " ")})`, { file, line });
  }
}
