/**
 * The colours of pictures, by name: a shape names its colour, and the printer says which one that is. The style sheet of the explorer has
 * the same names, but for the series, which its canvases need, too.
 */

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

/** Titles and other strong marks. */
export const INK = paint("ink");
/** Axes and their labels. */
export const SOFT = paint("soft");
/** The lines of a grid. */
export const GRID = paint("line");
/** What a picture stands on. */
export const GROUND = paint("ground");
/** Light and its way over the sky. */
export const SUN = paint("sun");
export const HILL = paint("hill");

/** An attribute's value with its colour, if it names one. */
export function painted(value: string, of: Paint): string {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return name === undefined ? value : of(name);
}

/**
 * Blue and vermilion of Okabe and Ito (2008), with six that are as far as can be from these and from each other for eyes with
 * and without a colour blindness; as light and as dark grounds need them.
 */
const SERIES = {
  light: ["#0072b2", "#d55e00", "#8822ff", "#660000", "#bb8888", "#0011aa", "#994455", "#552266"],
  dark: ["#56b4e9", "#ff8c42", "#8800ff", "#ffee00", "#aaffdd", "#5577cc", "#ee0000", "#bb3366"],
} as const;
/** How many colours series have. */
export const SERIES_COUNT = SERIES.light.length;

/** Beyond the last colour they begin anew. */
export function seriesColour(k: number, ground: keyof typeof SERIES): string {
  return SERIES[ground][k % SERIES_COUNT]!;
}

/** What is not a series, on light ground. */
export const LIGHT = {
  ground: "#ffffff",
  ink: "#1b2430",
  soft: "#4c5867",
  line: "#d5dbe2",
  sun: "#b85c00",
  hill: "#6b7280",
} as const;

/**
 * Colours of series as a ground needs them; all others as they are given.
 * @param plain the colours that are not of series
 */
export function paintOn(ground: keyof typeof SERIES, plain: Paint): Paint {
  return (name) => {
    const series = /^series-(\d+)$/.exec(name)?.[1];
    return series === undefined ? plain(name) : seriesColour(Number(series), ground);
  };
}

/** Of white paper. */
export const onPaper: Paint = paintOn("light", (name) => LIGHT[name as keyof typeof LIGHT]);

/** Cividis (Nuñez, Anderton and Renslow 2018): even steps of lightness, the same with and without colour blindness. */
const RAMP = [
  [0x00, 0x22, 0x4e],
  [0x12, 0x35, 0x70],
  [0x3b, 0x49, 0x6c],
  [0x57, 0x5d, 0x6d],
  [0x70, 0x71, 0x73],
  [0x8a, 0x87, 0x79],
  [0xa6, 0x9d, 0x75],
  [0xc4, 0xb5, 0x6c],
  [0xe4, 0xcf, 0x5b],
  [0xfe, 0xe8, 0x38],
] as const;

/**
 * A colour of the ramp, as CSS and SVG write it.
 * @param share from 0, dark, to 1, light
 */
export function rampColour(share: number): string {
  const at = share * (RAMP.length - 1);
  const k = Math.min(Math.floor(at), RAMP.length - 2);
  const parts = RAMP[k]!.map((part, c) => Math.round(part + (RAMP[k + 1]![c]! - part) * (at - k)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
