/** A chart as a picture that leaves the page: under its title and place, over the sources that its values come from. */
import { GROUND, INK, printed, type Shape, shape, text } from "irradiance-engine/report/scene";
import { type Picture, shapeOf, wornColour } from "../chart/picture.js";

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
