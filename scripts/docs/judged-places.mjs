// The places where the climatology of a bare place was judged, each by fields that had not seen it, and the stations of minutes:
// read from the study's own table (research/world-climate.md) and from research/lib/stations.json, so that nobody copies figures.
import { readFileSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);
const STUDY = "research/world-climate.md";
/** The table of the places as they were judged in the end, with the year's error before and after. */
const HEAD = "| place | °N | °E | GHI kWh/m² | year %, before | year % | months %, before | months % |";
/** Files of places within so many degrees are one place: the rule of research/fit-expected-error.mjs. */
const NEAR = 0.5;
/** Places within so many kilometres share their weather, so that chance draws them together: the same study's CLUSTER. */
const SHARED = 300;
const DRAWS = 4000;
const EARTH_RADIUS = 6371;

/**
 * @returns {{ name: string, latitude: number, longitude: number, year: number, months: number }[]} the errors in percent: the year's GHI, and
 *   the months' (rms, of the year's mean)
 * @throws Error if the study has lost its table
 */
export function judgedPlaces() {
  const lines = readFileSync(new URL(STUDY, ROOT), "utf8").split("\n");
  const head = lines.indexOf(HEAD);
  if (head < 0) throw new Error(`${STUDY} has lost the table "${HEAD}"`);
  const end = lines.findIndex((line, i) => i > head && !line.startsWith("|"));
  return joined(lines.slice(head + 2, end).map(placeOf));
}

function placeOf(line) {
  const cells = line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
  const [latitude, longitude, , , year, , months] = cells.slice(1).map((cell) => Number(cell.replace("−", "-")));
  const place = { name: cells[0], latitude, longitude, year, months };
  const wrong = Object.values(place).some((value) => Number.isNaN(value) || value === undefined);
  if (wrong) throw new Error(`${STUDY}: no place can be read from "${line}"`);
  return place;
}

/** One place for all the files of it: their mean errors under the first one's name. */
function joined(files) {
  const groups = [];
  for (const file of files) {
    const group = groups.find(
      ([first]) => Math.abs(first.latitude - file.latitude) < NEAR && Math.abs(first.longitude - file.longitude) < NEAR,
    );
    if (group) group.push(file);
    else groups.push([file]);
  }
  const meanOf = (group, name) => group.reduce((sum, file) => sum + file[name], 0) / group.length;
  return groups.map((group) => ({
    ...group[0],
    year: round(meanOf(group, "year")),
    months: round(meanOf(group, "months")),
  }));
}

const round = (percent) => Math.round(10 * percent) / 10;

/** @returns {{ name: string, latitude: number, longitude: number }[]} */
export function stations() {
  const list = JSON.parse(readFileSync(new URL("research/lib/stations.json", ROOT), "utf8"));
  return list.map(({ name, at: [latitude, longitude] }) => ({ name, latitude, longitude }));
}

export const rmsOf = (values) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

/**
 * Between which the rms of the year's errors would lie 19 times of 20, had other places been judged: whole neighbourhoods are drawn
 * with replacement, because Germany's fifteen places know little more than one.
 *
 * @returns {[low: number, high: number]} percent
 */
export function limitsOf(places) {
  const neighbourhoods = [];
  for (const place of places) {
    const own = neighbourhoods.find(([first]) => kilometres(first, place) < SHARED);
    if (own) own.push(place);
    else neighbourhoods.push([place]);
  }
  const random = generator(1);
  const drawn = Array.from({ length: DRAWS }, () => {
    const chosen = neighbourhoods.flatMap(() => neighbourhoods[Math.floor(random() * neighbourhoods.length)]);
    return rmsOf(chosen.map(({ year }) => year));
  }).sort((a, b) => a - b);
  return [drawn[Math.floor(0.025 * DRAWS)], drawn[Math.floor(0.975 * DRAWS)]];
}

/** The same numbers on every run (Park & Miller 1988). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Along the great circle, on a sphere. */
function kilometres(one, other) {
  const [a, b] = [one.latitude, other.latitude].map((degrees) => (degrees * Math.PI) / 180);
  const across = ((other.longitude - one.longitude) * Math.PI) / 180;
  const chord = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(chord, 1)));
}
