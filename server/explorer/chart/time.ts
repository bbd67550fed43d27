/** Times as people read them, in a zone. */
import type { Tick } from "irradiance-engine/internal/report/scene";
import {
  DAY,
  type Zone as EngineZone,
  firstMoment,
  fixedZone,
  HOUR,
  LocalClock,
  MINUTE,
  zoneNamed,
} from "irradiance-engine/internal/shared";
import type { Schemas, Service } from "../service/service.js";
import type { State } from "../state/state.js";
import { language, longDate, monthName as nameOfMonth, shortDay } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

export { DAY, HOUR, MINUTE };

const months = new Map<string, readonly string[]>();

/** "Jun", as the language of the page has it. @param month 0 is January */
export function monthName(month: number): string {
  const names = months.get(language()) ?? Array.from({ length: 12 }, (_, k) => nameOfMonth(k + 1, "short"));
  months.set(language(), names);
  return names[month] as string;
}

/** What clocks of a zone show, in ms as if it were UTC. */
export function localOf(time: number, zone: Zone): number {
  return time + zone.offsetAt(time);
}

/** Its calendar in a zone. */
function calendar(time: number, zone: Zone): Date {
  return new Date(localOf(time, zone));
}

export function monthOf(time: number, zone: Zone): { year: number; month: number } {
  const date = calendar(time, zone);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** "2026-06-21"; of a typical year "21 Jun" */
export function dateText(time: number, zone: Zone): string {
  return zone.isYearless ? dayText(time, zone) : calendar(time, zone).toISOString().slice(0, 10);
}

/** "Jun 2026"; of a typical year "Jun" */
export function monthText(year: number, month: number, { isYearless }: Zone): string {
  return isYearless ? monthName(month) : `${monthName(month)} ${year}`;
}

/** "12:00", with seconds only where there are any; in an hour that clocks run through twice "02:30 UTC+2". */
export function clockText(time: number, zone: Zone): string {
  const local = localOf(time, zone);
  const text = new Date(local).toISOString();
  const clock = text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
  return isTwice(time, local, zone) ? `${clock} ${offsetLabel(local - time)}` : clock;
}

/** Whether clocks show the local time of a moment at another one, too. */
function isTwice(time: number, local: number, zone: Zone): boolean {
  const isCalm = zone.offsetAt(time - DAY) === zone.offsetAt(time + DAY);
  return !isCalm && zone.momentsOf(local).length > 1;
}

/** "2026-06-21 12:00", as tables have it */
export function timeText(time: number, zone: Zone): string {
  return `${dateText(time, zone)} ${clockText(time, zone)}`;
}

/** "21 June 2026"; of a typical year "21 Jun": as a sentence has it */
export function dateWords(time: number, zone: Zone): string {
  return zone.isYearless ? dayText(time, zone) : longDate(localOf(time, zone));
}

/** "21 June 2026, 12:00" */
export function timeWords(time: number, zone: Zone): string {
  return `${dateWords(time, zone)}, ${clockText(time, zone)}`;
}

/** ms: of what is shorter, dates alone do not tell what is shown. */
const FEW_DAYS = 3 * DAY;

/** "1 June 2026 to 30 June 2026", "21 June 2026"; of few days with the time, to the minute: "21 June 2026, 06:00 to 18:00" */
export function spanText(from: number, to: number, zone: Zone): string {
  const hasClock = to - from < FEW_DAYS;
  const text = (time: number) => (hasClock ? timeWords(toMinute(time), zone) : dateWords(time, zone));
  const [first, last] = [text(from), text(to)];
  if (first === last) return first;
  const isOneDay = hasClock && dateText(toMinute(from), zone) === dateText(toMinute(to), zone);
  return `${first} ${texts().time.to} ${isOneDay ? clockText(toMinute(to), zone) : last}`;
}

function toMinute(time: number): number {
  return Math.round(time / MINUTE) * MINUTE;
}

/** "21 Jun" */
function dayText(time: number, zone: Zone): string {
  return shortDay(localOf(time, zone));
}

/** Number of the zone's day that a time is in, counted from 1 January 1970: days are 23 to 25 hours long where clocks change. */
export function dayNumber(time: number, zone: Zone): number {
  return Math.floor(localOf(time, zone) / DAY);
}

/** Unix ms of the first moment of the zone's day that a time is in. */
export function midnight(time: number, zone: Zone): number {
  return zone.momentOf(dayNumber(time, zone) * DAY);
}

/** Unix ms of the first moment of a zone's day. @param number as of `dayNumber` */
export function startOfDay(number: number, zone: Zone): number {
  return zone.momentOf(number * DAY);
}

export interface Zone {
  /** "UTC−5"; of a place's own clock "UTC+1 / UTC+2, Europe/Zurich". */
  readonly label: string;
  /** Of a typical year: its dates are of no year, and none is named. */
  readonly isYearless?: true;
  /** ms by which clocks are ahead of UTC at a time (Unix ms). */
  offsetAt(time: number): number;
  /** The first moment at which clocks show a local time (ms, as if it were UTC) or a later one. */
  momentOf(local: number): number;
  /** All moments at which clocks show it: none where they jump over it, two where they run through it twice. */
  momentsOf(local: number): readonly number[];
}

export const UTC: Zone = zoneFrom("UTC", fixedZone(0));
/** Hours by which the standard time of a place may differ from that of its longitude. */
const ODD = 4;

/** A zone without daylight saving. @param hours ahead of UTC */
export function zoneAt(hours: number): Zone {
  return hours === 0 ? UTC : zoneFrom(offsetLabel(hours * HOUR), fixedZone(hours));
}

/**
 * A place's own clock; undefined for a name that this browser does not know.
 *
 * @param from Unix ms; @param to the offsets of the label are those from `from` to `to`
 */
export function zoneOfName(name: string, from: number, to: number): Zone | undefined {
  const found = zoneNamed(name);
  if (!found) return undefined;
  const offsets = offsetsBetween(found, from, to).map(offsetLabel).join(" / ");
  return zoneFrom(name.startsWith(AT_SEA) ? offsets : `${offsets}, ${name}`, found);
}

/** Names of offsets at sea have the opposite sign: "Etc/GMT-2" is UTC+2. */
const AT_SEA = "Etc/";

/** What is known of a place's clock. */
interface PlaceClock {
  /** "Europe/Zurich"; undefined where the service does not tell it. */
  readonly zoneName: string | undefined;
  /** Of its standard time, ahead of UTC. */
  readonly hours: number;
  /** Degrees. */
  readonly lon: number;
}

/** The zone that a choice stands for at a place; UTC where its clock is not known. Of a label as in `zoneOfName`. */
export function chosenZone(choice: State["zone"], clock: PlaceClock, from: number, to: number): Zone {
  if (choice === "utc") return UTC;
  const own = choice === "local" && clock.zoneName !== undefined ? zoneOfName(clock.zoneName, from, to) : undefined;
  return own ?? standardZone(clock);
}

/** Until more is known of a place: that of its longitude. */
export function guessedZone({ lon, zone }: Pick<State, "lon" | "zone">): Zone {
  return zone === "utc" ? UTC : zoneAt(Math.round(lon / 15));
}

/** Standard time of a place: a service that imitates another may tell UTC's, and UTC is then what is known. */
function standardZone({ zoneName, hours, lon }: PlaceClock): Zone {
  const isLikely = Math.abs(((hours - lon / 15 + 36) % 24) - 12) <= ODD;
  return zoneName !== undefined || isLikely ? zoneAt(hours) : UTC;
}

function zoneFrom(label: string, zone: EngineZone): Zone {
  const clock = new LocalClock(zone);
  return {
    label,
    offsetAt: (time) => clock.at(time) - time,
    momentOf: (local) => firstMoment(zone, local),
    momentsOf(local) {
      const first = zone.toUtc(local, Number.NaN);
      if (Number.isNaN(first)) return [];
      const last = zone.toUtc(local, first);
      return last === first ? [first] : [first, last];
    },
  };
}

/** In the order in which they come first. */
function offsetsBetween(zone: EngineZone, from: number, to: number): number[] {
  const clock = new LocalClock(zone);
  const found = new Set([clock.at(from) - from]);
  for (let time = from + DAY; time < to; time += DAY) found.add(clock.at(time) - time);
  if (to > from) found.add(clock.at(to - 1) - (to - 1));
  return [...found].sort((a, b) => a - b);
}

/** "UTC", "UTC−5", "UTC+5:45". @param offset ms */
export function offsetLabel(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/**
 * The zone that a state shows times in at its place; where the service does not answer, that of its longitude.
 *
 * @param from Unix ms; @param to the offsets of its label are those from `from` to `to`
 */
export async function zoneOfPlace(
  service: Service,
  { lat, lon, zone }: Pick<State, "lat" | "lon" | "zone">,
  from: number,
  to: number,
): Promise<Zone> {
  type Sources = Schemas["SourcesResponse"];
  return service
    .once(`sources?lat=${lat}&lon=${lon}`, (request) => service.fact<Sources>(request))
    .then(
      ({ time_zone: hours, time_zone_name: zoneName }) => chosenZone(zone, { hours, zoneName, lon }, from, to),
      () => guessedZone({ lon, zone }),
    );
}

const STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  10 * DAY,
];
/** Months between two marks. */
const MONTH_STEPS = [1, 2, 3, 6, 12];
const MONTH = 30.44 * DAY;

/** About `most` marks from `from` to `to` (Unix ms) at round times of the zone. */
export function timeTicks(from: number, to: number, most: number, zone: Zone): Tick[] {
  const step = STEPS.find((size) => (to - from) / size <= most);
  if (step === undefined) return monthTicks(from, to, most, zone);
  const ticks: Tick[] = [];
  for (let local = Math.ceil(localOf(from, zone) / step) * step; ; local += step) {
    // Of hours that clocks run through twice, both have their marks where each hour has one; days that they begin late, too.
    const all = step >= DAY ? [zone.momentOf(local)] : zone.momentsOf(local).slice(0, step > HOUR ? 1 : 2);
    const label = step >= DAY || local % DAY === 0 ? dayText : clockText;
    ticks.push(...all.filter((at) => at >= from && at <= to).map((at) => ({ at, label: label(at, zone) })));
    if (zone.momentOf(local) > to) return ticks.sort((a, b) => a.at - b.at);
  }
}

function monthTicks(from: number, to: number, most: number, zone: Zone): Tick[] {
  const step = MONTH_STEPS.find((months) => (to - from) / (months * MONTH) <= most) ?? 12;
  const start = monthOf(from, zone);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(start.month / step) * step; ; k += step) {
    const at = zone.momentOf(Date.UTC(start.year, k, 1));
    if (at > to) return ticks;
    const { year, month } = monthOf(at, zone);
    if (at >= from) ticks.push({ at, label: month === 0 && !zone.isYearless ? String(year) : monthName(month) });
  }
}
