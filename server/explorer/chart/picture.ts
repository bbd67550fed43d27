/** Pictures that the page shows, and that stand on their own when they are saved. */
import { type Signal, signal, useSignal } from "@preact/signals";
import * as pen from "irradiance-engine/internal/report/scene";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Child, h, of } from "../view.js";
import { type Point, pointIn } from "./point.js";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it. */
  readonly title: string;
  /** What there is to see in it, in words. */
  readonly summary?: string;
  readonly parts: readonly pen.Shape[];
}

/** @param place attributes of its place in another picture; default: it is scaled to the page's */
export function shapeOf(
  { width, height, title, summary, parts }: Picture,
  place: pen.Shape["attributes"] = {},
): pen.Shape {
  const look = {
    role: "img",
    "aria-label": summary ? `${title}. ${summary}` : title,
    class: "picture",
    "font-family": "sans-serif",
    "font-size": 13,
    fill: pen.SOFT,
  };
  return pen.shape(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, ...look, ...place },
    pen.shape("title", {}, title),
    ...parts,
  );
}

type Handlers = { readonly [name: `on${string}`]: (event: never) => void };

/** A picture as a part of a view, in the colours that the page wears. A finger cannot hover: what a bar says on hovering stands above it when it is tapped. */
export function pictureView(picture: Picture, handlers: Handlers = {}): VNode {
  return of(PictureView, { picture, handlers });
}

interface PictureProps {
  readonly picture: Picture;
  readonly handlers: Handlers;
}

function PictureView({ picture, handlers }: PictureProps): VNode {
  const tapped = useSignal<{ readonly tip: string; readonly picture: Picture }>();
  const onclick = ({ target }: Event) => {
    const tip = (target as Element).closest(".bar")?.querySelector("title")?.textContent;
    tapped.value = tip ? { tip, picture } : undefined;
  };
  const { attributes, children } = shapeOf(picture);
  const paint = pen.paintOn(ground(), pen.paint);
  const tip = tapped.value?.picture === picture ? tapped.value.tip : undefined;
  return h(
    "svg",
    { ...written(attributes, paint), ...handlers, onclick },
    nodesOf(children, paint),
    tip !== undefined && h("text.tapped", { x: picture.width / 2, y: 12, "text-anchor": "middle" }, tip),
  );
}

/** Shapes that stand behind something, in pixels. */
export function shapesView(shapes: readonly pen.Shape[], width: number, height: number): VNode {
  return h("svg", { width, height, "aria-hidden": "true" }, nodesOf(shapes, pen.paintOn(ground(), pen.paint)));
}

/** The one printer of shapes as nodes; `printed` of the engine writes them as text. */
function nodesOf(children: pen.Shape["children"], paint: pen.Paint): Child[] {
  return children.map((child) =>
    typeof child === "string" ? child : h(child.name, written(child.attributes, paint), nodesOf(child.children, paint)),
  );
}

function written(attributes: pen.Shape["attributes"], paint: pen.Paint) {
  const values = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === "number" ? pen.pixel(value) : value && pen.painted(value, paint),
  ]);
  return Object.fromEntries(values) as { [name: string]: string | undefined };
}

/** What is as wide as its place: drawn when the width is known, and when it changes. @param draw of the pixels that a picture has there, and of those that there are */
export function fitted(draw: Fit, selector = "div", attributes: object = {}): VNode {
  return of(Fitted, { draw, selector, attributes });
}

type Fit = (width: number, exact: number) => Child;

interface FittedProps {
  readonly draw: Fit;
  readonly selector: string;
  readonly attributes: object;
}

function Fitted({ draw, selector, attributes }: FittedProps): VNode {
  const place = useRef<HTMLElement>(null);
  const width = useSignal<number>();
  useLayoutEffect(() => {
    const element = place.current as HTMLElement;
    const measure = () => (width.value = element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return h(
    selector,
    { ...attributes, ref: place },
    width.value !== undefined && draw(roomIn(width.value), width.value),
  );
}

/** The colours that the page wears now, for what leaves it. */
export function wornColour(name: string): string {
  return pen.paintOn(ground(), themeColour)(name);
}

const NARROWEST = 330;
const WIDEST = 1240;

/** Pixels that a picture has in its place, so that its letters are as large as they are elsewhere on the page. */
export function widthFor(place: Element): number {
  return roomIn(place.clientWidth);
}

/** @param width 0 of a place that is not shown */
function roomIn(width: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, width || WIDEST));
}

/** Pixels that a label of the time axis needs. */
export const LABEL_WIDTH = 74;

/** A picture, and below it what it says where the pointer is. */
export function readPicture(picture: Picture, read: (at: Point) => string): VNode {
  return of(ReadPicture, { picture, read });
}

function ReadPicture({ picture, read }: { readonly picture: Picture; readonly read: (at: Point) => string }): VNode[] {
  const said = useSignal({ picture, text: "" });
  const onpointermove = (event: PointerEvent) => (said.value = { picture, text: read(pointIn(event)) });
  return [
    h("div", pictureView(picture, { onpointermove })),
    h("p.reading", said.value.picture === picture ? said.value.text : ""),
  ];
}

export function curveColour(k: number): string {
  return pen.seriesColour(k, ground());
}

/** Temperatures and the power of a system stand in panels of their own, and have colours of their own whatever stands beside. */
const WARM = { light: "#b3261e", dark: "#ff8a80" } as const;
const POWER = { light: "#1a7f37", dark: "#56d364" } as const;
const TONES: { readonly [unit: string]: { readonly light: string; readonly dark: string } } = {
  "°C": WARM,
  "W/kWp": POWER,
  "Wh/kWp": POWER,
};

export interface Look {
  readonly colour: string;
  readonly dash: readonly number[];
}

/** The look of each curve of a chart: it stays when others are hidden. Those behind are thin and dashed. */
export function looksOf(curves: readonly { readonly unit: string; readonly behind?: boolean }[]): Look[] {
  const counts = new Map<string, number>();
  return curves.map(({ unit, behind }) => {
    const tone = TONES[unit];
    const kind = tone ? unit : "";
    const k = counts.get(kind) ?? 0;
    counts.set(kind, k + 1);
    const dash = behind ? [4, 4] : curveDash(tone ? k * pen.SERIES_COUNT : k);
    return { colour: tone ? tone[ground()] : curveColour(k), dash };
  });
}

/** Beyond the last colour curves are dashed. */
export function curveDash(k: number): number[] {
  return [[], [6, 3], [2, 3]][Math.floor(k / pen.SERIES_COUNT)] ?? [8, 3, 2, 3];
}

/** The map "inferno" of matplotlib (CC0) at nine places, dark to bright. */
const INFERNO = [
  [0, 0, 4],
  [31, 12, 72],
  [85, 15, 109],
  [136, 34, 106],
  [186, 54, 85],
  [227, 89, 51],
  [249, 140, 10],
  [249, 201, 50],
  [252, 255, 164],
] as const;

/** Red, green and blue of a share from 0 to 1. */
export function heatColour(share: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, share)) * (INFERNO.length - 1);
  const k = Math.min(INFERNO.length - 2, Math.floor(place));
  const mix = (channel: 0 | 1 | 2) => {
    const from = INFERNO[k]?.[channel] ?? 0;
    return Math.round(from + ((INFERNO[k + 1]?.[channel] ?? 0) - from) * (place - k));
  };
  return [mix(0), mix(1), mix(2)];
}

/** The ground that the page wears now. */
function ground(): "light" | "dark" {
  return isDark() ? "dark" : "light";
}

let worn: Signal<boolean> | undefined;

/** Whether the page is dark now: what reads it in a view is drawn anew when that changes. */
export function isDark(): boolean {
  worn ??= followed();
  void worn.value;
  return wearsDark();
}

function followed(): Signal<boolean> {
  const found = signal(wearsDark());
  const look = () => (found.value = wearsDark());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return found;
}

function wearsDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
}

/** A colour of the style sheet. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
