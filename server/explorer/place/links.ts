/** A place from a pasted link of a map service, or from a geo: address. */
import { pointOf, type Reading } from "./coordinates.js";

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

/** @returns undefined: no link, nor words for a place */
export function readLink(text: string): Reading | undefined {
  const plain = text.trim();
  if (/^geo:/i.test(plain)) return geo(plain);
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
