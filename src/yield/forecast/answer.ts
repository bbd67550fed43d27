/** A power forecast as one JSON object or a table: what HTTP and files have. Keys are written with underscores; numbers are unrounded. */
import { type NamedColumn, tableCsvChunks } from "../../contract/observation/csv.js";
import { formatStamp } from "../../contract/observation/stamps.js";
import type { Notice } from "../../contract/observation/types.js";
import { type Zone, zoneNamed } from "../../time/zone.js";
import { snakeKeys } from "../snake-keys.js";
import type { PowerDay, PowerForecast } from "./types.js";

/** What stands beside the forecast. @experimental */
export interface PowerAnswerParts {
  /** What the weather is, as plain data: becomes `meta.weather`. */
  readonly weather?: object | undefined;
  readonly software?: { readonly version: string; readonly commit: string } | undefined;
  /** Of the weather and the place: they come before the forecast's own. */
  readonly notices?: readonly Notice[] | undefined;
}

const UNITS = { ac_power: "W", plane_irradiance: "W/m**2", snow_loss: "W", energy: "kWh", ac_limit: "W" };

/**
 * A forecast as a plain object that `JSON.stringify` writes: `issued`, times of the rows, `values` and `quantiles` in W, `energy` and `days`
 * in kWh, `planes`, `meta` and `notices`. Times have the offset of the forecast's zone.
 *
 * @experimental
 */
export function powerAnswer(
  found: PowerForecast,
  { weather, software, notices: before = [] }: PowerAnswerParts = {},
): { readonly [key: string]: unknown } {
  const { place, frequency, timeZone, kwp, acLimit, columns, quantiles, planes, energy, days, notices } = found;
  const zone = zoneIn(found);
  const edges = edgesOf(found).map((time) => formatStamp(time, zone));
  const { latitude: lat, longitude: lon, altitude } = place;
  return snakeKeys({
    issued: formatStamp(found.issued, zone),
    ...{ startTimes: edges.slice(0, -1), endTimes: edges.slice(1), values: columns },
    quantiles: quantiles && { acPower: quantiles },
    energy,
    days: days.map((day) => dayObject(day, zone)),
    planes,
    meta: {
      ...software,
      frequency,
      lat,
      lon,
      altitude,
      timeZone,
      kwp,
      acLimit,
      units: UNITS,
      ...(weather && { weather }),
    },
    notices: [...before, ...notices],
  }) as { readonly [key: string]: unknown };
}

function dayObject({ start, end, ...day }: PowerDay, zone: Zone | undefined) {
  return { ...day, start: formatStamp(start, zone), end: formatStamp(end, zone) };
}

/** UTC is written with a Z. */
function zoneIn({ timeZone }: PowerForecast): Zone | undefined {
  return timeZone === "UTC" ? undefined : zoneNamed(timeZone);
}

function edgesOf({ start, interval, count }: PowerForecast): number[] {
  return Array.from({ length: count + 1 }, (_, row) => start + row * interval * 1000);
}

/**
 * The rows of a forecast as CSV in pieces: times, powers (W) and light (W/m²) of the system, quantiles as `ac_power_p10`, and of several planes each
 * one's own power as `plane_1_ac_power`. Numbers have two decimals.
 *
 * @experimental
 */
export function powerCsv(found: PowerForecast): Iterable<Uint8Array> {
  const { start, interval, count, timeZone, columns, quantiles, planes } = found;
  const several = planes.length > 1 ? planes : [];
  const named: NamedColumn[] = [
    ["ac_power", columns.acPower],
    ["plane_irradiance", columns.planeIrradiance],
    ["snow_loss", columns.snowLoss],
    ...Object.entries(quantiles ?? {}).map(([name, values]): NamedColumn => [`ac_power_${name}`, values]),
    ...several.map(({ acPower }, k): NamedColumn => [`plane_${k + 1}_ac_power`, acPower]),
  ];
  return tableCsvChunks({ start, interval, count, zone: timeZone === "UTC" ? undefined : timeZone }, named);
}
