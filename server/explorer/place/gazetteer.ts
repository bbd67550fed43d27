/** Towns to look for: sets loaded as they are needed, the large towns first. Names are those of GeoNames. */
import { Observable, type State } from "../state/state.js";
import { language } from "../texts/numbers.js";
import { laterTexts } from "../texts/texts.js";
import { readCoordinates, readLink } from "./coordinates.js";
import {
  type Box,
  folded,
  KM_PER_DEGREE,
  type Match,
  type PackedTowns,
  regionsOf,
  spelledOut,
  type Town,
  TownSet,
  turned,
} from "./towns.js";
import type { Reading } from "./words.js";

type Names = Readonly<Record<"towns" | "regions", Readonly<Record<string, string>>>>;

const NO_NAMES: Names = { towns: {}, regions: {} };
/** Loads the sets, the largest towns first. */
type Loaders = readonly (() => Promise<PackedTowns>)[];

/** Countries whose towns have names of towns elsewhere. */
const NAMESAKES = ["US", "CA"];
/** Towns by the beginning of a name, and as many by a later word, that are ranked. */
const RANKED = 40;
/** Letters that make it worth loading the smallest towns when the larger ones have nothing. */
const ENOUGH_LETTERS = 3;
/** Sets that the search field loads; the last one is large. */
export const USUAL_SETS = 2;
/** km beyond which a place is no part of a town any more. */
const AWAY = 30;
/** km from the edge of a town within which a place is near it. */
const NEAR = 20;

/** What a view finds in it is drawn anew when more towns have come. */
export class Gazetteer extends Observable {
  private readonly loaders: Loaders;
  private readonly countries: Intl.DisplayNames;
  private readonly namesOf: () => Promise<Names>;
  private names = NO_NAMES;
  private readonly isEnglish: boolean;
  private readonly sets: TownSet[] = [];
  private loading: Promise<void> | undefined;
  private regions: ReturnType<typeof regionsOf> = [];

  /** @param language of the names of countries @param namesOf towns and regions in that language, where they differ from GeoNames' */
  constructor(loaders: Loaders, language: string, namesOf: () => Promise<Names> = async () => NO_NAMES) {
    super();
    this.loaders = loaders;
    this.namesOf = namesOf;
    this.isEnglish = language === "en";
    this.countries = new Intl.DisplayNames([language], { type: "region" });
  }

  /** Whether so many sets are there. */
  has(count: number): boolean {
    return this.read(this.sets).length >= Math.min(count, this.loaders.length);
  }

  /** Loads the first sets. @param count of sets @throws what loading throws; the next call tries again */
  async open(count = 1): Promise<void> {
    while (this.sets.length < Math.min(count, this.loaders.length)) {
      this.loading ??= this.loadNext().finally(() => {
        this.loading = undefined;
      });
      await this.loading;
    }
  }

  /**
   * Towns whose name begins as the text does, best first; after a comma, or as last words, a region or country may follow.
   * Where the sets that are there have none, the next are loaded.
   */
  async search(text: string, most: number): Promise<readonly Match[]> {
    for (let count = Math.max(1, this.sets.length); ; count++) {
      await this.open(count);
      const found = this.lookUp(text, most);
      const isEnough = found.length > 0 || folded(text).length < ENOUGH_LETTERS;
      if (isEnough || count >= this.loaders.length) return found;
    }
  }

  /** The same in the sets that are there. */
  lookUp(text: string, most: number): readonly Match[] {
    const [name = "", ...rest] = text.split(",");
    if (rest.length > 0) return this.ranked(folded(name), rest.map(folded), most);
    const words = folded(name).split(" ");
    for (let count = words.length; count > 0; count--) {
      const found = this.ranked(words.slice(0, count).join(" "), [words.slice(count).join(" ")], most);
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * Whether towns have that name, and none of them lies near a place: who changes the numbers of a link keeps its name. Loads what it
   * needs to be sure.
   */
  async isElsewhere(name: string, place: { lat: number; lon: number }): Promise<boolean> {
    const text = folded(name);
    let isKnown = false;
    for (let count = 1; count <= (isKnown ? this.loaders.length : USUAL_SETS); count++) {
      await this.open(count);
      const has = (accepts: (town: Town) => boolean) =>
        this.sets.some((set) => [...set.find(text, 1, accepts)].some((match) => folded(match.name) === text));
      if (text === "" || has((town) => kilometres(town, place) <= AWAY)) return false;
      isKnown ||= has(() => true);
    }
    return isKnown;
  }

  /** A town's name as this language has it. Naples in Florida is no other place's namesake in German. */
  nameOf({ name, country }: Town): string {
    return (NAMESAKES.includes(country) ? undefined : this.names.towns[name]) ?? name;
  }

  countryOf({ country }: Town): string {
    return this.countries.of(country) ?? country;
  }

  private regionOf({ region }: Town): string {
    return this.names.regions[region] ?? (this.isEnglish ? region : region.replace(ENGLISH_KINDS, ""));
  }

  /** Town, region and country, apart by commas. */
  labelOf({ town, name }: Match): string {
    const own = this.nameOf(town);
    const written = name === town.name || name === own ? own : `${name} (${own})`;
    const region = town.region === town.name ? "" : this.regionOf(town);
    const around = [region, this.countryOf(town)].filter((part) => !["", town.name, own, name].includes(part));
    return [written, ...around].join(", ");
  }

  /** The town that a place is in or near, of the sets that are there. */
  near(lat: number, lon: number): { readonly town: Town; readonly isInside: boolean } | undefined {
    const [found] = this.read(this.sets)
      .flatMap((set) => set.nearest(lat, lon, NEAR) ?? [])
      .sort((a, b) => a.outside - b.outside);
    return found && { town: found.town, isInside: found.outside <= 0 };
  }

  /** The largest towns within bounds. */
  within(box: Box, most: number): readonly Town[] {
    const found: Town[] = [];
    for (const set of this.read(this.sets))
      if (found.length < most) found.push(...set.within(box, most - found.length));
    return found;
  }

  private async loadNext(): Promise<void> {
    const load = this.loaders[this.sets.length] as () => Promise<PackedTowns>;
    const [packed, names] = await Promise.all([load(), this.namesOf()]);
    this.names = names;
    if (this.sets.length === 0) this.regions = regionsOf(packed);
    this.sets.push(new TownSet(packed, this.regions));
    this.tell();
  }

  private ranked(name: string, limits: readonly string[], most: number): Match[] {
    if (name === "") return [];
    const accepts = (town: Town) => limits.every((limit) => this.lies(town, limit));
    const found = this.sets.flatMap((set) => [...set.find(name, RANKED, accepts)]);
    return found.sort((a, b) => b.weight - a.weight).slice(0, most);
  }

  /** Whether a folded text begins the name of the town's country or region, or a word of it, or is a code of theirs. */
  private lies(town: Town, text: string): boolean {
    if (["", town.country.toLowerCase(), town.code.toLowerCase()].includes(text)) return true;
    return [this.countryOf(town), ENGLISH.of(town.country) ?? "", town.region, this.regionOf(town)].some((name) =>
      ` ${folded(name)}`.includes(` ${text}`),
    );
  }
}

/** What GeoNames adds to names of regions in English. */
const ENGLISH_KINDS = / (?:County|Province|Oblast|oblast|Region|Voivodeship|Krai|Kray|Republic|Prefecture)$/;
const ENGLISH = new Intl.DisplayNames(["en"], { type: "region" });

/** km between two places, for small distances. */
export function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const narrow = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, turned(a.lon - b.lon) * narrow) * KM_PER_DEGREE;
}

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
    () => laterTexts("names"),
  );
  return towns;
}

/**
 * Towns whose name begins as the text does; of an address, those that it names: "Bahnhofstrasse 1, 8001 Zürich".
 *
 * @throws what loading the towns throws
 */
export async function findTowns(
  text: string,
  most: number,
  known = gazetteer(),
): Promise<{ readonly matches: readonly Match[]; readonly isOfAddress: boolean }> {
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
function addressParts(text: string): string[] {
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

/** km within which a place lies as high as its town. */
const SAME = 3;

/** The town whose middle is there, as far as the towns are loaded. */
export function townAt(place: { readonly lat: number; readonly lon: number }): Town | undefined {
  const town = gazetteer().near(place.lat, place.lon)?.town;
  return town && kilometres(town, place) <= SAME ? town : undefined;
}

/** Whether an altitude is the one of the town that stands there. */
export function isTownHeight(state: Pick<State, "lat" | "lon" | "altitude">): boolean {
  return String(townAt(state)?.altitude) === state.altitude;
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
