/** Notices and counts on standard error: what was read, and the corrections made to it. */
import type { Diagnostics } from "../index.js";
import type { WeatherReading } from "../weather/node.js";
import { inFlags } from "./option-names.js";
import { printNotice } from "./output.js";

export function printWeatherNotices(name: string, { series, format, label, notices }: WeatherReading): void {
  const rows = Object.values(series.columns)[0]?.length ?? 0;
  printNotice(
    `weather: ${name}, format ${format}, ${rows} intervals of ${series.interval} s, time stamps mark their ${label}`,
  );
  for (const { message } of notices) printNotice(`weather: ${inFlags(message)}`);
}

export function printDiagnostics({ counts, notices }: Diagnostics): void {
  for (const { message } of notices) printNotice(`note: ${inFlags(message)}`);
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  if (counted.length > 0) printNotice(`counts: ${counted.map(([name, count]) => `${name} ${count}`).join(", ")}`);
}
