/** Clocks to show times in: the place's own with daylight saving, its standard time, or UTC. */
import {
  DAY,
  type Zone as EngineZone,
  firstMoment,
  fixedZone,
  HOUR,
  LocalClock,
  MINUTE,
  zoneNamed,
} from "irradiance-engine/shared";
import type { State } from "../state/state.js";

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
export interface PlaceClock {
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
