/** A chart as a picture that leaves the page: under its title and place, over the sources that its values come from. */
import { themeColour } from "../chart/colours.js";
import { s } from "../dom.js";

export interface Caption {
  readonly place: string;
  readonly sources: readonly string[];
}

const MARGIN = 16;
const TITLE = { size: 16, line: 22, letter: 8.6 };
const TEXT = { size: 12, line: 16, letter: 6.4 };

/** @param chart SVG with a title, a width and a height */
export function framed(chart: string, { place, sources }: Caption): string {
  const inner = new DOMParser().parseFromString(chart, "image/svg+xml").documentElement;
  const [width, height] = [inner.getAttribute("width"), inner.getAttribute("height")].map(Number) as [number, number];
  const title = inner.querySelector("title")?.textContent ?? "";
  const room = width - 2 * MARGIN;
  const above = [...paragraph(title, TITLE, room), ...paragraph(place, TEXT, room)];
  const below = sources.flatMap((text) => paragraph(text, TEXT, room));
  const top = MARGIN + sumOf(above) + 6;
  const whole = s("svg", {
    viewBox: `0 0 ${width} ${top + height + sumOf(below) + 2 * MARGIN}`,
    width,
    height: top + height + sumOf(below) + 2 * MARGIN,
    "font-family": "sans-serif",
  });
  inner.setAttribute("y", String(top));
  whole.append(
    s("title", {}, title),
    s("rect", { width: "100%", height: "100%", fill: themeColour("ground") }),
    ...stacked(above, MARGIN),
    inner,
    ...stacked(below, top + height + MARGIN / 2),
  );
  return new XMLSerializer().serializeToString(whole);
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

function stacked(lines: readonly Line[], top: number): SVGElement[] {
  const ink = themeColour("ink");
  let y = top;
  return lines.map(({ text, size, height }) => {
    y += height;
    return s("text", { x: MARGIN, y, fill: ink, "font-size": size }, text);
  });
}
