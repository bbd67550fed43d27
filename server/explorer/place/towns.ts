/** Towns by name and by place, in the sets that the build packs (scripts/explorer/towns.mjs). */

/** Whole numbers in printable characters: all last digits, then all digits before them, and so on. */
type Packed = string;

export interface PackedTowns {
  /** Lines "US\tMissouri\tMO" that all sets share, in the first set alone. */
  readonly regions: string;
  /** By region: its line, the number of towns, and the steps of latitude, longitude and altitude that they lie about. */
  readonly groups: readonly number[];
  readonly names: string;
  /** Lines "number of the town\tname\tname". */
  readonly others: string;
  /** From town to town, from south to north. */
  readonly lat: Packed;
  readonly lon: Packed;
  readonly altitude: Packed;
  readonly population: Packed;
}

export interface Town {
  readonly name: string;
  /** ISO 3166 code. */
  readonly country: string;
  /** "" where GeoNames names none. */
  readonly region: string;
  /** The region's letters, where it has them. */
  readonly code: string;
  readonly lat: number;
  readonly lon: number;
  /** Metres, to ten. */
  readonly altitude: number;
  readonly population: number;
}

export interface Match {
  readonly town: Town;
  /** The name that was found: "Wien" of Vienna. */
  readonly name: string;
}

interface Region {
  readonly country: string;
  readonly name: string;
  readonly code: string;
}

const BASE = 90;
const DEGREE = 1000;
const METRES = 10;
const POPULATION = 6;
/** An exact name weighs as much as a town a hundred times its size: "Bern" before "Bernau". */
const EXACT = 100;

export const KM_PER_DEGREE = 111.2;
/** People for a square whose side is a town's radius, and the radius of the largest towns, km. */
const PEOPLE = 6000;
const LARGEST_RADIUS = 12;

/** Towns of one set, and an index of their names: lines of folded names, those of the largest towns first. */
export class TownSet {
  readonly size: number;
  private readonly names: readonly string[];
  private readonly region: Uint16Array;
  private readonly lat: Float64Array;
  private readonly lon: Float64Array;
  private readonly altitude: Int16Array;
  private readonly population: Float64Array;
  /** From the largest town to the smallest. */
  private readonly order: Uint32Array;
  private readonly regions: readonly Region[];
  private readonly text: string;
  /** Where each line of the text begins, whose it is, and the name as it is written. */
  private readonly starts: Uint32Array;
  private readonly owners: Uint32Array;
  private readonly written: readonly string[];

  constructor(packed: PackedTowns, regions: readonly Region[]) {
    this.regions = regions;
    this.names = packed.names.split("\n");
    this.size = this.names.length;
    this.population = Float64Array.from(numbersOf(packed.population, this.size), (steps) =>
      Math.exp(steps / POPULATION),
    );
    [this.region, this.lat, this.lon, this.altitude] = this.placesOf(packed);
    this.order = new Uint32Array(this.size)
      .map((_, index) => index)
      .sort((a, b) => (this.population[b] as number) - (this.population[a] as number));
    const lines = this.linesOf(packed.others);
    this.written = lines.written;
    this.owners = Uint32Array.from(lines.owners);
    this.starts = new Uint32Array(lines.folded.length);
    let at = 1;
    lines.folded.forEach((line, index) => {
      this.starts[index] = at;
      at += line.length + 1;
    });
    this.text = `\n${lines.folded.join("\n")}\n`;
  }

  town(index: number): Town {
    const { country, name: region, code } = this.regions[this.region[index] as number] as Region;
    const [lat, lon, altitude] = [this.lat[index], this.lon[index], this.altitude[index]] as [number, number, number];
    const population = Math.round(this.population[index] as number);
    return { name: this.names[index] as string, country, region, code, lat, lon, altitude, population };
  }

  /**
   * Towns whose name, or a word of it, begins with a folded text: with each its weight, the larger the better.
   *
   * @param most towns by the beginning of their name, and as many by a later word
   */
  *find(text: string, most: number, accepts: (town: Town) => boolean): Iterable<Match & { readonly weight: number }> {
    const seen = new Set<number>();
    for (const [pattern, match] of [
      [`\n${text}\n`, 2],
      [`\n${text}`, 2],
      [` ${text}`, 1],
    ] as const) {
      let left = most;
      for (let at = this.text.indexOf(pattern); at >= 0 && left > 0; at = this.text.indexOf(pattern, at + 1)) {
        const line = this.lineAt(at + 1);
        const owner = this.owners[line] as number;
        if (seen.has(owner)) continue;
        const town = this.town(owner);
        if (!accepts(town)) continue;
        seen.add(owner);
        left--;
        const size = town.population * (pattern.endsWith("\n") ? EXACT : 1);
        yield { town, name: this.written[line] as string, weight: match * 1e12 + size };
      }
    }
  }

  /** The largest towns within bounds. Longitudes may go beyond ±180. */
  within(box: Box, most: number): Town[] {
    const middle = (box.west + box.east) / 2;
    const half = (box.east - box.west) / 2;
    const found: Town[] = [];
    for (const index of this.order) {
      if (found.length >= most) break;
      const lat = this.lat[index] as number;
      if (lat < box.south || lat > box.north) continue;
      if (Math.abs(turned((this.lon[index] as number) - middle)) <= half) found.push(this.town(index));
    }
    return found;
  }

  /** The town whose edge is nearest, and how far outside it a place lies, in km; undefined without one within a reach. */
  nearest(lat: number, lon: number, reach: number): { readonly town: Town; readonly outside: number } | undefined {
    const narrow = Math.cos((lat * Math.PI) / 180);
    const furthest = (reach + LARGEST_RADIUS) / KM_PER_DEGREE;
    let [best, least] = [-1, reach];
    for (let index = 0; index < this.size; index++) {
      const dy = (this.lat[index] as number) - lat;
      if (Math.abs(dy) > furthest) continue;
      const dx = turned((this.lon[index] as number) - lon) * narrow;
      const outside = Math.hypot(dx, dy) * KM_PER_DEGREE - radiusOf(this.population[index] as number);
      if (outside < least) [best, least] = [index, outside];
    }
    return best < 0 ? undefined : { town: this.town(best), outside: least };
  }

  private placesOf(packed: PackedTowns): [Uint16Array, Float64Array, Float64Array, Int16Array] {
    const { size } = this;
    const [region, lat, lon, altitude] = [
      new Uint16Array(size),
      new Float64Array(size),
      new Float64Array(size),
      new Int16Array(size),
    ];
    const steps = [numbersOf(packed.lat, size), numbersOf(packed.lon, size), numbersOf(packed.altitude, size)] as const;
    let index = 0;
    for (let group = 0; group < packed.groups.length; group += 5) {
      const [of, count, south, middle, height] = packed.groups.slice(group, group + 5) as [
        number,
        number,
        number,
        number,
        number,
      ];
      let y = south;
      for (const end = index + count; index < end; index++) {
        y += steps[0][index] as number;
        region[index] = of;
        lat[index] = y / DEGREE;
        lon[index] = (middle + signed(steps[1][index] as number)) / DEGREE;
        altitude[index] = (height + signed(steps[2][index] as number)) * METRES;
      }
    }
    return [region, lat, lon, altitude];
  }

  /** Every name of every town, and names with umlauts also as they are spelled without. */
  private linesOf(packed: string): { folded: string[]; written: string[]; owners: number[] } {
    const others = new Map(
      packed.split("\n").map((line) => {
        const [index, ...names] = line.split("\t");
        return [Number(index), names];
      }),
    );
    const lines = { folded: [] as string[], written: [] as string[], owners: [] as number[] };
    for (const owner of this.order) {
      for (const name of [this.names[owner] as string, ...(others.get(owner) ?? [])]) {
        const plain = folded(name);
        const spelled = spelledOut(name);
        for (const line of spelled === undefined || spelled === plain ? [plain] : [plain, spelled]) {
          lines.folded.push(line);
          lines.written.push(name);
          lines.owners.push(owner);
        }
      }
    }
    return lines;
  }

  private lineAt(position: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export function regionsOf(packed: PackedTowns): Region[] {
  return packed.regions.split("\n").map((line) => {
    const [country, name, code] = line.split("\t") as [string, string, string];
    return { country, name, code };
  });
}

/** km, of a round town in which people live as densely as in most. */
function radiusOf(population: number): number {
  return Math.min(LARGEST_RADIUS, Math.sqrt(population / PEOPLE));
}

/** A difference of longitudes by the shorter way. */
export function turned(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function signed(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function numbersOf(packed: Packed, size: number): Float64Array {
  const values = new Float64Array(size);
  for (let at = packed.length - size; at >= 0; at -= size)
    for (let index = 0; index < size; index++) {
      const code = packed.charCodeAt(at + index);
      values[index] = (values[index] as number) * BASE + code - (code < 92 ? 35 : 36);
    }
  return values;
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const GERMAN: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const OTHER_LETTERS = /[ßøæœłđðþı]/g;
const UMLAUTS = /[äöüåø]/g;
const PLAIN = /^[a-z0-9]*$/;

/** "Saint-Étienne" is "saint etienne". */
export function folded(name: string): string {
  const lower = name.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] as string)
    .replace(/[^\p{L}\p{N}]/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** "Zürich" is also "zuerich"; undefined for a name without such letters. */
export function spelledOut(name: string): string | undefined {
  const lower = name.normalize("NFC").toLowerCase();
  const spelled = lower.replace(UMLAUTS, (letter) => GERMAN[letter] as string);
  return spelled === lower ? undefined : folded(spelled);
}
