/** A chart as a picture that leaves the page: under its title and place, over all that it shows and where that comes from. */
import { signal } from "@preact/signals";
import { GROUND, INK, printed, type Shape, shape, text } from "irradiance-engine/internal/report/scene";
import { monthlyUnit, type Scene, totalOf } from "../chart/months.js";
import { type Picture, shapeOf, wornColour } from "../chart/picture.js";
import { dateWords } from "../chart/time.js";
import {
  type Answer,
  lacksTerrain,
  type Notice,
  nameOf,
  noticeSentence,
  type Source,
  sourceText,
} from "../service/answer.js";
import { VERSION } from "../state/address.js";
import { lineOf } from "../state/lists.js";
import type { State } from "../state/state.js";
import { calendarDate, figure, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { inLight } from "../theme.js";
import { button, h, type View } from "../view.js";

export interface Caption {
  readonly place: string;
  readonly sources: readonly string[];
}

const MARGIN = 16;
const TITLE = { size: 16, line: 22, letter: 8.6 };
const TEXT = { size: 12, line: 16, letter: 6.4 };

export function framed(chart: Picture, { place, sources }: Caption): string {
  const { width, height, title } = chart;
  const room = width - 2 * MARGIN;
  const above = [...paragraph(title, TITLE, room), ...paragraph(place, TEXT, room)];
  const below = sources.flatMap((text) => paragraph(text, TEXT, room));
  const top = MARGIN + sumOf(above) + 6;
  const full = top + height + sumOf(below) + 2 * MARGIN;
  const whole = shape(
    "svg",
    { viewBox: `0 0 ${width} ${full}`, width, height: full, "font-family": "sans-serif", fill: INK },
    shape("title", {}, title),
    shape("rect", { width, height: full, fill: GROUND }),
    ...stacked(above, MARGIN),
    shapeOf(chart, { y: top, width, height }),
    ...stacked(below, top + height + MARGIN / 2),
  );
  return printed(whole, wornColour);
}

interface Line {
  readonly text: string;
  readonly size: number;
  readonly height: number;
}

/** Broken into lines that fit: letters of unknown fonts are taken for wide ones. */
function paragraph(text: string, { size, line, letter }: typeof TEXT, room: number): Line[] {
  const most = Math.floor(room / letter);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((one) => ({ text: one, size, height: line }));
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { height }) => sum + height, 0);
}

function stacked(lines: readonly Line[], top: number): Shape[] {
  let y = top;
  return lines.map(({ text: words, size, height }) => {
    y += height;
    return text(MARGIN, y, words, { "font-size": size });
  });
}

/** Of a series. The sun's path has a place and a horizon, but no answer. */
export function captionOf(state: State, scene: Scene | undefined, also: readonly Source[], date: Date): Caption {
  const words = texts().report.picture;
  const { lat, lon, name } = state;
  const horizon = words.horizon(horizonName(state, scene?.answer.notices ?? []));
  if (!scene || state.room === "sun")
    return { place: placed(name, [`${lat}, ${lon}`, horizon]), sources: [words.sun, madeText(date)] };
  const { answer, zone } = scene;
  const { place, starts, ends, synthetic, sources, notices } = answer;
  const dates = words.dates(dateWords(starts[0] ?? 0, zone), dateWords((ends.at(-1) ?? 1) - 1, zone));
  const period = `${zone.isYearless ? words.typical : dates}, ${zone.label}`;
  const where = `${place.lat}, ${place.lon}, ${place.altitude} m`;
  return {
    place: placed(name, [where, period, planeText(state), horizon]),
    sources: [
      ...[sumsText(answer)].filter((text) => text !== ""),
      ...(synthetic ? [words.synthetic] : []),
      ...originTexts([...sources, ...also], notices),
      madeText(date),
    ],
  };
}

export function placed(name: string, parts: readonly string[]): string {
  return [name, ...parts].filter((part) => part !== "").join(" · ");
}

/** Where the values come from and what to know of them. */
export function originTexts(sources: readonly Source[], notices: readonly Notice[]): string[] {
  const words = texts().report.picture;
  return [
    ...sources.map((source) => words.source(sourceText(source))),
    ...notices.map((notice) => words.notice(noticeSentence(notice))),
  ];
}

/** When and by what it was made. */
export function madeText(date: Date): string {
  return texts().report.picture.made(calendarDate(date), VERSION);
}

function planeText({ tracking_mode, surface_tilt, surface_azimuth }: State): string {
  const words = texts().report.picture;
  return tracking_mode === "none" ? words.tilt(plain(surface_tilt), plain(surface_azimuth)) : words.tracker;
}

export function horizonName({ horizon }: Pick<State, "horizon">, notices: readonly Notice[]): string {
  const words = texts().report.picture;
  const line = lineOf(horizon);
  if (!line) return lacksTerrain({ notices }) ? words.unknown : words.auto;
  return horizon === "flat" ? words.flat : words.own(plain(Math.max(...line)));
}

/** The energies of the whole period; "" where there are none. */
function sumsText(answer: Answer): string {
  const sums = answer.parameters.flatMap((column) => {
    const total = totalOf(answer, column);
    return total === null ? [] : [`${nameOf(column.name)} ${figure(total, 1)} ${monthlyUnit(column)}`];
  });
  return sums.length === 0 ? "" : texts().report.picture.sums(sums.join("; "));
}

/**
 * @param picture the SVG as text; undefined where there is none yet
 * @param name of the file, by its ending
 * @param isOld whether there is nothing to save now
 * @returns the buttons, and what went wrong
 */
export function pictureButtons(
  picture: () => string | undefined,
  name: (ending: string) => string,
  isOld: () => boolean = () => false,
): View {
  const problem = signal("");
  const words = texts().report.picture;
  const saved = (label: string, make: () => string | undefined, keep: (text: string) => void) => {
    const save = () => {
      const text = make();
      problem.value = text === undefined ? words.none : "";
      if (text !== undefined) keep(text);
    };
    return button(label, save, { disabled: isOld() });
  };
  const keepPng = (text: string) =>
    void pngOf(text).then(
      (blob) => save(name("png"), blob, "image/png"),
      ({ message }: Error) => (problem.value = words.noPng(message)),
    );
  return () => [
    saved("SVG", picture, (text) => save(name("svg"), text, "image/svg+xml")),
    // A PNG has its colours for good: those of white paper.
    saved("PNG", () => inLight(picture), keepPng),
    h("span.problem", { role: "status" }, problem.value),
  ];
}

/** Pixels of the PNG for one of the picture: sharp on paper and on fine screens. */
const FINENESS = 2;

/** An SVG as a PNG, drawn on a canvas. @throws Error where the browser cannot draw it */
async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const size = { width: FINENESS * image.width, height: FINENESS * image.height };
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser cannot make a PNG"))), "image/png");
  });
}

export function save(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
