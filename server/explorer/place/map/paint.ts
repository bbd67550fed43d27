/** What the map is painted from: land, grid, towns with their names, scale bar and pin. */
import { isDark, themeColour } from "../../chart/picture.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Gazetteer } from "../gazetteer.js";
import type { Town } from "../towns.js";
import { degreesOf } from "../words.js";
import {
  boxOf,
  gridStep,
  inSight,
  type Place,
  pixelOf,
  scaleBar,
  type TilePictures,
  ticksWithin,
  tilesOf,
  type View,
  type World,
} from "./view.js";

type Context = CanvasRenderingContext2D;

/** Pixels of the map for a town. */
const ROOM = 9000;
/** Room beside the buttons for the pin. */
export const TOOLS = { width: 64, height: 180 };
/** Pixels from the pin's middle to its name. */
const PIN = 13;
const FONT = "system-ui, sans-serif";
const widths = new Map<string, number>();

/** @param colours are painted over the land alone */
export function paintLand(
  context: Context,
  view: View,
  world: World,
  colours?: (context: Context, view: View) => void,
) {
  const box = boxOf(view);
  const factor = view.scale * devicePixelRatio;
  const [, top] = pixelOf(view, { lat: 0, lon: 0 });
  const turn = (degrees: number) => {
    const left = (view.width / 2 + (degrees - view.lon) * view.scale) * devicePixelRatio;
    context.setTransform(factor, 0, 0, -factor, left, top * devicePixelRatio);
  };
  const fill = (lines: World["land"], colour: string) => {
    context.fillStyle = themeColour(colour);
    for (const [path, degrees] of inSight(lines, box)) {
      turn(degrees);
      context.fill(path);
    }
  };
  /** In pixels of the page. */
  const flat = (operation: GlobalCompositeOperation, work: () => void) => {
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.globalCompositeOperation = operation;
    work();
    context.globalCompositeOperation = "source-over";
  };
  flat("source-over", () => context.clearRect(0, 0, view.width, view.height));
  fill(world.land, "land");
  if (colours) flat("source-atop", () => colours(context, view));
  fill(world.water, "sea");
  context.lineWidth = 1 / view.scale;
  context.strokeStyle = themeColour("border");
  for (const [path, degrees] of inSight([...world.borders, ...world.land], box)) {
    turn(degrees);
    context.stroke(path);
  }
  context.fillStyle = themeColour("sea");
  flat("destination-over", () => context.fillRect(0, 0, view.width, view.height));
}

export function paintTiles(context: Context, view: View, template: string, pictures: TilePictures): void {
  for (const { url, x, y, size } of tilesOf(view, template, devicePixelRatio)) {
    const picture = pictures.picture(url);
    // A little over the next one: no seams between them.
    if (picture) context.drawImage(picture, x, y, size + 0.5, size + 0.5);
  }
}

/** Lines of latitude and longitude. Returns where their numbers stand. */
export function paintGrid(context: Context, view: View): Area[] {
  const box = boxOf(view);
  const step = gridStep(view);
  context.strokeStyle = themeColour("border");
  context.fillStyle = themeColour("soft");
  context.globalAlpha = 0.35;
  context.lineWidth = 1;
  context.beginPath();
  const columns = ticksWithin(box.west, box.east, step).map((lon) => [lon, (lon - box.west) * view.scale] as const);
  const rows = ticksWithin(box.south, box.north, step).map((lat) => [lat, pixelOf(view, { lat, lon: 0 })[1]] as const);
  for (const [, x] of columns) {
    context.moveTo(x, 0);
    context.lineTo(x, view.height);
  }
  for (const [, y] of rows) {
    context.moveTo(0, y);
    context.lineTo(view.width, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.font = `11px ${FONT}`;
  context.textBaseline = "bottom";
  context.textAlign = "left";
  const numbers: Area[] = [];
  const note = (text: string, x: number, y: number) => {
    write(context, text, x, y);
    numbers.push({ left: x, right: x + context.measureText(text).width, top: y - 12, bottom: y });
  };
  for (const [lon, x] of columns) if (x < view.width - 50) note(degreesOf(lon, "lon", step), x + 3, view.height - 2);
  for (const [lat, y] of rows) if (y > 14 && y < view.height - 40) note(degreesOf(lat, "lat", step), 4, y - 1);
  return numbers;
}

export function paintTowns(
  context: Context,
  view: View,
  gazetteer: Gazetteer,
  place: Place & { readonly name: string },
  numbers: readonly Area[],
): void {
  const font = `12px ${FONT}`;
  context.font = font;
  const towns = gazetteer.within(boxOf(view), Math.round((view.width * view.height) / ROOM) * 2 + 20);
  const nameOf = (town: Town) => gazetteer.nameOf(town);
  const widthOf = (town: Town) => {
    const name = nameOf(town);
    let width = widths.get(name);
    if (width === undefined) {
      width = context.measureText(name).width;
      widths.set(name, width);
    }
    return width;
  };
  const { name } = place;
  const [pinX, pinY] = pixelOf(view, place);
  const bold = `bold 13px ${FONT}`;
  context.font = bold;
  const length = context.measureText(name).width;
  // To the left of the pin where the buttons are on its right.
  const align = pinX + PIN + length < view.width - TOOLS.width ? "left" : "right";
  const textX = align === "left" ? pinX + PIN : pinX - PIN;
  const [left, right] = align === "left" ? [pinX - PIN, textX + length] : [textX - length, pinX + PIN];
  const own = { left, right, top: pinY - 26, bottom: pinY + 3 };
  context.font = font;
  const labels = placeLabels(towns, (town) => pixelOf(view, town), widthOf, view, [
    ...numbers,
    { left: view.width - TOOLS.width, right: view.width, top: 0, bottom: TOOLS.height },
    { left: 0, right: 170, top: view.height - 36, bottom: view.height },
    own,
  ]);
  context.textBaseline = "middle";
  for (const { town, x, y, textX, align } of labels) {
    context.beginPath();
    context.arc(x, y, town.population > 500_000 ? 3.5 : 2.5, 0, 2 * Math.PI);
    context.fillStyle = themeColour("soft");
    context.fill();
    context.fillStyle = themeColour("ink");
    context.textAlign = align;
    write(context, nameOf(town), textX, y);
  }
  context.font = bold;
  context.textAlign = align;
  context.fillStyle = themeColour("ink");
  write(context, name, textX, pinY - 14);
}

/** With a rim in the colour of the land, so that lines do not cross it. */
function write(context: Context, text: string, x: number, y: number): void {
  context.strokeStyle = themeColour("land");
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

export function paintBar(context: Context, view: View): void {
  const { km, pixels } = scaleBar(view);
  const [x, y] = [10, view.height - 22];
  const t = texts().place;
  context.strokeStyle = themeColour("ink");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x, y);
  context.lineTo(x + pixels, y);
  context.lineTo(x + pixels, y - 5);
  context.stroke();
  context.font = `11px ${FONT}`;
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.fillStyle = themeColour("ink");
  write(context, km < 1 ? t.metres(figure(km * 1000)) : t.kilometres(figure(km)), x + 5, y - 4);
}

/** Where Enter chooses, while the map has the keyboard. */
export function paintCross(context: Context, view: View): void {
  const [x, y] = [view.width / 2, view.height / 2];
  context.strokeStyle = themeColour("ink");
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - 9, y);
  context.lineTo(x + 9, y);
  context.moveTo(x, y - 9);
  context.lineTo(x, y + 9);
  context.stroke();
}

export function paintCell(context: Context, view: View, cell: Place): void {
  const [x, y] = pixelOf(view, cell);
  context.strokeStyle = themeColour("accent");
  context.lineWidth = 2;
  context.strokeRect(x - 8, y - 8, 16, 16);
}

/** A drop whose tip is the place. */
export function paintPin(context: Context, view: View, place: Place): void {
  const [x, y] = pixelOf(view, place);
  context.beginPath();
  context.moveTo(x, y);
  context.bezierCurveTo(x - 3, y - 7, x - 9, y - 9, x - 9, y - 16);
  context.arc(x, y - 16, 9, Math.PI, 0);
  context.bezierCurveTo(x + 9, y - 9, x + 3, y - 7, x, y);
  context.fillStyle = isDark() ? "#ff8c42" : "#d03a00";
  context.fill();
  context.strokeStyle = "#ffffff";
  context.lineWidth = 1.5;
  context.stroke();
  context.beginPath();
  context.arc(x, y - 16, 3, 0, 2 * Math.PI);
  context.fillStyle = "#ffffff";
  context.fill();
}

/* Names of towns: the largest first, and none over another. */

interface Label {
  readonly town: Town;
  /** Of the town. */
  readonly x: number;
  readonly y: number;
  /** Of the name, which begins there and is centred vertically, or ends there. */
  readonly textX: number;
  readonly align: "left" | "right";
}

/** Pixels. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels from a town to its name, half the height of a line, and around both. */
const GAP = 6;
const HALF = 8;
const AROUND = 4;

/**
 * @param towns the most important first
 * @param blocked areas without names: buttons, the pin
 * @param widthOf pixels of a town's name
 */
export function placeLabels(
  towns: readonly Town[],
  pixelOf: (town: Town) => readonly [number, number],
  widthOf: (town: Town) => number,
  size: { readonly width: number; readonly height: number },
  blocked: readonly Area[],
): Label[] {
  const taken = [...blocked];
  const labels: Label[] = [];
  for (const town of towns) {
    const [x, y] = pixelOf(town);
    const width = widthOf(town);
    const found = (["left", "right"] as const)
      .map((align) => ({ align, area: areaOf(x, y, width, align) }))
      .find(({ area }) => isInside(area, size) && !taken.some((other) => meets(area, other)));
    if (!found) continue;
    taken.push(found.area);
    labels.push({ town, x, y, align: found.align, textX: found.align === "left" ? x + GAP : x - GAP });
  }
  return labels;
}

/** Of a town with its name at one side. */
function areaOf(x: number, y: number, width: number, align: Label["align"]): Area {
  const [before, after] = align === "left" ? [GAP, GAP + width] : [GAP + width, GAP];
  return { left: x - before, right: x + after, top: y - HALF, bottom: y + HALF };
}

function isInside({ left, right, top, bottom }: Area, { width, height }: { width: number; height: number }): boolean {
  return left >= 0 && right <= width && top >= 0 && bottom <= height;
}

function meets(a: Area, b: Area): boolean {
  return a.left < b.right + AROUND && b.left < a.right + AROUND && a.top < b.bottom && b.top < a.bottom;
}
