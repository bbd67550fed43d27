/** The colours of pictures, by name: a shape names its colour, and the printer says which one that is. */

/** Colours of Okabe and Ito (2008), told apart with every common colour blindness. */
const SERIES = ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#000000", "#8c6d31"] as const;
export const SERIES_COUNT = SERIES.length;

/** On white paper. */
export const PAPER: { readonly [name: string]: string } = {
  ground: "#ffffff",
  ink: "#222222",
  soft: "#666666",
  line: "#dddddd",
  ...Object.fromEntries(SERIES.map((colour, k) => [`series-${k}`, colour])),
};

/** What a name stands for, such as `#0072b2` for "series-0". */
export type Paint = (name: string) => string;

/** A colour in a shape's attributes. */
export function paint(name: string): string {
  return `var(--${name})`;
}

/** The colour of one curve, or set of bars, of several. */
export function seriesPaint(k: number): string {
  return paint(`series-${k}`);
}

export const INK = paint("ink");
export const SOFT = paint("soft");
export const GRID = paint("line");
export const GROUND = paint("ground");

/** An attribute's value with its colour, where it names one. */
export function painted(value: string, of: Paint): string {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return name === undefined ? value : of(name);
}
