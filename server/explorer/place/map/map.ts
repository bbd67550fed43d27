/**
 * A map of the world on a canvas: a click is a place. Drag, two fingers, buttons and keys move and zoom it, and the wheel once it
 * was clicked; a page that is scrolled past it, by wheel or one finger, leaves it as it is.
 */
import world from "virtual:outlines/world";
import { effect, signal } from "@preact/signals";
import { isDark } from "../../chart/picture.js";
import type { Page } from "../../request/questions.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { button, h, part, type View as Seen } from "../../view.js";
import { gazetteer } from "../gazetteer.js";
import { loadTowns } from "../known-towns.js";
import * as paint from "./paint.js";
import type { Place, TileSource, View, World } from "./view.js";
import * as views from "./view.js";

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

type Choose = (place: Place) => void;

/** With all that it is drawn from: loaded when it is opened. */
export async function openWorldMap({ store, series }: Page, choose: Choose): Promise<Seen> {
  const t = texts().place;
  const [tiles] = await Promise.all([views.tileSource(), loadTowns()]);
  const map = new WorldMap(store, choose, tiles);
  effect(() => map.mark(series.answer?.sources[0]?.cell));
  const colours = lightOf(store, map, choose);
  return () => [map.seen(), part(colours), h("p.hint", t.mapHint)];
}

/** The colours of light or yield over the land, and what they mean. */
function lightOf(store: Store, map: WorldMap, choose: Choose): Seen {
  const t = texts().place;
  const loaded = signal<typeof import("./light.js")>();
  const failed = signal(false);
  effect(() => {
    const kind = store.state.map;
    if (kind === "closed" || kind === "plain") return map.colour(undefined);
    if (loaded.value) return map.colour((context, view) => loaded.value?.paintLight(context, view, kind));
    import("./light.js").then(
      (module) => (loaded.value = module),
      () => (failed.value = true),
    );
  });
  return () => {
    const { map: kind } = store.state;
    const choices = (["plain", "yield", "light"] as const).map((one) =>
      button(t.colours[one], () => store.set({ map: one }), { key: one, "aria-pressed": String(kind === one) }),
    );
    return h(
      "div.map-light",
      h("div.presets", { role: "group", "aria-label": t.colours.label }, t.colours.label, " ", choices),
      failed.value && h("p.problem", texts().common.unopened),
      (kind === "yield" || kind === "light") && loaded.value?.explained(store, kind, choose),
    );
  };
}

class WorldMap {
  private canvas: HTMLCanvasElement | undefined;
  private readonly store: Store;
  private readonly goTo: Choose;
  /** undefined: no map service. */
  private readonly tiles: TileSource | undefined;
  private readonly isTouched = signal(false);
  private readonly hands = this.handlers();
  private readonly pictures = new views.TilePictures(() => this.draw());
  private readonly largest: number;
  private readonly world = views.worldOf(world);
  private close: World | undefined;
  private isClose = false;
  private view: View;
  private cell: Place | undefined;
  private coloured: ((context: CanvasRenderingContext2D, view: View) => void) | undefined;
  private frame = 0;
  private isOwnChoice = false;

  constructor(store: Store, goTo: Choose, tiles: TileSource | undefined) {
    this.store = store;
    this.goTo = goTo;
    this.tiles = tiles;
    this.largest = tiles ? LARGEST_WITH_TILES : LARGEST;
    const { lat, lon } = store.state;
    this.view = { lat, lon, scale: FIRST_SCALE, width: 0, height: 0 };
    store.onChange((state, before) => this.follow(state, before));
    effect(() => {
      void isDark();
      void gazetteer().has(1);
      this.draw();
    });
  }

  seen() {
    const { mapLabel, mapTools: t } = texts().place;
    const tool = (label: string, name: string, act: () => void, more = {}) =>
      button(label, act, { title: name, "aria-label": name, ...more });
    const touched = this.isTouched.value;
    return h(
      "div.map-frame",
      h("canvas.map.touchable", {
        ...{ tabindex: 0, role: "application", "aria-label": mapLabel, class: touched ? "touched" : "" },
        ...{ ref: this.stand, ...this.hands },
      }),
      h(
        "div.map-tools",
        tool("+", t.in, () => this.zoom(2)),
        tool("−", t.out, () => this.zoom(0.5)),
        tool("◎", t.show, () => this.centre()),
        tool("✥", t.touch, () => (this.isTouched.value = !touched), {
          class: "touch-mode",
          "aria-pressed": String(touched),
        }),
      ),
      this.tiles && h("p.map-credit", this.tiles.attribution),
    );
  }

  /** The cell of the source that the values come from. */
  mark(cell: Place | undefined): void {
    this.cell = cell;
    this.draw();
  }

  /** Paints colours over the land; undefined: none. The first time the whole world is shown. */
  colour(colours: typeof this.coloured): void {
    if (colours && !this.coloured) this.show({ ...this.view, lat: 20, lon: 0, scale: 0 });
    this.coloured = colours;
    this.draw();
  }

  private readonly observer = new ResizeObserver(() => this.resize());

  private readonly stand = (canvas: HTMLCanvasElement | null) => {
    this.observer.disconnect();
    this.canvas = canvas ?? undefined;
    if (canvas) this.observer.observe(canvas);
  };

  private choose({ lat, lon }: Place): void {
    // As many digits as a pixel is worth.
    const digits = Math.min(5, Math.max(1, Math.ceil(Math.log10(this.view.scale))));
    this.isOwnChoice = true;
    this.goTo({ lat: Number(lat.toFixed(digits)), lon: Number(lon.toFixed(digits)) });
    this.isOwnChoice = false;
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  /** A place that was chosen elsewhere comes into the middle; one that was clicked stays where it is, clear of the buttons. */
  private follow(state: State, before: State): void {
    if (state.lat === before.lat && state.lon === before.lon) return;
    this.cell = undefined;
    if (this.isOwnChoice || this.coloured) this.clear();
    else this.centre();
  }

  /** The pin out from under the buttons. */
  private clear(): void {
    const [x, y] = views.pixelOf(this.view, this.store.state);
    const left = this.view.width - paint.TOOLS.width;
    this.show(x > left && y < paint.TOOLS.height ? views.dragged(this.view, left - x, 0) : this.view);
  }

  private resize(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.canvas ?? {};
    if (width === 0) return;
    const isFirst = this.view.width === 0;
    Object.assign(this.canvas as object, { width: width * devicePixelRatio, height: height * devicePixelRatio });
    this.show({ ...this.view, width, height });
    if (isFirst) this.clear();
  }

  private show(view: View): void {
    this.view = views.held(view, this.largest);
    this.loadFiner();
    this.draw();
  }

  private loadFiner(): void {
    const { scale } = this.view;
    if (scale >= CLOSE && !this.isClose && !this.tiles) {
      this.isClose = true;
      import("virtual:outlines/close").then(
        ({ default: outlines }) => {
          this.close = views.worldOf(outlines);
          this.draw();
        },
        () => (this.isClose = false),
      );
    }
    const sets = SETS.findLast(([from]) => scale >= from)?.[1] ?? 1;
    if (!gazetteer().has(sets))
      gazetteer()
        .open(sets)
        .catch(() => {});
  }

  private zoom(factor: number, at: readonly [number, number] = [this.view.width / 2, this.view.height / 2]): void {
    this.show(views.zoomed(this.view, factor, at, this.largest));
  }

  private centre(): void {
    const { lat, lon } = this.store.state;
    this.show({ ...this.view, lat, lon, scale: Math.max(this.view.scale, FOUND_SCALE) });
  }

  private pixel(event: { readonly clientX: number; readonly clientY: number }): readonly [number, number] {
    const { left = 0, top = 0 } = this.canvas?.getBoundingClientRect() ?? {};
    return [event.clientX - left, event.clientY - top];
  }

  /** What mouse, fingers, wheel and keys do at the canvas. Two fingers move and zoom the map, where one scrolls the page. */
  private handlers() {
    let start: { x: number; y: number; view: View } | undefined;
    let moved = false;
    let before: ReturnType<WorldMap["fingers"]>;
    const end = () => (start = undefined);
    return {
      onpointerdown: (event: PointerEvent) => {
        start = { x: event.clientX, y: event.clientY, view: this.view };
        // A second finger makes it no click.
        moved = !event.isPrimary;
        this.canvas?.setPointerCapture(event.pointerId);
      },
      onpointermove: (event: PointerEvent) => {
        if (!start || !event.isPrimary) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        if (Math.hypot(dx, dy) > STILL) moved = true;
        const takes = event.pointerType === "mouse" || this.isTouched.value;
        if (moved && takes) this.show(views.dragged({ ...start.view, scale: this.view.scale }, dx, dy));
      },
      onpointerup: (event: PointerEvent) => {
        if (start && !moved) this.choose(views.placeOf(this.view, ...this.pixel(event)));
        end();
      },
      onpointercancel: end,
      onwheel: (event: WheelEvent) => {
        if (document.activeElement !== this.canvas && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoom(2 ** (-event.deltaY / 300), this.pixel(event));
      },
      ontouchstart: (event: TouchEvent) => {
        before = this.fingers(event);
        if (before) event.preventDefault();
      },
      ontouchmove: (event: TouchEvent) => {
        const now = this.fingers(event);
        if (!now || !before) return;
        event.preventDefault();
        const moved = views.dragged(this.view, now.middle[0] - before.middle[0], now.middle[1] - before.middle[1]);
        this.show(views.zoomed(moved, now.apart / Math.max(1, before.apart), now.middle, this.largest));
        before = now;
      },
      ontouchend: (event: TouchEvent) => (before = this.fingers(event)),
      onkeydown: (event: KeyboardEvent) => this.press(event),
      onfocus: () => this.draw(),
      onblur: () => this.draw(),
    };
  }

  private fingers({ touches: [a, b, more] }: TouchEvent) {
    if (!a || !b || more) return undefined;
    const middle = this.pixel({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
    return { middle, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  }

  private press(event: KeyboardEvent): void {
    const pan = (x: number, y: number) => () => this.show(views.dragged(this.view, x * KEY_PAN, y * KEY_PAN));
    const actions: { readonly [key: string]: () => void } = {
      ...{ ArrowUp: pan(0, 1), ArrowDown: pan(0, -1), ArrowLeft: pan(1, 0), ArrowRight: pan(-1, 0) },
      ...{ "+": () => this.zoom(2), "-": () => this.zoom(0.5), Enter: () => this.choose(this.view) },
    };
    const action = event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private paint(): void {
    const { view, tiles, store, canvas } = this;
    const context = canvas?.getContext("2d");
    if (!context) return;
    paint.paintLand(context, view, (view.scale >= CLOSE && this.close) || this.world, this.coloured);
    if (tiles && !this.coloured) paint.paintTiles(context, view, tiles.tiles, this.pictures);
    else paint.paintTowns(context, view, gazetteer(), store.state, paint.paintGrid(context, view));
    paint.paintBar(context, view);
    if (canvas?.matches(":focus-visible")) paint.paintCross(context, view);
    if (this.cell) paint.paintCell(context, view, this.cell);
    paint.paintPin(context, view, store.state);
  }
}
