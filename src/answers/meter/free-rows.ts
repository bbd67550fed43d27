/** Which rows of a meter may be learnt from, before anything is fitted to them. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { PairSums } from "../../foundation/statistics/order.js";
import { capacityChanges, otherUnit } from "./capacity.js";
import { markFrozen, markSpikes } from "./frozen.js";
import { clearRows, type Held, heldBack, markHeld, possiblePower } from "./held-back.js";
import { findLimit, markLimit } from "./limit.js";
import { markMixed, type NightPower, nightPower } from "./night-power.js";
import { markNothing, markPartial } from "./nothing.js";
import {
  countText,
  dayText,
  FREE_REASONS,
  type FreeCode,
  type FreeFinding,
  markRows,
  percentText,
  type Refusal,
  spansOfReason,
  spansText,
} from "./reasons.js";
import { type MeterShift, SunDays } from "./sun-days.js";
import type { MeterPlace, MeterRows } from "./types.js";

export interface FreeRows {
  /** Place of each row's reason in `FREE_REASONS`; 0: it may be learnt from. */
  readonly reasons: Uint8Array;
  readonly findings: readonly FreeFinding[];
  /** Nothing is learnt. */
  readonly refusal?: Refusal | undefined;
  /** kW that the meter shows in the dark, to be taken off. */
  readonly offset: number;
  /** kW that power is held at, or below. */
  readonly limit?: number | undefined;
  /** Where power is held back: 1 for rows of a clear sky, for a first fit. */
  readonly clear?: Uint8Array | undefined;
  /** What was known of the sun, for `heldRows`. */
  readonly days: SunDays;
}

export class Look {
  readonly reasons: Uint8Array;
  readonly findings: FreeFinding[] = [];
  refusal: Refusal | undefined;
  readonly days: SunDays;

  constructor(days: SunDays) {
    this.days = days;
    this.reasons = new Uint8Array(days.count);
  }

  find(code: FreeCode, spans: readonly RowSpan[], rows: number, message: string): void {
    if (rows > 0) this.findings.push({ code, spans, rows, message });
  }

  /** The first one holds. */
  refuse(code: Refusal["code"], message: string): void {
    this.refusal ??= { code, message };
  }

  named(spans: readonly RowSpan[]): string {
    return spansText(this.days, spans);
  }
}

const all = (count: number): RowSpan[] => [{ from: 0, to: count }];

export function rowsOf(spans: readonly RowSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** @param shift ms by which true time is ahead of the meter's stamps, of all rows or of each */
export function freeRows(meter: MeterRows, place: MeterPlace, shift: MeterShift): FreeRows {
  const look = new Look(new SunDays(meter, place, shift));
  const { days, reasons } = look;
  for (let row = 0; row < days.count; row++)
    if (Number.isNaN(days.power[row]!)) markRows(reasons, "missing", { from: row, to: row + 1 });
  const partial = markPartial(days, reasons);
  look.find("partial", partial.spans, rowsOf(partial.spans), partialText(look, partial));
  lookAtValues(look);
  const scale = days.scale(reasons);
  if (scale <= 0) {
    look.refuse("empty", emptyText(look));
    return { reasons, findings: look.findings, refusal: look.refusal, offset: 0, days };
  }
  const night = lookAtNight(look, scale);
  lookAtNothing(look, night.offset);
  lookAtCapacity(look, night.offset);
  const limit = lookAtLimit(look);
  const possible = possiblePower(days, reasons);
  const held = heldBack(days, reasons, possible);
  if (held.isHeld) lookAtHeld(look, possible, held);
  else lookAtSun(look);
  for (let row = 0; row < days.count; row++)
    if (!(days.sine[row]! > 0)) markRows(reasons, "dark", { from: row, to: row + 1 });
  lookAtDays(look);
  const clear = held.isHeld ? clearRows(days, reasons, possible) : undefined;
  return { reasons, findings: look.findings, refusal: look.refusal, offset: night.offset, limit, clear, days };
}

function emptyText({ days }: Look): string {
  const known = days.power.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return `all ${days.count} rows have no value`;
  const highest = known.reduce((most, value) => Math.max(most, value));
  return `no day has power of its own: the highest of ${known.length} values is ${highest} kW`;
}

function lookAtValues(look: Look): void {
  const { days, reasons } = look;
  const frozen = markFrozen(days, reasons);
  look.find(
    "frozen",
    frozen,
    rowsOf(frozen),
    `the value stands still to the last digit: ${look.named(frozen)}; these rows are left out`,
  );
  const spikes = markSpikes(days, reasons);
  look.find(
    "spike",
    spikes,
    spikes.length,
    `${countText(spikes.length, "value")} that no system of this size gives, such as ${spikes.length > 0 ? days.power[spikes[0]!.from] : 0} kW: ${look.named(spikes)}; left out`,
  );
  const other = otherUnit(days, reasons);
  if (other === undefined) return;
  const kind =
    other.factor < 0
      ? "of the other sign"
      : `${other.factor > 1 ? "1000 times" : "a thousandth of"} the others: another unit`;
  const message = `${countText(other.days, "day")} with values ${kind} (${look.named(other.spans)})`;
  look.find("unit", other.spans, rowsOf(other.spans), message);
  if (other.days > MOST_OTHER * days.days) look.refuse("unit", `${message}; give each part its unit`);
  for (const span of other.spans) markRows(reasons, "unit", span);
}

/** Of the days: more in another unit leave open which is right. */
const MOST_OTHER = 0.2;

const clockText = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

function lookAtNight(look: Look, scale: number): NightPower {
  const { days, reasons } = look;
  const night = nightPower(days, reasons, scale);
  const whole = all(days.count);
  if (night.drawn > 0) {
    const message = `${percentText(night.drawn)} of the highest power is drawn on the mean of the nights: the house is in the sensor`;
    look.find("night-power", whole, days.count, message);
    look.refuse("night-power", message);
  }
  if (night.share > 0) {
    const said = `power at night: battery or house in the sensor, ${percentText(night.share)} of the energy comes in the dark`;
    if (night.hours === undefined) {
      look.find("night-power", whole, days.count, said);
      look.refuse("night-power", said);
    } else {
      const rows = markMixed(days, reasons, night.hours);
      const { from, to } = night.hours;
      const message = `${said}, all of it from ${clockText(from)} to ${clockText(to)}: these times are left out on all days, the others are used`;
      look.find("night-power", whole, rows, message);
    }
  }
  return night;
}

function partialText(
  look: Look,
  { spans, isLast }: { readonly spans: readonly RowSpan[]; readonly isLast: boolean },
): string {
  const last = isLast
    ? `; the last one ends at ${clockText(look.days.start + look.days.count * look.days.step)} and is not a low day`
    : "";
  return `${countText(spans.length, "day")} not whole: ${look.named(spans)}${last}`;
}

function lookAtNothing(look: Look, offset: number): void {
  const { dead, days, cold, hours } = markNothing(look.days, look.reasons, offset);
  look.find("dead", dead, rowsOf(dead), `nothing by day for two weeks or longer: ${look.named(dead)}; left out`);
  const count = Math.round(rowsOf(days) / look.days.slots);
  const snow = cold > 0 ? `, ${cold} of them in cold months: snow or outages` : "";
  look.find(
    "outage",
    days,
    rowsOf(days),
    `nothing on ${countText(count, "day")}${snow} (${look.named(days)}); left out`,
  );
  look.find(
    "outage",
    hours,
    rowsOf(hours),
    `no power for an hour and longer while the sun is up, ${countText(hours.length, "time")} (${look.named(hours)}); left out`,
  );
}

/** Correlation of power with the light of a clear sky: of systems 0.6–0.9, of houses and wind below 0.3. */
const FOLLOWS = 0.45;

function lookAtSun(look: Look): void {
  const { days, reasons } = look;
  // A house, or another unit, hides the sun: that has been said.
  if (look.refusal !== undefined) return;
  const pairs = new PairSums();
  for (let row = 0; row < days.count; row++) if (reasons[row] === 0) pairs.add(days.power[row]!, days.light[row]!);
  if (pairs.correlation >= FOLLOWS) return;
  const message = `the values do not follow the sun: their correlation with clear light is ${pairs.correlation.toFixed(2)}, where systems have 0.6 and more`;
  look.find("no-sun", all(days.count), days.count, message);
  look.refuse("no-sun", message);
}

function lookAtCapacity(look: Look, offset: number): void {
  const { days, reasons } = look;
  const changes = capacityChanges(days, reasons, offset);
  const last = changes.at(-1);
  if (last === undefined) return;
  const to = days.from[last.day]!;
  const steps = changes.map(({ day, earliest, factor }) => {
    const percent = `${factor > 1 ? "+" : "−"}${Math.round(100 * Math.abs(factor - 1))} %`;
    const [from, since] = [dayText(days, days.from[day]!), dayText(days, days.from[earliest]!)];
    return day === earliest ? `${percent} from ${from} on` : `${percent} between ${since} and ${from}`;
  });
  const rows = markRows(reasons, "former", { from: 0, to });
  look.find(
    "capacity",
    [{ from: 0, to }],
    rows,
    `the system changed: ${steps.join(", ")}; learnt from its last state alone`,
  );
}

function lookAtLimit(look: Look): number | undefined {
  const found = findLimit(look.days, look.reasons);
  if (found === undefined) return undefined;
  const rows = markLimit(look.days, look.reasons, found.power);
  look.find(
    "limit",
    [],
    rows,
    `power is held at ${found.power.toPrecision(4)} kW: ${rows} rows say "at least so much"`,
  );
  return found.power;
}

export function lookAtHeld(look: Look, possible: Float64Array, { stays, bright }: Held): void {
  const rows = markHeld(look.days, look.reasons, possible, stays);
  const spans = spansOfReason(look.reasons, "curtailed");
  const message = `power is held back, as by a full battery: on ${stays.length} of ${bright} bright days it falls at once and stays low until the evening; ${rows} rows are left out`;
  look.find("curtailed", spans, rowsOf(spans), message);
}

/** As measured with 60 and 30 days: below, fits of the plane fail (18 of 36 runs with 30 days). */
const FEWEST_DAYS = 60;
/** Of the light of a day that must be left. */
const HALF = 0.5;

function lookAtDays(look: Look): void {
  const { days, reasons } = look;
  const limit = FREE_REASONS.indexOf("limit");
  let usable = 0;
  for (let day = 0; day < days.days; day++) {
    let [used, whole] = [0, 0];
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      whole += days.light[row]!;
      if (reasons[row] === 0 || reasons[row] === limit) used += days.light[row]!;
    }
    if (used > HALF * whole) usable++;
  }
  if (usable < FEWEST_DAYS)
    look.refuse(
      "few-days",
      `${countText(usable, "day")} of ${days.days} can be learnt from; ${FEWEST_DAYS} are needed`,
    );
}
