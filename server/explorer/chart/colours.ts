/** Colours of curves and of heat maps. */

/** Of Okabe and Ito (2008), told apart with every common colour blindness; as light and as dark grounds need them. */
const LIGHT = ["#0072b2", "#d55e00", "#00805f", "#b8860b", "#a8447f", "#1f78a8", "#444444", "#8c6d31"];
const DARK = ["#56b4e9", "#ff8c42", "#2fd6a4", "#f0c000", "#e88fc0", "#9ad0f5", "#dddddd", "#d9b872"];

export function curveColour(k: number, dark: boolean): string {
  const colours = dark ? DARK : LIGHT;
  return colours[k % colours.length] as string;
}

/** Beyond the last colour curves are dashed. */
export function curveDash(k: number): number[] {
  return [[], [6, 3], [2, 3]][Math.floor(k / LIGHT.length)] ?? [8, 3, 2, 3];
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

export function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
}

/** A colour of the style sheet. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
