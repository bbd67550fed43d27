/**
 * A map of the world on a canvas: a click is a place. Drag, two fingers, buttons and keys move and zoom it, and the wheel once it
 * was clicked; a page that is scrolled past it, by wheel or one finger, leaves it as it is.
 */
import world from "virtual:outlines/world";
import { isDark, themeColour } from "../../chart/colours.js";
import { h } from "../../dom.js";
import type { State, Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { touchMode } from "../../touch.js";
import { gazetteer } from "../find.js";
import type { Gazetteer } from "../gazetteer.js";
import type { Town } from "../towns.js";
import { degreesOf } from "../words.js";
import { type Area, placeLabels } from "./labels.js";
import { inSight, type Outlines, type World, worldOf } from "./lines.js";
import { TilePictures, type TileSource, tileSource, tilesOf } from "./tiles.js";
import {
  boxOf,
  dragged,
  gridStep,
  held,
  type Place,
  pixelOf,
  placeOf,
  scaleBar,
  ticksWithin,
  type View,
  zoomed,
} from "./view.js";

/** Pixels that a pointer may move and still click. */
const STILL = 4;
/** Pixels for a degree: of the first view, of a place that was looked for, and the most, with pictures of a map service. */
const FIRST_SCALE = 40;
const FOUND_SCALE = 250;
const LARGEST = 6000;
const LARGEST_WITH_TILES = 200_000;
const KEY_PAN = 60;
/** From here the finer coasts are drawn, and towns of the smaller sets. */
const CLOSE = 50;
const SETS = [
  [60, 2],
  [400, 3],
] as const;
/** Pixels of the map for a town; room beside the buttons for the pin. */
const ROOM = 9000;
const TOOLS = { width: 64, height: 180 };
/** Pixels from the pin's middle to its name. */
const PIN = 13;
const FONT = "system-ui, sans-serif";

interface MapParts {
  readonly gazetteer: Gazetteer;
  /** undefined: no map service. */
  readonly tiles: TileSource | undefined;
  readonly world: Outlines;
  close(): Promise<Outlines>;
  /** Somebody chose a place. */
  choose(place: Place): void;
}

/** With all that it is drawn from: loaded when it is opened. */
export async function openWorldMap(store: Store, choose: (place: Place) => void): Promise<WorldMap> {
  return new WorldMap(store, {
    world,
    choose,
    gazetteer: gazetteer(),
    tiles: await tileSource(),
    close: async () => (await import("virtual:outlines/close")).default,
  });
}

class WorldMap {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly store: Store;
  private readonly parts: MapParts;
  private readonly touch;
  private readonly pictures = new TilePictures(() => this.draw());
  private readonly largest: number;
  private readonly widths = new Map<string, number>();
  private readonly world: World;
  private close: World | undefined;
  private isClose = false;
  private view: View;
  private cell: Place | undefined;
  private frame = 0;
  private isOwnChoice = false;

  constructor(store: Store, parts: MapParts) {
    const t = texts().place;
    this.store = store;
    this.parts = parts;
    this.world = worldOf(parts.world);
    this.largest = parts.tiles ? LARGEST_WITH_TILES : LARGEST;
    const { lat, lon } = store.state;
    this.view = { lat, lon, scale: FIRST_SCALE, width: 0, height: 0 };
    this.canvas = h("canvas", { class: "map", tabindex: 0, role: "application", "aria-label": t.mapLabel });
    this.touch = touchMode(this.canvas, "✥", t.mapTools.touch);
    const tool = (label: string, name: string, act: () => void) =>
      h("button", { type: "button", title: name, "aria-label": name, onclick: act }, label);
    const tools = h(
      "div",
      { class: "map-tools" },
      tool("+", t.mapTools.in, () => this.zoom(2)),
      tool("−", t.mapTools.out, () => this.zoom(0.5)),
      tool("◎", t.mapTools.show, () => this.centre()),
      this.touch.button,
    );
    const credit = parts.tiles && h("p", { class: "map-credit" }, parts.tiles.attribution);
    this.element = h("div", { class: "map-frame" }, this.canvas, tools, credit);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.hear();
    this.hearFingers();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    store.subscribe((state, before) => this.follow(state, before));
    void parts.gazetteer.open().then(() => this.draw());
  }

  /** The cell of the source that the values come from. */
  mark(cell: Place | undefined): void {
    this.cell = cell;
    this.draw();
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  /** A place that was chosen elsewhere comes into the middle; one that was clicked stays where it is, clear of the buttons. */
  private follow(state: State, before: State): void {
    if (state.theme !== before.theme) this.draw();
    if (state.lat === before.lat && state.lon === before.lon) return;
    this.cell = undefined;
    if (this.isOwnChoice) this.clear();
    else this.show({ ...this.view, lat: state.lat, lon: state.lon, scale: Math.max(FOUND_SCALE, this.view.scale) });
  }

  /** The pin out from under the buttons. */
  private clear(): void {
    const [x, y] = pixelOf(this.view, this.store.state);
    const isUnder = x > this.view.width - TOOLS.width && y < TOOLS.height;
    this.show(isUnder ? dragged(this.view, this.view.width - TOOLS.width - x, 0) : this.view);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0) return;
    const isFirst = this.view.width === 0;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    this.show({ ...this.view, width, height });
    if (isFirst) this.clear();
  }

  private show(view: View): void {
    this.view = held(view, this.largest);
    this.loadFiner();
    this.draw();
  }

  private loadFiner(): void {
    const { scale } = this.view;
    if (scale >= CLOSE && !this.isClose && !this.parts.tiles) {
      this.isClose = true;
      const close = this.parts.close().then((outlines) => {
        this.close = worldOf(outlines);
        this.draw();
      });
      close.catch(() => {
        this.isClose = false;
      });
    }
    const sets = SETS.findLast(([from]) => scale >= from)?.[1] ?? 1;
    if (!this.parts.gazetteer.has(sets))
      this.parts.gazetteer.open(sets).then(
        () => this.draw(),
        () => {},
      );
  }

  private zoom(factor: number, at: readonly [number, number] = [this.view.width / 2, this.view.height / 2]): void {
    this.show(zoomed(this.view, factor, at, this.largest));
  }

  private centre(): void {
    const { lat, lon } = this.store.state;
    this.show({ ...this.view, lat, lon, scale: Math.max(this.view.scale, FOUND_SCALE) });
  }

  private choose({ lat, lon }: Place): void {
    // As many digits as a pixel is worth.
    const digits = Math.min(5, Math.max(1, Math.ceil(Math.log10(this.view.scale))));
    this.isOwnChoice = true;
    this.parts.choose({ lat: Number(lat.toFixed(digits)), lon: Number(lon.toFixed(digits)) });
    this.isOwnChoice = false;
  }

  private pixel(event: { readonly clientX: number; readonly clientY: number }): readonly [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private hear(): void {
    const { canvas } = this;
    let start: { x: number; y: number; view: View } | undefined;
    let moved = false;
    canvas.addEventListener("pointerdown", (event) => {
      start = { x: event.clientX, y: event.clientY, view: this.view };
      // A second finger makes it no click.
      moved = !event.isPrimary;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!start || !event.isPrimary) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.hypot(dx, dy) > STILL) moved = true;
      if (moved && this.touch.takes(event)) this.show(dragged({ ...start.view, scale: this.view.scale }, dx, dy));
    });
    canvas.addEventListener("pointerup", (event) => {
      if (start && !moved) this.choose(placeOf(this.view, ...this.pixel(event)));
      start = undefined;
    });
    canvas.addEventListener("pointercancel", () => {
      start = undefined;
    });
    canvas.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.press(event));
    for (const name of ["focus", "blur"]) canvas.addEventListener(name, () => this.draw());
  }

  private turnWheel(event: WheelEvent): void {
    if (document.activeElement !== this.canvas && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(2 ** (-event.deltaY / 300), this.pixel(event));
  }

  /** Two fingers move and zoom the map, where one scrolls the page. */
  private hearFingers(): void {
    let before: { readonly middle: readonly [number, number]; readonly apart: number } | undefined;
    const read = ({ touches }: TouchEvent) => {
      const [a, b] = [touches[0], touches[1]];
      if (!a || !b || touches.length !== 2) return undefined;
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      return { middle: this.pixel(middle), apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    };
    const start = (event: TouchEvent) => {
      before = read(event);
      if (before) event.preventDefault();
    };
    const move = (event: TouchEvent) => {
      const now = read(event);
      if (!now || !before) return;
      event.preventDefault();
      const [dx, dy] = [now.middle[0] - before.middle[0], now.middle[1] - before.middle[1]];
      this.show(zoomed(dragged(this.view, dx, dy), now.apart / Math.max(1, before.apart), now.middle, this.largest));
      before = now;
    };
    this.canvas.addEventListener("touchstart", start, { passive: false });
    this.canvas.addEventListener("touchmove", move, { passive: false });
    this.canvas.addEventListener("touchend", (event) => {
      before = read(event);
    });
  }

  private press(event: KeyboardEvent): void {
    const actions: { readonly [key: string]: () => void } = {
      ArrowUp: () => this.show(dragged(this.view, 0, KEY_PAN)),
      ArrowDown: () => this.show(dragged(this.view, 0, -KEY_PAN)),
      ArrowLeft: () => this.show(dragged(this.view, KEY_PAN, 0)),
      ArrowRight: () => this.show(dragged(this.view, -KEY_PAN, 0)),
      "+": () => this.zoom(2),
      "-": () => this.zoom(0.5),
      Enter: () => this.choose(this.view),
    };
    const action = event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private paint(): void {
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const density = devicePixelRatio;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.fillStyle = themeColour("sea");
    context.fillRect(0, 0, this.view.width, this.view.height);
    this.paintLand(context);
    context.setTransform(density, 0, 0, density, 0, 0);
    if (this.parts.tiles) this.paintTiles(context, this.parts.tiles.tiles);
    else this.paintTowns(context, this.paintGrid(context));
    this.paintBar(context);
    this.paintCross(context);
    if (this.cell) this.paintCell(context, this.cell);
    this.paintPin(context);
  }

  private paintLand(context: CanvasRenderingContext2D): void {
    const { view } = this;
    const world = (view.scale >= CLOSE && this.close) || this.world;
    const box = boxOf(view);
    const factor = view.scale * devicePixelRatio;
    const [, top] = pixelOf(view, { lat: 0, lon: 0 });
    const turn = (degrees: number) => {
      const left = (view.width / 2 + (degrees - view.lon) * view.scale) * devicePixelRatio;
      context.setTransform(factor, 0, 0, -factor, left, top * devicePixelRatio);
    };
    for (const [lines, colour] of [
      [world.land, "land"],
      [world.water, "sea"],
    ] as const) {
      context.fillStyle = themeColour(colour);
      for (const [path, degrees] of inSight(lines, box)) {
        turn(degrees);
        context.fill(path);
      }
    }
    context.lineWidth = 1 / view.scale;
    context.strokeStyle = themeColour("border");
    for (const [path, degrees] of inSight([...world.borders, ...world.land], box)) {
      turn(degrees);
      context.stroke(path);
    }
  }

  private paintTiles(context: CanvasRenderingContext2D, template: string): void {
    for (const { url, x, y, size } of tilesOf(this.view, template, devicePixelRatio)) {
      const picture = this.pictures.picture(url);
      // A little over the next one: no seams between them.
      if (picture) context.drawImage(picture, x, y, size + 0.5, size + 0.5);
    }
  }

  /** Lines of latitude and longitude. Returns where their numbers stand. */
  private paintGrid(context: CanvasRenderingContext2D): Area[] {
    const { view } = this;
    const box = boxOf(view);
    const step = gridStep(view);
    context.strokeStyle = themeColour("border");
    context.fillStyle = themeColour("soft");
    context.globalAlpha = 0.35;
    context.lineWidth = 1;
    context.beginPath();
    const columns = ticksWithin(box.west, box.east, step).map((lon) => [lon, (lon - box.west) * view.scale] as const);
    const rows = ticksWithin(box.south, box.north, step).map(
      (lat) => [lat, pixelOf(view, { lat, lon: 0 })[1]] as const,
    );
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
    const write = (text: string, x: number, y: number) => {
      this.write(context, text, x, y);
      numbers.push({ left: x, right: x + context.measureText(text).width, top: y - 12, bottom: y });
    };
    for (const [lon, x] of columns) if (x < view.width - 50) write(degreesOf(lon, "lon", step), x + 3, view.height - 2);
    for (const [lat, y] of rows) if (y > 14 && y < view.height - 40) write(degreesOf(lat, "lat", step), 4, y - 1);
    return numbers;
  }

  private paintTowns(context: CanvasRenderingContext2D, numbers: readonly Area[]): void {
    const { view, parts } = this;
    const font = `12px ${FONT}`;
    context.font = font;
    const towns = parts.gazetteer.within(boxOf(view), Math.round((view.width * view.height) / ROOM) * 2 + 20);
    const nameOf = (town: Town) => parts.gazetteer.nameOf(town);
    const widthOf = (town: Town) => {
      const name = nameOf(town);
      let width = this.widths.get(name);
      if (width === undefined) {
        width = context.measureText(name).width;
        this.widths.set(name, width);
      }
      return width;
    };
    const { name } = this.store.state;
    const [pinX, pinY] = pixelOf(view, this.store.state);
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
      this.write(context, nameOf(town), textX, y);
    }
    context.font = bold;
    context.textAlign = align;
    context.fillStyle = themeColour("ink");
    this.write(context, name, textX, pinY - 14);
  }

  /** With a rim in the colour of the land, so that lines do not cross it. */
  private write(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
    context.strokeStyle = themeColour("land");
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }

  private paintBar(context: CanvasRenderingContext2D): void {
    const { km, pixels } = scaleBar(this.view);
    const [x, y] = [10, this.view.height - 22];
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
    this.write(context, km < 1 ? t.metres(figure(km * 1000)) : t.kilometres(figure(km)), x + 5, y - 4);
  }

  /** Where Enter chooses, while the map has the keyboard. */
  private paintCross(context: CanvasRenderingContext2D): void {
    if (!this.canvas.matches(":focus-visible")) return;
    const [x, y] = [this.view.width / 2, this.view.height / 2];
    context.strokeStyle = themeColour("ink");
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x - 9, y);
    context.lineTo(x + 9, y);
    context.moveTo(x, y - 9);
    context.lineTo(x, y + 9);
    context.stroke();
  }

  private paintCell(context: CanvasRenderingContext2D, cell: Place): void {
    const [x, y] = pixelOf(this.view, cell);
    context.strokeStyle = themeColour("accent");
    context.lineWidth = 2;
    context.strokeRect(x - 8, y - 8, 16, 16);
  }

  /** A drop whose tip is the place. */
  private paintPin(context: CanvasRenderingContext2D): void {
    const [x, y] = pixelOf(this.view, this.store.state);
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
}
