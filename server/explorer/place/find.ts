/** A place from whatever was typed: coordinates, a link, a code, or the name of a town. */
import type { State } from "../state/state.js";
import { language } from "../texts/language.js";
import { texts } from "../texts/texts.js";
import { readCoordinates } from "./coordinates.js";
import { folded, spelledOut } from "./fold.js";
import { Gazetteer, kilometres } from "./gazetteer.js";
import { readLink } from "./links.js";
import type { Reading } from "./point.js";
import type { Match } from "./towns.js";

export interface FoundPlace {
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
  /** Metres, of a town. */
  readonly altitude?: number;
}

/** @returns undefined: perhaps a name */
export function readPlace(text: string, language: string): Reading | undefined {
  return readLink(text) ?? readCoordinates(text, language);
}

let towns: Gazetteer | undefined;

/** The towns that the page knows, loaded set by set when somebody looks for one. */
export function gazetteer(): Gazetteer {
  const sets = [
    () => import("virtual:towns/large"),
    () => import("virtual:towns/medium"),
    () => import("virtual:towns/small"),
  ];
  towns ??= new Gazetteer(
    sets.map((load) => async () => (await load()).default),
    language(),
    texts().place.regions,
    texts().place.towns,
  );
  return towns;
}

/** Towns for a text, best first. */
export interface FoundTowns {
  readonly matches: readonly Match[];
  /** Whether they are those of an address: streets and numbers are not known. */
  readonly isOfAddress: boolean;
}

/**
 * Towns whose name begins as the text does; of an address, those that it names: "Bahnhofstrasse 1, 8001 Zürich".
 *
 * @throws what loading the towns throws
 */
export async function findTowns(text: string, most: number, known = gazetteer()): Promise<FoundTowns> {
  await known.open();
  const parts = addressParts(text);
  // What is loaded is looked through before more is.
  for (const look of [async (one: string) => known.lookUp(one, most), (one: string) => known.search(one, most)]) {
    const found = await look(text);
    if (found.length > 0) return { matches: found, isOfAddress: false };
    for (const part of parts) {
      const towns = (await look(part)).filter(({ name, town }) => isNamed(part, [name, town.name]));
      if (towns.length > 0) return { matches: towns, isOfAddress: true };
    }
  }
  return { matches: [], isOfAddress: false };
}

function isNamed(part: string, names: readonly string[]): boolean {
  const asked = folded(part.split(",")[0] as string);
  return names.some((name) => folded(name) === asked || spelledOut(name) === asked);
}

/** Of an address what may be a town, likely ones first: behind the last comma, or a number; without digits. Empty where there is neither. */
export function addressParts(text: string): string[] {
  const segments = text
    .split(/[,;\n]/)
    .flatMap((part) => part.replace(/\S+/g, (word) => (/\d/.test(word) ? "," : word)).split(","))
    .map((part) => part.trim().replace(/^[-–/.]+|(?<![-–/.])[-–/.]+$/g, ""))
    .filter((part) => /\p{L}{2}/u.test(part))
    .slice(0, MOST_SEGMENTS);
  if (!/[\d,;\n]/.test(text)) return [];
  const starts = [...segments.keys()].slice(1).concat(0);
  const runs = starts.flatMap((start) =>
    segments.slice(start).map((_, k) => segments.slice(start, segments.length - k).join(", ")),
  );
  // "Downing Street London": the last words of a part.
  const ends = segments.flatMap((segment) => {
    const words = segment.split(/\s+/);
    return words.slice(1).map((_, k) => words.slice(k + 1).join(" "));
  });
  return [...new Set([...runs, ...ends.reverse()])].filter((part) => part !== text.trim());
}

/** Longer ones are no addresses. */
const MOST_SEGMENTS = 6;

/** Whether an altitude is the one of the town that stands there, as far as the towns are loaded. */
export function isTownHeight({ lat, lon, altitude }: Pick<State, "lat" | "lon" | "altitude">): boolean {
  const town = gazetteer().near(lat, lon)?.town;
  return town !== undefined && kilometres(town, { lat, lon }) <= SAME && String(town.altitude) === altitude;
}

/** km within which a place lies as high as its town. */
export const SAME = 3;

/** The town that the clocks of a browser are set by; undefined where they tell none. @param zone "Europe/Zurich" */
export function townOfZone(lines: string, zone: string): FoundPlace | undefined {
  const rows = lines.split("\n").map((line) => line.split("\t"));
  // Browsers have old names of some zones, and know which are alike.
  const isAlike = (id: string | undefined) => id !== undefined && canonical(id) === canonical(zone);
  const [, name, lat, lon, altitude] = rows.find(([id]) => id === zone) ?? rows.find(([id]) => isAlike(id)) ?? [];
  if (name === undefined) return undefined;
  return { name, lat: Number(lat), lon: Number(lon), altitude: Number(altitude) };
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}

/** Coordinates in any form, else the town whose name fits best. @throws what loading the towns throws */
export async function findPlace(text: string): Promise<FoundPlace | undefined> {
  const reading = readPlace(text, language());
  if (reading) return "point" in reading ? { ...reading.point, name: "" } : undefined;
  const match = (await findTowns(text, 1)).matches[0];
  return match && placeOf(match);
}

/** A town under the name by which it was found, as high as it lies. */
export function placeOf({ town, name }: Match): FoundPlace {
  const { lat, lon, altitude } = town;
  return { lat, lon, altitude, name: name === town.name ? gazetteer().nameOf(town) : name };
}
