/**
 * A map of the world, equirectangular, on a canvas: a click is a place. Drag, buttons and keys move and zoom it, and the wheel once
 * it was clicked; a page that is scrolled past it, by wheel or finger, leaves it as it is.
 */
import { isDark, themeColour } from "../../chart/colours.js";
import { h } from "../../dom.js";
import type { Store } from "../../state/state.js";
import { touchMode } from "../../touch.js";
import { worldPaths } from "./lines.js";

interface Cell {
  readonly lat: number;
  readonly lon: number;
}

/** Pixels that a pointer may move and still click. */
const STILL = 4;
const LARGEST = 400;
const KEY_PAN = 40;

export class WorldMap {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly world = worldPaths();
  private readonly store: Store;
  private readonly touch;
  /** Middle of the map, degrees; pixels for a degree. */
  private lon = 0;
  private lat = 0;
  private scale = 0;
  private cell: Cell | undefined;
  private frame = 0;

  constructor(store: Store) {
    this.store = store;
    this.canvas = h("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      "aria-label":
        "Map of the world. Arrow keys move it, plus and minus zoom, Enter chooses the place in the middle. Latitude and longitude can also be typed below.",
    });
    this.touch = touchMode(this.canvas, "✥", "Move the map by touch");
    const zoom = (label: string, name: string, factor: number) =>
      h("button", { type: "button", title: name, "aria-label": name, onclick: () => this.zoom(factor) }, label);
    const tools = h(
      "div",
      { class: "map-tools" },
      zoom("+", "Zoom the map in", 2),
      zoom("−", "Zoom the map out", 0.5),
      h(
        "button",
        { type: "button", title: "Show the place", "aria-label": "Show the place", onclick: () => this.centre() },
        "◎",
      ),
      this.touch.button,
    );
    this.element = h("div", { class: "map-frame" }, this.canvas, tools);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.hear();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    store.subscribe((state, before) => {
      if (state.lat !== before.lat || state.lon !== before.lon) this.cell = undefined;
      this.follow(state);
    });
  }

  /** The cell of the source that the values come from. */
  mark(cell: Cell | undefined): void {
    this.cell = cell;
    this.draw();
  }

  draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  /** A place that is out of sight comes into the middle. */
  private follow({ lat, lon }: Cell): void {
    const { clientWidth, clientHeight } = this.canvas;
    const isInSight =
      Math.abs(this.eastOf(lon)) < clientWidth / 2 / this.scale &&
      Math.abs(lat - this.lat) < clientHeight / 2 / this.scale;
    if (isInSight) this.draw();
    else this.moveTo(lat, lon, this.scale);
  }

  /** Degrees east of the middle, by the shorter way. */
  private eastOf(lon: number): number {
    return ((((lon - this.lon + 180) % 360) + 360) % 360) - 180;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const density = devicePixelRatio;
    this.canvas.width = clientWidth * density;
    this.canvas.height = clientHeight * density;
    this.moveTo(this.lat, this.lon, this.scale);
  }

  private get least(): number {
    return Math.max(this.canvas.clientWidth / 360, this.canvas.clientHeight / 180, 0.1);
  }

  /** Keeps the poles out of the middle and the world as wide as the map. */
  private moveTo(lat: number, lon: number, scale: number): void {
    this.scale = Math.min(LARGEST, Math.max(this.least, scale));
    const room = Math.max(0, 90 - this.canvas.clientHeight / 2 / this.scale);
    this.lat = Math.min(room, Math.max(-room, lat));
    this.lon = ((((lon + 180) % 360) + 360) % 360) - 180;
    this.draw();
  }

  private get middle(): Cell {
    return { lat: this.lat, lon: this.lon };
  }

  private zoom(factor: number, at: Cell = this.middle): void {
    const scale = Math.min(LARGEST, Math.max(this.least, this.scale * factor));
    const share = 1 - this.scale / scale;
    this.moveTo(this.lat + (at.lat - this.lat) * share, this.lon + (at.lon - this.lon) * share, scale);
  }

  private centre(): void {
    const { lat, lon } = this.store.state;
    this.moveTo(lat, lon, Math.max(this.scale, this.least * 6));
  }

  private choose({ lat, lon }: Cell): void {
    // As many digits as a pixel is worth.
    const digits = Math.min(4, Math.max(1, Math.ceil(Math.log10(this.scale))));
    const east = ((((lon + 180) % 360) + 360) % 360) - 180;
    this.store.set({
      lat: Number(Math.min(90, Math.max(-90, lat)).toFixed(digits)),
      lon: Number(east.toFixed(digits)),
    });
  }

  private placeAt(event: MouseEvent): Cell {
    const box = this.canvas.getBoundingClientRect();
    return {
      lon: this.lon + (event.clientX - box.left - box.width / 2) / this.scale,
      lat: this.lat - (event.clientY - box.top - box.height / 2) / this.scale,
    };
  }

  private hear(): void {
    const { canvas } = this;
    let start: { x: number; y: number; lat: number; lon: number } | undefined;
    let moved = false;
    canvas.addEventListener("pointerdown", (event) => {
      start = { x: event.clientX, y: event.clientY, lat: this.lat, lon: this.lon };
      moved = false;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.hypot(dx, dy) > STILL) moved = true;
      if (moved && this.touch.takes(event))
        this.moveTo(start.lat + dy / this.scale, start.lon - dx / this.scale, this.scale);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (start && !moved) this.choose(this.placeAt(event));
      start = undefined;
    });
    canvas.addEventListener("pointercancel", () => {
      start = undefined;
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (document.activeElement !== canvas && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoom(2 ** (-event.deltaY / 300), this.placeAt(event));
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.press(event));
  }

  private press(event: KeyboardEvent): void {
    const step = KEY_PAN / this.scale;
    const actions: { readonly [key: string]: () => void } = {
      ArrowUp: () => this.moveTo(this.lat + step, this.lon, this.scale),
      ArrowDown: () => this.moveTo(this.lat - step, this.lon, this.scale),
      ArrowLeft: () => this.moveTo(this.lat, this.lon - step, this.scale),
      ArrowRight: () => this.moveTo(this.lat, this.lon + step, this.scale),
      "+": () => this.zoom(2),
      "-": () => this.zoom(0.5),
      Enter: () => this.choose(this.middle),
    };
    const action = event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private paint(): void {
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const { width, height } = this.canvas;
    const density = devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = themeColour("sea");
    context.fillRect(0, 0, width, height);
    // Once more on either side, for what goes over the date line.
    for (const turn of [-360, 0, 360]) {
      const factor = this.scale * density;
      context.setTransform(
        factor,
        0,
        0,
        -factor,
        width / 2 + (turn - this.lon) * factor,
        height / 2 + this.lat * factor,
      );
      context.fillStyle = themeColour("land");
      context.fill(this.world.land);
      context.lineWidth = 1 / factor;
      context.strokeStyle = themeColour("border");
      context.stroke(this.world.borders);
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    this.paintCross();
    if (this.cell) this.paintMark(this.cell, "square");
    this.paintMark(this.store.state, "pin");
  }

  /** Where Enter chooses, while the map has the keyboard. */
  private paintCross(): void {
    if (!this.canvas.matches(":focus-visible")) return;
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const [x, y] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    context.strokeStyle = themeColour("ink");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x - 8, y);
    context.lineTo(x + 8, y);
    context.moveTo(x, y - 8);
    context.lineTo(x, y + 8);
    context.stroke();
  }

  private paintMark({ lat, lon }: Cell, kind: "pin" | "square"): void {
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    const { clientWidth, clientHeight } = this.canvas;
    const x = clientWidth / 2 + this.eastOf(lon) * this.scale;
    const y = clientHeight / 2 + (this.lat - lat) * this.scale;
    context.beginPath();
    context.lineWidth = 2;
    if (kind === "square") {
      context.strokeStyle = themeColour("accent");
      context.strokeRect(x - 8, y - 8, 16, 16);
      return;
    }
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fillStyle = isDark() ? "#ff8c42" : "#d03a00";
    context.fill();
    context.strokeStyle = "#ffffff";
    context.stroke();
  }
}
