/** Notices and counts on standard error: what was read, and the corrections made to it. */
import type { Diagnostics, ObservationContext } from "../index.js";
import type { WeatherReading } from "../weather/node.js";
import { inFlags } from "./option-names.js";
import { printNotice } from "./output.js";

/** @param inWords says a message with the options of the command */
export function printWeatherNotices(name: string, reading: WeatherReading, inWords = inFlags): void {
  printNotice(`weather: ${name}, ${formatText(rowsOf(reading), reading)}`);
  for (const { message } of reading.notices) printNotice(`weather: ${inWords(message)}`);
}

function rowsOf({ series }: WeatherReading): number {
  return Object.values(series.columns)[0]?.length ?? 0;
}

function formatText(rows: number, { series, format, label }: WeatherReading): string {
  return `format ${format}, ${rows} intervals of ${series.interval} s, time stamps mark their ${label}`;
}

/** Of many files what is the same of several once, with the first and the last of them. @param namesOf many, in few words */
export function printGroupedNotices(
  files: readonly { readonly file: string; readonly reading: WeatherReading }[],
  namesOf: (files: readonly string[]) => string,
): void {
  if (files.length === 1) {
    printWeatherNotices(files[0]!.file, files[0]!.reading);
    return;
  }
  const [formats, messages] = [new Map<string, { names: string[]; rows: number }>(), new Map<string, string[]>()];
  for (const { file, reading } of files) {
    const text = formatText(0, reading);
    const { names, rows } = formats.get(text) ?? { names: [], rows: 0 };
    formats.set(text, { names: [...names, file], rows: rows + rowsOf(reading) });
    for (const { message } of reading.notices) messages.set(message, [...(messages.get(message) ?? []), file]);
  }
  for (const [text, { names, rows }] of formats) {
    printNotice(`weather: ${namesOf(names)}, ${text.replace(" 0 intervals", ` ${rows} intervals`)}`);
  }
  for (const [message, names] of messages) {
    const whose = names.length === files.length ? "" : `${namesOf(names)}: `;
    printNotice(`weather: ${whose}${inFlags(message)}`);
  }
}

/**
 * What `pv_production` is where no other PV model is chosen; undefined where it is not asked for. In a report beside a yield the two
 * would be taken for one number.
 */
export function pvNotice(parameters: readonly string[], models: ObservationContext["models"]): string | undefined {
  if (models?.pv !== undefined || !parameters.some((name) => name === "all" || name.startsWith("pv_")))
    return undefined;
  return (
    "pv_production is a simple formula of the light on the plane and the air temperature; " +
    "for the full chain to the energy fed in use irradiance yield, or --models pv=pvwattsSystem"
  );
}

export function printDiagnostics({ counts, notices }: Diagnostics): void {
  for (const { message } of notices) printNotice(`note: ${inFlags(message)}`);
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  if (counted.length > 0) printNotice(`counts: ${counted.map(([name, count]) => `${name} ${count}`).join(", ")}`);
}
