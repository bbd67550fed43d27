/** What is said when a table cannot be read: what was found, and a file that works. */
import type { WeatherColumn } from "../../series.js";
import { shortName } from "../options.js";
import type { Layout } from "./layout.js";
import { isPlaneLight } from "./names.js";

/** The smallest file worth copying. */
export const EXAMPLE =
  'a file of these lines works: "timestamp,ghi,temp_air" "2024-06-21T12:00Z,812.5,24.1" "2024-06-21T13:00Z,790.3,24.8"';

export function listed(names: readonly string[]): string {
  const most = 20;
  const shownNames = names.slice(0, most).map((name) => `"${name}"`);
  return shownNames.join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");
}

/** For a table with times of which no column is recognised as weather, or none as irradiance. */
export function question({ names, unread, columns }: Layout): string {
  const guesses = unread.filter(({ guess }) => guess !== undefined);
  const plane = names.find(isPlaneLight);
  const other =
    plane === undefined
      ? ""
      : ` ${JSON.stringify(plane)} seems to be light on a tilted plane, which cannot stand for it.`;
  const what = (guesses.length > 0 ? `is it ${guessed(guesses)}?` : `the file has ${listed(names)}.`) + other;
  const light = guesses.find(({ guess }) => /ghi|dhi|dni/.test(guess!));
  // Without an idea no name is proposed: the light on the modules, or their power, would pass as GHI.
  const { name, guess } = light ?? guesses[0] ?? { name: "NAME", guess: "ghi" };
  const role = guess === "dni or bhi" ? "dni" : guess;
  return (
    `no column name is recognised as ${columns.length > 0 ? "irradiance" : "weather"}: ${what} Say which column holds ` +
    `what with columns, such as { ${role}: ${JSON.stringify(name)} }; ${EXAMPLE}`
  );
}

/** For columns of which each could be the one of this weather. */
export function unclearColumn(column: WeatherColumn, names: readonly string[]): string {
  const choice = names.map((name) => JSON.stringify(name)).join(" or ");
  return `which column is ${column}: ${choice}? Say so with columns, such as { ${shortName(column)}: ${JSON.stringify(names[0])} }`;
}

export function guessed(unread: Layout["unread"]): string {
  return unread
    .map(({ name, guess, unknownUnit }) => `"${name}" (${guess}?${unknownUnit ? " unknown unit" : ""})`)
    .join(", ");
}
