/** Parameters and amounts as people read them, in the language of the page. */
import { parameterTitle } from "../state/endpoints.js";
import { SHADED } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

/** "Sunlight on level ground (GHI)" of global_horizontal_irradiance; what has no such name has the service's own. */
export function nameOf(parameter: string): string {
  const { names, shaded } = texts().series;
  const plain = parameter.replace(SHADED, "");
  const name = names[plain] ?? parameterTitle(plain);
  return plain === parameter ? name : shaded(name);
}

/** Three digits of a value, and its unit: "948 W/m²", "5.24 kWh/m²", "−3.1 °C". */
export function amount(value: number, unit: string): string {
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 10 || unit === "°C" ? 1 : 2;
  return `${figure(value, value === 0 ? 0 : decimals)} ${unit}`;
}
