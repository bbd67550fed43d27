/** Notices and counts on standard error: what was read, and the corrections made to it. */
import type { Diagnostics, ObservationContext } from "../index.js";
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
