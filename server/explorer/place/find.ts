/** A place from whatever was typed: coordinates, a link, a code, or the name of a town. */
import { language, texts } from "../texts/texts.js";
import { readCoordinates } from "./coordinates.js";
import { Gazetteer } from "./gazetteer.js";
import { readLink } from "./links.js";
import type { Reading } from "./point.js";

export interface FoundPlace {
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
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
  );
  return towns;
}

/** Coordinates in any form, else the town whose name fits best. @throws what loading the towns throws */
export async function findPlace(text: string): Promise<FoundPlace | undefined> {
  const reading = readPlace(text, language());
  if (reading) return "point" in reading ? { lat: reading.point.lat, lon: reading.point.lon, name: "" } : undefined;
  const match = (await gazetteer().search(text, 1))[0];
  return match && { lat: match.town.lat, lon: match.town.lon, name: match.name };
}
