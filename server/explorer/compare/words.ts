/** Numbers of a comparison in words. */
import { figure, percent } from "../texts/numbers.js";

/** What stands where there is no value. */
export const NOTHING = "–";

/** kWh of a year: with a decimal where it is small. */
export function energyText(energy: number | null): string {
  return energy === null ? NOTHING : figure(energy, Math.abs(energy) < SMALL ? 1 : 0);
}

const SMALL = 100;

export function figureText(value: number | null, decimals: number): string {
  return value === null ? NOTHING : figure(value, decimals);
}

/** "+1.2 %", "−3.4 %"; what is rounded to nothing has no sign. */
export function changeText(share: number | null, decimals = 1): string {
  return share === null ? NOTHING : signed(share * 100, percent(share, decimals), decimals);
}

/** "+96", "−12". */
export function moreText(value: number | null): string {
  return value === null ? NOTHING : signed(value, energyText(value), Math.abs(value) < SMALL ? 1 : 0);
}

function signed(value: number, text: string, decimals: number): string {
  return value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}
