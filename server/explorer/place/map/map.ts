/**
 * A map of the world on a canvas: a click is a place. Drag, two fingers, buttons and keys move and zoom it, and the wheel once it
 * was clicked; a page that is scrolled past it, by wheel or one finger, leaves it as it is.
 */
import world from "virtual:outlines/world";
import { themeColour } from "../../chart/picture.js";
import { button, h, touchMode } from "../../dom.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { type Gazetteer, gazetteer } from "../gazetteer.js";
import {
  paintBar,
  paintCell,
  paintCross,
  paintGrid,
  paintLand,
  paintPin,
  paintTiles,
  paintTowns,
  TOOLS,
} from "./paint.js";
import {
  dragged,
  held,
  type Outlines,
  type Place,
  pixelOf,
  placeOf,
  TilePictures,
  type TileSource,
  tileSource,
  type View,
  type World,
  worldOf,
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
    this.canvas = h("canvas.map", { tabindex: 0, role: "application", "aria-label": t.mapLabel });
    this.touch = touchMode(this.canvas, "✥", t.mapTools.touch);
    const tool = (label: string, name: string, act: () => void) =>
      button(label, act, { title: name, "aria-label": name });
    const tools = h(
      "div.map-tools",
      tool("+", t.mapTools.in, () => this.zoom(2)),
      tool("−", t.mapTools.out, () => this.zoom(0.5)),
      tool("◎", t.mapTools.show, () => this.centre()),
      this.touch.button,
    );
    const credit = parts.tiles && h("p.map-credit", parts.tiles.attribution);
    this.element = h("div.map-frame", this.canvas, tools, credit);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.hear();
    this.hearFingers();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    store.onChange((state, before) => this.follow(state, before));
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
    const { view, parts, store } = this;
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const density = devicePixelRatio;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.fillStyle = themeColour("sea");
    context.fillRect(0, 0, view.width, view.height);
    paintLand(context, view, (view.scale >= CLOSE && this.close) || this.world);
    context.setTransform(density, 0, 0, density, 0, 0);
    if (parts.tiles) paintTiles(context, view, parts.tiles.tiles, this.pictures);
    else paintTowns(context, view, parts.gazetteer, store.state, paintGrid(context, view));
    paintBar(context, view);
    if (this.canvas.matches(":focus-visible")) paintCross(context, view);
    if (this.cell) paintCell(context, view, this.cell);
    paintPin(context, view, store.state);
  }
}
