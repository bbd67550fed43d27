/** What was read and what was done to it, for people. */
import type { Diagnostics } from "../index.js";
import type { WeatherReading } from "../weather/node.js";
import { remark } from "./output.js";

export function remarkOnWeather(name: string, { series, format, label, notices }: WeatherReading): void {
  const rows = Object.values(series.columns)[0]?.length ?? 0;
  remark(
    `weather: ${name}, format ${format}, ${rows} intervals of ${series.interval} s, time stamps mark their ${label}`,
  );
  for (const { message } of notices) remark(`weather: ${message}`);
}

export function remarkOnDiagnostics({ counts, notices }: Diagnostics): void {
  for (const { message } of notices) remark(`note: ${message}`);
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  if (counted.length > 0) remark(`counts: ${counted.map(([name, count]) => `${name} ${count}`).join(", ")}`);
}
