/**
 * A place from what people copy and type: two numbers in degrees, or degrees, minutes and seconds, with or without directions.
 * What can be read in two ways is refused: half a place, or the wrong one, is a place that nobody asked for.
 */
import { type Axis, pointOf, type Reading, type Refusal } from "./words.js";

/** A place needs fewer characters, and so do links to one. */
const LONGEST = 2000;
type Token =
  | { readonly kind: "number"; readonly value: number; readonly signed: boolean; whole: boolean; mark: "" | Mark }
  | { readonly kind: "direction"; readonly axis: Axis; readonly sign: 1 | -1 }
  | { readonly kind: "axis"; readonly axis: Axis }
  | { readonly kind: "apart" };
type NumberToken = Extract<Token, { kind: "number" }>;

/** @param language of the page: O is east in German, and west in French or Spanish @returns undefined: no coordinates, perhaps a name */
export function readCoordinates(text: string, language: string): Reading | undefined {
  const plain = text.trim().slice(0, LONGEST + 1);
  if (plain.length > LONGEST || !/\d/.test(plain)) return undefined;
  const tokens = tokensOf(plain, language);
  if (tokens === undefined) return undefined;
  if (tokens === "letter O") return { refusal: { why: "letter O" } };
  const halves = halvesOf(tokens);
  return typeof halves === "string" ? { refusal: { why: halves } } : joined(halves[0], halves[1]);
}

const DIRECTIONS: readonly (readonly [words: string, axis: Axis, sign: 1 | -1])[] = [
  ["n nord north norden norte nördlich nördl", "lat", 1],
  ["s süd sued south sud sur süden südlich südl", "lat", -1],
  ["e east ost est este osten östlich östl", "lon", 1],
  ["w west westen ouest oeste ovest westlich westl", "lon", -1],
];
const AXES: readonly (readonly [words: string, axis: Axis])[] = [
  ["lat latitude breite breitengrad", "lat"],
  ["lon lng long longitude länge längengrad", "lon"],
];
type Mark = "°" | "'" | '"';
const MARKS = new Map<string, Mark>(
  (
    [
      ["° º ˚ deg degrees d grad", "°"],
      ["' ′ ’ ‘ ´ min minutes m minuten", "'"],
      ['" ″ ” “ sec seconds sek sekunden', '"'],
    ] as const
  ).flatMap(([signs, mark]) => signs.split(" ").map((sign) => [sign, mark] as const)),
);

/** Ost; ouest, oeste, ovest. */
const OF_O: { readonly [language: string]: 1 | -1 } = { de: 1, fr: -1, es: -1, it: -1 };

function wordOf(word: string, language: string): Token | "letter O" | undefined {
  const has = (words: string) => words.split(" ").includes(word);
  if (word === "o") {
    const east = OF_O[language];
    return east ? { kind: "direction", axis: "lon", sign: east } : "letter O";
  }
  const [, axis, sign] = DIRECTIONS.find(([words]) => has(words)) ?? [];
  if (axis && sign) return { kind: "direction", axis, sign };
  const named = AXES.find(([words]) => has(words))?.[1];
  return named && { kind: "axis", axis: named };
}

const NEXT =
  /(?<number>[+\-−–]?\d+(?:[.,]\d+)?)|(?<word>\p{L}+)|(?<mark>''|[°º˚'′’‘´"″”“])|(?<apart>[,;/|\n&])|[\s().:=?#]/uy;
/** Where decimals have a point, a comma is never theirs. */
const NEXT_WITH_POINTS =
  /(?<number>[+\-−–]?\d+(?:\.\d+)?)|(?<word>\p{L}+)|(?<mark>''|[°º˚'′’‘´"″”“])|(?<apart>[,;/|\n&])|[\s().:=?#]/uy;

/** undefined: something else stands in the text. */
function tokensOf(text: string, language: string): Token[] | "letter O" | undefined {
  const read = (next: RegExp) => tokensBy(next, text, language);
  if (/\d\.\d/.test(text)) return read(NEXT_WITH_POINTS);
  const tokens = read(NEXT);
  // "52,13": two whole numbers, not half a place.
  const isOne = Array.isArray(tokens) && tokens.filter(({ kind }) => kind === "number").length === 1;
  return isOne && /\d,\d/.test(text) ? read(NEXT_WITH_POINTS) : tokens;
}

function tokensBy(next: RegExp, text: string, language: string): Token[] | "letter O" | undefined {
  const tokens: Token[] = [];
  next.lastIndex = 0;
  while (next.lastIndex < text.length) {
    const groups = next.exec(text)?.groups;
    if (!groups) return undefined;
    const { number, word, mark, apart } = groups;
    const last = tokens.at(-1);
    const sign = mark === "''" ? '"' : MARKS.get((mark ?? word ?? "").toLowerCase());
    if (number !== undefined) tokens.push(numberOf(number));
    else if (sign !== undefined) {
      if (last?.kind !== "number" || last.mark !== "") return undefined;
      last.mark = sign;
    } else if (word !== undefined) {
      const token = wordOf(word.toLowerCase(), language);
      if (token === undefined || token === "letter O") return token;
      tokens.push(token);
    } else if (apart !== undefined && last && last.kind !== "apart") tokens.push({ kind: "apart" });
  }
  if (tokens.at(-1)?.kind === "apart") tokens.pop();
  return tokens;
}

function numberOf(text: string): NumberToken {
  const plain = text.replace(/[−–]/, "-").replace(",", ".");
  return { kind: "number", value: Number(plain), signed: /^[+-]/.test(plain), whole: !plain.includes("."), mark: "" };
}

/** The tokens of either coordinate. */
function halvesOf(
  tokens: readonly Token[],
): readonly [readonly Token[], readonly Token[]] | "half" | "doubt" | "postcode" {
  const numbers = tokens.filter(({ kind }) => kind === "number") as NumberToken[];
  const at = (kind: Token["kind"]) => tokens.flatMap((token, index) => (token.kind === kind ? [index] : []));
  const [axes, directions, aparts] = [at("axis"), at("direction"), at("apart")];
  const cut = (index: number) => [tokens.slice(0, index), tokens.slice(index)] as const;
  if (numbers.length < 2) return numbers[0]?.whole && Math.abs(numbers[0].value) > 360 ? "postcode" : "half";
  if (axes.length > 0) return axes.length === 2 && axes[0] === 0 ? cut(axes[1] as number) : "doubt";
  if (directions.length > 2) return "doubt";
  if (directions.length === 2) {
    const [first, second] = directions as [number, number];
    return first === 0 ? cut(second) : cut(first + 1);
  }
  if (aparts.length === 1) return cut(aparts[0] as number);
  if (aparts.length > 1) return "doubt";
  const degrees = tokens.flatMap((token, index) => (token.kind === "number" && token.mark === "°" ? [index] : []));
  if (degrees.length === 2) return cut(degrees[1] as number);
  // "52° 30'": every further number is a part of the first.
  if (numbers.slice(1).every(({ mark }) => mark === "'" || mark === '"')) return "half";
  if (![2, 4, 6].includes(numbers.length)) return "doubt";
  const middle = tokens.indexOf(numbers[numbers.length / 2] as NumberToken);
  return cut(
    directions[0] !== undefined && directions[0] === middle - 1 && directions[0] > 0 ? directions[0] + 1 : middle,
  );
}

function joined(first: readonly Token[], second: readonly Token[]): Reading {
  const [one, two] = [angleOf(first), angleOf(second)];
  for (const angle of [one, two]) if ("why" in angle) return { refusal: angle };
  const [a, b] = [one, two] as [Angle, Angle];
  const axis = a.axis ?? (b.axis === "lat" ? "lon" : "lat");
  const other = b.axis ?? (axis === "lat" ? "lon" : "lat");
  if (axis === other) return { refusal: { why: "twice" } };
  return axis === "lat" ? pointOf(a.value, b.value) : pointOf(b.value, a.value);
}

interface Angle {
  readonly value: number;
  readonly axis: Axis | undefined;
}

/** Degrees, minutes and seconds, of which the last may have decimals, with at most one direction. */
function angleOf(tokens: readonly Token[]): Angle | Refusal {
  const numbers = tokens.filter(({ kind }) => kind === "number") as NumberToken[];
  const directions = tokens.flatMap((token) => (token.kind === "direction" ? [token] : []));
  const axes = new Set(
    tokens.flatMap((token) => (token.kind === "direction" || token.kind === "axis" ? [token.axis] : [])),
  );
  const [degrees, minutes, seconds] = numbers;
  if (degrees === undefined) return { why: "half" };
  const isInOrder = numbers.every(({ mark }, index) => mark === "" || mark === ["°", "'", '"'][index]);
  const isWhole = numbers.slice(0, -1).every(({ whole }) => whole);
  const isSigned = numbers.slice(1).some(({ signed }) => signed) || (degrees.signed && directions.length > 0);
  if (numbers.length > 3 || !isInOrder || !isWhole || isSigned || directions.length > 1) return { why: "doubt" };
  if (axes.size > 1) return { why: "twice" };
  for (const part of [minutes, seconds]) if (part && part.value >= 60) return { why: "minutes", value: part.value };
  const size = Math.abs(degrees.value) + (minutes?.value ?? 0) / 60 + (seconds?.value ?? 0) / 3600;
  const isNegative = Object.is(Math.sign(degrees.value), -0) || degrees.value < 0;
  return { value: size * (directions[0]?.sign ?? (isNegative ? -1 : 1)), axis: [...axes][0] };
}

/** Of parameters with both coordinates: Google's and Apple's, Bing's `cp`, OpenStreetMap's `map` with the zoom before them. */
const BOTH = ["q", "query", "ll", "sll", "cp", "center", "coordinate", "destination", "daddr", "near", "viewpoint"];
const PAIR = /^(?:loc:)?(-?\d{1,9}(?:\.\d{1,20})?)[,~ +]{1,3}(-?\d{1,9}(?:\.\d{1,20})?)(?:[^\d.]|$)/;
const ZOOMED = /^\d{1,2}(?:\.\d{1,9})?\/(-?\d{1,9}(?:\.\d{1,20})?)\/(-?\d{1,9}(?:\.\d{1,20})?)$/;
/** Google's: the pin before the middle of the map. */
const PIN = /!3d(-?\d{1,9}(?:\.\d{1,20})?)!4d(-?\d{1,9}(?:\.\d{1,20})?)/;
const MIDDLE = /@(-?\d{1,9}(?:\.\d{1,20})?),(-?\d{1,9}(?:\.\d{1,20})?)(?:,|$)/;
const APART = [
  ["mlat", "mlon"],
  ["lat", "lon"],
  ["lat", "lng"],
  ["latitude", "longitude"],
] as const;
/** Addresses that only their owner can look up. */
const SHORTENED = /^(?:maps\.app\.goo\.gl|goo\.gl|osm\.org|binged\.it|maps\.apple)$/;
const THREE_WORDS = /^(?:\/\/\/)?\p{L}{1,40}\.\p{L}{1,40}\.\p{L}{1,40}$/u;

/** @returns undefined: no link, no code, nor words for a place */
export function readLink(text: string): Reading | undefined {
  const plain = text.trim();
  if (/^geo:/i.test(plain)) return geo(plain);
  const code = ofPlusCode(plain);
  if (code) return code;
  if (THREE_WORDS.test(plain) && !/^www\./i.test(plain)) return { refusal: { why: "three words" } };
  const url = urlOf(plain);
  if (!url) return undefined;
  if (/(?:^|\.)(?:what3words\.com|w3w\.co)$/.test(url.hostname)) return { refusal: { why: "three words" } };
  const found = placeIn(url);
  if (found) return pointOf(found[0], found[1]);
  return { refusal: { why: SHORTENED.test(url.hostname) ? "short link" : "link" } };
}

function urlOf(text: string): URL | undefined {
  const isLink = /^https?:\/\//i.test(text) || /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}\/\S/.test(text);
  if (!isLink || text.length > 8000 || /\s/.test(text)) return undefined;
  try {
    return new URL(/^http/i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
}

function placeIn(url: URL): [number, number] | undefined {
  const path = decoded(url.pathname);
  const hash = url.hash.replace(/^#/, "");
  const parameters = [...url.searchParams, ...new URLSearchParams(hash.replace(/^[/!?]{1,3}/, ""))];
  const given = new Map(parameters.reverse());
  const whole = (pattern: RegExp, text: string | undefined) => pairOf(pattern.exec(text ?? ""));
  return (
    whole(PIN, `${path}${url.search}`) ??
    APART.map(([lat, lon]) => numbersOf(given.get(lat), given.get(lon))).find((pair) => pair !== undefined) ??
    BOTH.map((name) => whole(PAIR, given.get(name))).find((pair) => pair !== undefined) ??
    whole(ZOOMED, given.get("map")) ??
    whole(/^point\.(-?\d{1,9}(?:\.\d{1,20})?)_(-?\d{1,9}(?:\.\d{1,20})?)/, given.get("sp")) ??
    whole(MIDDLE, path) ??
    whole(MIDDLE, hash) ??
    path
      .split("/")
      .map((part) => whole(PAIR, part))
      .find((pair) => pair !== undefined)
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function numbersOf(lat: string | undefined, lon: string | undefined): [number, number] | undefined {
  const isNumber = (text: string | undefined) => /^-?\d{1,9}(?:\.\d{1,20})?$/.test(text ?? "");
  return isNumber(lat) && isNumber(lon) ? [Number(lat), Number(lon)] : undefined;
}

function pairOf(found: RegExpExecArray | null): [number, number] | undefined {
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

/** RFC 5870: `geo:47.4,8.5,430;u=20`; telephones write `geo:0,0?q=47.4,8.5(name)`. */
function geo(text: string): Reading {
  const [position = "", query = ""] = text.slice(4).split("?");
  const asked = PAIR.exec(new URLSearchParams(query).get("q") ?? "");
  const [lat, lon, altitude, ...more] = (position.split(";")[0] ?? "").split(",");
  const pair = pairOf(asked) ?? numbersOf(lat, lon);
  if (!pair || more.length > 0) return { refusal: { why: "half" } };
  const reading = pointOf(pair[0], pair[1]);
  const height = !asked && /^-?\d{1,5}(?:\.\d{1,9})?$/.test(altitude ?? "") ? Number(altitude) : undefined;
  return "point" in reading && height !== undefined ? { point: { ...reading.point, altitude: height } } : reading;
}

/** The digits of a code, https://github.com/google/open-location-code. */
const DIGITS = "23456789CFGHJMPQRVWX";
const PAIRS = [20, 1, 1 / 20, 1 / 400, 1 / 8000] as const;
const FULL = /^[2-9CFGHJMPQRVWX]{8}\+(?:[2-9CFGHJMPQRVWX]{2,7})?$/i;
const SHORT = /^[2-9CFGHJMPQRVWX]{2,6}\+[2-9CFGHJMPQRVWX]{2,7}(?: |,|$)/i;

/** "8FVC9G8F+6X" is a place; "9G8F+6X Zürich" needs another one to be known. @returns undefined: not such a code */
function ofPlusCode(text: string): Reading | undefined {
  if (SHORT.test(text)) return { refusal: { why: "short code" } };
  if (!FULL.test(text)) return undefined;
  const code = text.toUpperCase().replace("+", "");
  const values = [...code].map((digit) => DIGITS.indexOf(digit));
  let [south, west, high, wide] = [-90, -180, 20, 20];
  PAIRS.slice(0, Math.min(5, values.length >> 1)).forEach((size, pair) => {
    south += (values[2 * pair] as number) * size;
    west += (values[2 * pair + 1] as number) * size;
    [high, wide] = [size, size];
  });
  // Each further digit is one of five rows and four columns.
  for (const value of values.slice(10)) {
    [high, wide] = [high / 5, wide / 4];
    south += Math.floor(value / 4) * high;
    west += (value % 4) * wide;
  }
  return pointOf(south + high / 2, west + wide / 2);
}
