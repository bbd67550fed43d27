/** A place from a pasted link of a map service, a geo: address, or an open location code (plus code). */
import { pointOf, type Reading } from "./point.js";

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
