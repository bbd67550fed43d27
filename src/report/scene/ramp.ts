/** The colours of a quantity in maps, from dark to light. */

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
 *
 * @param share from 0, dark, to 1, light
 */
export function rampColour(share: number): string {
  const at = share * (RAMP.length - 1);
  const k = Math.min(Math.floor(at), RAMP.length - 2);
  const parts = RAMP[k]!.map((part, c) => Math.round(part + (RAMP[k + 1]![c]! - part) * (at - k)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
