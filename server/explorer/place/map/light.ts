/** Light and yield of the world, from the embedded climatology: as colours over the land, with what they mean, and as a table. */
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, h, smallTable } from "../../view.js";
import { gazetteer } from "../gazetteer.js";
import { placeName } from "../words.js";
import { type Place, placeOf, type View } from "./view.js";
import { WORLD } from "./world-light.generated.js";

type Kind = "light" | "yield";

interface Found {
  /** kWh a year: of 1 kWp, or on a square metre of level ground. */
  readonly value: number;
  /** Eight of ten years, or places, lie within so much of it. */
  readonly percent: number;
}

const COLUMNS = 360;
/** Towns of the table, the largest of the world. */
const TOWNS = 30;
/** Viridis: its lightness rises all the way, so that it is read with any eyes, and on paper without colours. */
const COLOURS = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];
/** Where one colour ends and the next begins. */
const BOUNDS: { readonly [kind in Kind]: readonly number[] } = {
  yield: [600, 800, 1000, 1200, 1400, 1600, 1800, 2000],
  light: [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200],
};
/** Pixels of the page for one that is computed. */
const COARSE = 2;

/** What the map has at a place, between the whole degrees around it; undefined at sea and beyond the map. */
export function lightAt(kind: Kind, { lat, lon }: Place): Found | undefined {
  const { step, values, percent } = WORLD[kind];
  const [south, west] = [Math.floor(lat), Math.floor(lon)];
  let [weights, value, within] = [0, 0, 0];
  for (const [y, x, weight] of [
    [south, west, (1 - lat + south) * (1 - lon + west)],
    [south, west + 1, (1 - lat + south) * (lon - west)],
    [south + 1, west, (lat - south) * (1 - lon + west)],
    [south + 1, west + 1, (lat - south) * (lon - west)],
  ] as const) {
    const index = (WORLD.north - y) * COLUMNS + ((x + 180 + COLUMNS) % COLUMNS);
    if (y > WORLD.north || y < WORLD.south || values[index] === " ") continue;
    weights += weight;
    value += weight * digitAt(values, index) * step;
    within += weight * digitAt(percent, index);
  }
  return weights > 0.01 ? { value: value / weights, percent: within / weights } : undefined;
}

/** As scripts/explorer/world-light.mjs packs them: characters 35 to 125 without 92. */
function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 92 ? code - 35 : code - 36;
}

export function colourOf(kind: Kind, value: number): string {
  return COLOURS[BOUNDS[kind].filter((bound) => value >= bound).length] as string;
}

const board = typeof document === "undefined" ? undefined : document.createElement("canvas");

/** Over all that is in sight. */
export function paintLight(context: CanvasRenderingContext2D, view: View, kind: Kind): void {
  if (!board) return;
  const [width, height] = [Math.ceil(view.width / COARSE), Math.ceil(view.height / COARSE)];
  Object.assign(board, { width, height });
  const pen = board.getContext("2d") as CanvasRenderingContext2D;
  const longitudes = Array.from({ length: width }, (_, x) => placeOf(view, COARSE * (x + 0.5), 0).lon);
  for (let y = 0; y < height; y++) {
    const { lat } = placeOf(view, 0, COARSE * (y + 0.5));
    let [colour, from] = ["", 0];
    for (let x = 0; x <= width; x++) {
      const found = x < width ? lightAt(kind, { lat, lon: longitudes[x] as number }) : undefined;
      const next = found ? colourOf(kind, found.value) : "";
      if (next === colour && x < width) continue;
      pen.fillStyle = colour;
      if (colour !== "") pen.fillRect(from, y, x - from, 1);
      [colour, from] = [next, x];
    }
  }
  context.drawImage(board, 0, 0, width * COARSE, height * COARSE);
}

/** What the colours mean, what the place of the page has, how sure that is, and the same of towns. */
export function explained(store: Store, kind: Kind, choose: (place: Place) => void): Child {
  const t = texts().place.colours;
  const { state } = store;
  const found = lightAt(kind, state);
  const [rms, worst] = [figure(WORLD.apart.rms, 1), figure(WORLD.apart.worst)];
  return h(
    "div.light-explained",
    legend(kind),
    h("p.light-here", found ? t.here[kind](placeName(state), ...wordsOf(found)) : t.nothing(placeName(state))),
    h("p.hint", t.about[kind], " ", t.between(rms, worst)),
    h("details.group", h("summary", t.table), townTable(choose)),
  );
}

/** To tens, as exact as the map is. */
function wordsOf({ value, percent }: Found): [value: string, percent: string] {
  return [figure(10 * Math.round(value / 10)), figure(percent)];
}

function legend(kind: Kind): Child {
  const t = texts().place.colours;
  const bounds = BOUNDS[kind].map((bound) => figure(bound));
  const words = COLOURS.map((_, k) => {
    if (k === 0) return t.below(bounds[0] as string);
    return k === bounds.length ? t.above(bounds[k - 1] as string) : `${bounds[k - 1]}–${bounds[k]}`;
  });
  const swatch = (fill: string | undefined) =>
    h("svg", { viewBox: "0 0 28 14", "aria-hidden": "true" }, h("rect", { width: 28, height: 14, fill }));
  return h(
    "div.map-legend",
    h("p", t.units[kind]),
    h(
      "ul",
      words.map((word, k) => h("li", { key: k }, swatch(COLOURS[k]), word)),
    ),
  );
}

/** The same without a map: towns to choose, with both numbers. */
function townTable(choose: (place: Place) => void): Child {
  const t = texts().place.colours;
  const all = { south: WORLD.south, north: WORLD.north, west: -180, east: 180 };
  const rows = gazetteer()
    .within(all, TOWNS)
    .map((town) => {
      const of = (kind: Kind) => {
        const found = lightAt(kind, town);
        return found ? wordsOf(found) : ["–", "–"];
      };
      const [[energy, ofYears], [light, ofPlaces]] = [of("yield"), of("light")];
      return [button(gazetteer().nameOf(town), () => choose(town)), energy, `±${ofYears}`, light, `±${ofPlaces}`];
    });
  return smallTable({ label: t.table, head: [...t.columns], rows });
}
