/** Colours of curves and of heat maps. */
import { SERIES_COUNT, seriesColour } from "irradiance-engine/report/scene";

export function curveColour(k: number): string {
  return seriesColour(k, ground());
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
    const dash = behind ? [4, 4] : curveDash(tone ? k * SERIES_COUNT : k);
    return { colour: tone ? tone[ground()] : curveColour(k), dash };
  });
}

/** Beyond the last colour curves are dashed. */
export function curveDash(k: number): number[] {
  return [[], [6, 3], [2, 3]][Math.floor(k / SERIES_COUNT)] ?? [8, 3, 2, 3];
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
export function ground(): "light" | "dark" {
  return isDark() ? "dark" : "light";
}

export function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
}

/** A colour of the style sheet. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
