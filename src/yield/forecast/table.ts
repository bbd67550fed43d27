/** A power forecast as text. */
import type { QuantileName } from "../../contract/forecast/quantiles.js";
import { aligned } from "../../text/aligned.js";
import { fixed, plain } from "../../text/number.js";
import { formatTime } from "../../time/iso-time.js";
import { fixedZone, type Zone, zoneNamed } from "../../time/zone.js";
import type { PowerDay, PowerForecast } from "./types.js";

/** The days in kWh, then the intervals in kW. @experimental */
export function formatPower(found: PowerForecast): string {
  const { kwp, acLimit, timeZone, quantiles, days, place } = found;
  const zone = zoneNamed(timeZone) ?? fixedZone(0);
  const names = Object.keys(quantiles ?? {}) as QuantileName[];
  const limit = `${Number((acLimit / 1000).toPrecision(4))} kW at most`;
  return [
    `${plain(kwp)} kWp, ${limit}, at ${place.latitude}, ${place.longitude}; issued ${clockText(found.issued, zone)} ${timeZone}`,
    "",
    ...aligned([["day", "kWh", "left, kWh", ...names], ...days.map((day) => dayCells(day, names))]),
    "",
    ...aligned([["from", "kW", ...names, "light, W/m²"], ...rowsOf(found, names, zone)]),
    "",
  ].join("\n");
}

function dayCells({ date, energy, remaining, quantiles }: PowerDay, names: readonly QuantileName[]): string[] {
  return [date, figure(energy), figure(remaining), ...names.map((name) => figure(quantiles?.[name]))];
}

function rowsOf(found: PowerForecast, names: readonly QuantileName[], zone: Zone): string[][] {
  const { start, interval, count, columns, quantiles } = found;
  return Array.from({ length: count }, (_, row) => [
    clockText(start + row * interval * 1000, zone),
    figure(columns.acPower[row]! / 1000),
    ...names.map((name) => figure(quantiles![name]![row]! / 1000)),
    Number.isNaN(columns.planeIrradiance[row]!) ? NONE : fixed(columns.planeIrradiance[row]!, 0),
  ]);
}

const NONE = "–";

function figure(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? NONE : fixed(value, 2);
}

/** Local date and time: 2024-06-21 14:30. */
function clockText(time: number, zone: Zone): string {
  return formatTime(time + zone.spanAt(time).offset)
    .slice(0, 16)
    .replace("T", " ");
}
