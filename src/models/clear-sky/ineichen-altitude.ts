/**
 * Clear sky by Linke turbidity from the Dead Sea to Everest: the form of Ineichen and Perez with constants of its own.
 *
 * Sources: the form is that of P. Ineichen, R. Perez (2002), A new airmass independent formulation for the Linke turbidity
 * coefficient, Solar Energy 73, 151–157, whose constants give more than comes from the sun above some 4000 m. Those here are
 * this project's: research/clear-sky/fit.py finds them from 1500 m up by radiative transfer (CDISORT, fixtures/clearsky),
 * below by the clear minutes of five stations within 2 % of it. research/clear-sky.md has the tables.
 */
import { exp } from "../../math/index.js";
import { absoluteAirmassRows } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { type Stage, withStage } from "../stage.js";
import { type AltitudeConstants, altitudeConstants, ineichenRows } from "./ineichen.js";
import { cosinesAboveHorizon } from "./limits.js";

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA = 1361.1;
/** Metres up to which the beam's loss per air mass is that of sea level: here the stations are. */
const LOWLAND = 1000;

/**
 * The constants of `ineichenRows` at an altitude: global = level·exp(−m·(clean + hazy·(TL − 1))), beam =
 * b·exp(−m·loss·(TL − 1)). With height a unit of turbidity is more of the thinner air.
 *
 * @param altitude m
 */
export function refittedConstants(altitude: number): AltitudeConstants {
  const km = altitude / 1000;
  const above = Math.max(altitude - LOWLAND, 0) / 1000;
  const [, , , , , , correction] = altitudeConstants(altitude);
  return [
    0.9364 + 0.00135 * km,
    1,
    0.0623 * exp(-km / 5.73),
    0.0432 * exp(km / 8.08),
    0.8307 + 0.01996 * km,
    0.08814 * exp(above / 5.574),
    correction,
  ];
}

function ineichenAltitudeModel(inputs: {
  apparentZenith: ColumnInput;
  airmassAbsolute: ColumnInput;
  linkeTurbidity: ColumnInput;
  altitude?: ColumnInput | undefined;
  dniExtra?: ColumnInput | undefined;
}): { ghi: Float64Array; dni: Float64Array; dhi: Float64Array } {
  const c = toColumns("ineichenAltitude", {
    apparentZenith: inputs.apparentZenith,
    airmassAbsolute: inputs.airmassAbsolute,
    linkeTurbidity: inputs.linkeTurbidity,
    altitude: inputs.altitude === undefined ? 0 : inputs.altitude,
    dniExtra: inputs.dniExtra === undefined ? DNI_EXTRA : inputs.dniExtra,
  });
  const up = cosinesAboveHorizon(c.apparentZenith);
  const [ghi, dni, dhi] = [new Float64Array(c.n), new Float64Array(c.n), new Float64Array(c.n)];
  const { airmassAbsolute, linkeTurbidity, altitude, dniExtra, n } = c;
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && Object.is(altitude[to], altitude[from])) to++;
    const constants = refittedConstants(altitude[from]!);
    ineichenRows(from, to, up, airmassAbsolute, linkeTurbidity, constants, dniExtra, false, ghi, dni, dhi);
    from = to;
  }
  return { ghi, dni, dhi };
}

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const ineichenAltitudeStage: Stage<object, AltitudeConstants> = {
  name: "ineichenAltitude",
  family: "clear-sky",
  grid: "compute",
  reach: 0,
  reads: ["up", "relativeAirmass", "pressure", "linkeTurbidity", "extraterrestrialNormal"],
  writes: ["clearGhi", "clearDni", "clearDhi"],
  prepare: (site) => refittedConstants(site.altitude),
  run({ from, to, columns: c }, constants) {
    const { up, clearGhi, clearDni, clearDhi } = c;
    // clearDhi holds the pressure-corrected air mass until the kernel overwrites it.
    absoluteAirmassRows(from, to, c.relativeAirmass, c.pressure, clearDhi);
    const extra = c.extraterrestrialNormal;
    ineichenRows(from, to, up, clearDhi, c.linkeTurbidity, constants, extra, false, clearGhi, clearDni, clearDhi);
  },
};

/**
 * Clear-sky GHI, DNI and DHI from the Linke turbidity, at every altitude: the default of the pipeline.
 *
 * @param inputs `apparentZenith` in degrees; `airmassAbsolute`: pressure-corrected air mass; `linkeTurbidity` at air
 *   mass 2, about 1.5 (clean, dry) to 10, that of the altitude; `altitude` in m, fitted for 0–5000, default 0; `dniExtra`
 *   in W/m², default 1361.1
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi. 0 from zenith 90 on, where the air mass may be NaN; else
 *   NaN for NaN. From 0 to 5000 m mean GHI is within 2 % of radiative transfer; GHI and DNI are below what comes from the sun
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it in the pipeline on the apparent sun, with the site's altitude and each row's pressure.
 * @experimental
 */
export const ineichenAltitude = /* @__PURE__ */ withStage(ineichenAltitudeModel, ineichenAltitudeStage);
