/** Light and yield of the world, from the embedded climatology: as colours over the land, with what they mean, and as a table. */
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, h, smallTable } from "../../view.js";
import { gazetteer } from "../gazetteer.js";
import { placeName } from "../words.js";
import { type Place, placeOf, type View } from "./view.js";
import { WORLD } from "./world-light.generated.js";
import { BOUNDS, COLOURS, colourOf, type Found, type Kind, lightAt } from "./world-light.js";

/** Towns of the table, the largest of the world. */
const TOWNS = 30;
/** Pixels of the page for one that is computed. */
const COARSE = 2;

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
