/**
 * Monthly loss to snow after Townsend.
 *
 * Townsend & Powers 2011, Photovoltaics and snow: An update from two winters of measurements in the Sierra, 37th IEEE PVSC,
 * doi 10.1109/PVSC.2011.6186627, eq. 1–3 (eq. 3 gives a fraction, as figure 7 shows, not the percentage it says). String
 * factor: Townsend & Previtali 2023, NREL/CP-5900-87918. The model was made in inches and kelvin.
 */
import { cos, DEG, exp, pow, tan } from "../../../foundation/math/index.js";
import { checkNumbers, checkPositive, model } from "../model.js";

const C1 = 5.7e4;
const C2 = 0.51;
const CM_PER_INCH = 2.54;
/** As in pvlib, rounded. */
const INCHES_PER_METRE = 39.37;
/** Least value of the squared distance between the lower edge and the snow, in²; the author's, told to pvlib's. */
const LEAST_EDGE_DISTANCE = 0.1;

export interface LossTownsendOptions {
  /** Tilt of the modules, deg, 0…90; with trackers the largest rotation. */
  surfaceTilt: number;
  /** Length of the row along the slope, m; with trackers from the axis to the edge. */
  slantHeight: number;
  /** Lower edge above ground, m. */
  lowerEdgeHeight: number;
  /** 1 for one string along the slope, 0.75 for more. Default 1. */
  stringFactor?: number | undefined;
  /** Angle at which piled snow rests, deg. Default 40. */
  angleOfRepose?: number | undefined;
}

/** Snowfall of a month in inches that counts: all of one fall, half of very many. */
function effectiveSnow(totalCm: number, events: number): number {
  return events <= 0 ? 0 : (0.5 * totalCm * (1 + 1 / Math.max(events, 1))) / CM_PER_INCH;
}

/**
 * Share of DC capacity lost to snow in each month. Rows are months that follow one another; before the first stands the
 * last, as in a typical year.
 *
 * @param inputs by month: snowTotal (cm), snowEvents (days with more than 1 inch = 2.54 cm, may be a mean), relativeHumidity
 *   (%), tempAir (°C), poaGlobal (Wh/m² in the month); numbers or arrays of one length
 * @param options surfaceTilt (deg), slantHeight (m), lowerEdgeHeight (m), stringFactor (1), angleOfRepose (40°)
 * @returns loss, 0…1 (no unit); 0 without snow in this month and the one before, even without sun (pvlib: NaN). NaN where an
 *   input is NaN, and in the month after one whose snowTotal or snowEvents is
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const lossTownsend = /* @__PURE__ */ model("lossTownsend", {
  inputs: ["snowTotal", "snowEvents", "relativeHumidity", "tempAir", "poaGlobal"],
  outputs: ["loss"],
  settings(options: LossTownsendOptions) {
    const { surfaceTilt, slantHeight, lowerEdgeHeight, stringFactor = 1, angleOfRepose = 40 } = options;
    checkNumbers("lossTownsend", { surfaceTilt }, 0, 90);
    checkNumbers("lossTownsend", { lowerEdgeHeight, stringFactor, angleOfRepose }, 0);
    checkPositive("lossTownsend", { slantHeight });
    return { surfaceTilt, slantHeight, lowerEdgeHeight, stringFactor, angleOfRepose };
  },
  rows(from, to, c, set) {
    const { surfaceTilt, slantHeight, lowerEdgeHeight, stringFactor, angleOfRepose } = set;
    const snow = c.snowTotal.map((total, i) => effectiveSnow(total, c.snowEvents[i]!));
    const cosTilt = cos(surfaceTilt * DEG);
    const pile = slantHeight * INCHES_PER_METRE * cosTilt * 2 * tan(angleOfRepose * DEG);
    const edge = lowerEdgeHeight * INCHES_PER_METRE;
    for (let i = from; i < to; i++) {
      const weighted = snow[i > 0 ? i - 1 : to - 1]! / 3 + (snow[i]! * 2) / 3;
      const distance = Math.max(edge * edge - weighted * weighted, LEAST_EDGE_DISTANCE);
      const ground = 1 - C2 * exp((-pile * weighted) / distance);
      const kelvin = c.tempAir[i]! + 273.15;
      const humidity = c.relativeHumidity[i]! / 100;
      const sun = pow(c.poaGlobal[i]! / 1000, 0.67);
      const fraction = (C1 * weighted * cosTilt * cosTilt * ground * humidity) / (kelvin * kelvin) / sun;
      const none = weighted === 0 && c.poaGlobal[i] === 0 && !Number.isNaN(humidity + kelvin);
      c.loss[i] = none ? 0 : Math.min(Math.max(fraction * stringFactor, 0), 1);
    }
  },
});
