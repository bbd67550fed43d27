/** Numbers of a comparison in words. */
import { energyDigits } from "../rooms/roof/figures.js";
import { figure, signed } from "../texts/numbers.js";

/** What stands where there is no value. */
export const NOTHING = "–";

/** kWh of a year. */
export function energyText(energy: number | null): string {
  return energy === null ? NOTHING : figure(energy, energyDigits(energy));
}

export function figureText(value: number | null, decimals: number): string {
  return value === null ? NOTHING : figure(value, decimals);
}

/** "+1.2 %", "−3.4 %"; what is rounded to nothing has no sign. */
export function changeText(share: number | null): string {
  return share === null ? NOTHING : `${signed(share * 100, 1)} %`;
}

/** "+96", "−12". @param base what it is more than: it has as many digits */
export function moreText(value: number | null, base: number | null): string {
  return value === null ? NOTHING : signed(value, energyDigits(base ?? value));
}
