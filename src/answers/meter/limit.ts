/** The power that an inverter or a contract lets through, as the plateau of the highest values. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { FREE_REASONS, markRows } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** Of the rows with light: the top that a few cloud edges or readings do not make. */
const TOP = 0.998;
/** Shares of the top: above the first it is the plateau, from the second on the band below it. */
const PLATEAU = 0.99;
const BELOW = 0.97;
/** The plateau has so many times the rows of the band, so flat, and so many rows, on so many days. */
const TIMES = 3;
const FLAT = 0.005;
const FLAT_SHARE = 0.8;
const FEWEST = 40;
const FEWEST_DAYS = 10;
/** From this share of it on, a row says "at least". */
const HELD = 0.985;

export interface Limit {
  /** kW. */
  readonly power: number;
  readonly rows: number;
}

export function findLimit(days: SunDays, reasons: Uint8Array): Limit | undefined {
  const { power, sine, count } = days;
  const lit = Array.from({ length: count }, (_, row) => row).filter((row) => reasons[row] === 0 && sine[row]! > 0);
  const top =
    valueAtShare(
      lit.map((row) => power[row]!),
      TOP,
    ) ?? 0;
  const plateau = lit.filter((row) => power[row]! >= PLATEAU * top);
  const below = lit.filter((row) => power[row]! >= BELOW * top && power[row]! < PLATEAU * top);
  const on = new Set(plateau.map((row) => Math.floor(row / days.slots)));
  if (plateau.length < FEWEST || on.size < FEWEST_DAYS || plateau.length < TIMES * below.length) return undefined;
  const held = valueAtShare(
    plateau.map((row) => power[row]!),
    0.5,
  )!;
  // Cloud edges spread upwards; a limit lets nothing pass.
  const flat = plateau.filter((row) => Math.abs(power[row]! / held - 1) <= FLAT);
  return flat.length >= FLAT_SHARE * plateau.length ? { power: held, rows: plateau.length } : undefined;
}

export function markLimit({ power, count }: SunDays, reasons: Uint8Array, limit: number): number {
  let rows = 0;
  for (let row = 0; row < count; row++)
    if (power[row]! >= HELD * limit) rows += markRows(reasons, "limit", { from: row, to: row + 1 });
  return rows;
}

export function isAtLimit(reasons: Uint8Array, row: number): boolean {
  return reasons[row] === FREE_REASONS.indexOf("limit");
}
