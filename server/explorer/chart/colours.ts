/** Colours of curves and of heat maps. */

/**
 * Blue and vermilion of Okabe and Ito (2008), with six that are as far as can be from these and from each other for eyes with
 * and without a colour blindness; as light and as dark grounds need them.
 */
const LIGHT = ["#0072b2", "#d55e00", "#8822ff", "#660000", "#bb8888", "#0011aa", "#994455", "#552266"];
const DARK = ["#56b4e9", "#ff8c42", "#8800ff", "#ffee00", "#aaffdd", "#5577cc", "#ee0000", "#bb3366"];

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
