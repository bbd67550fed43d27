/**
 * Irradiance on both sides of rows of modules without end, with the rows' shade on each other, on the ground and on the sky: their geometry
 * in the plane across them, averaged over the width of a row and over the ground from one row to the next, and the function.
 *
 * Mikofski, Darawali, Hamer, Neubert & Newmiller 2019, Bifacial Performance Modeling in Large Arrays, 46th IEEE PVSC, 1282–1287, eq. 4
 * and 14; compared with pvlib.bifacial.infinite_sheds. The averages of the view factors are the closed integrals of Hottel's crossed strings,
 * as in Anderson, Jensen & Hansen 2026, IEEE J. Photovoltaics, doi 10.1109/JPHOTOV.2026.3677506, for rows without end; the ground's view of
 * the sky follows from those of both sides of the rows by reciprocity. None of them depends on the height of the rows.
 *
 * `tangent` is the sun's horizontal part towards the side that the plane faces over its height; `gcr` the width of a row over the
 * distance between rows. The rear side has cos(180° − β) = −cos β, the same sine, and the tangent with the other sign.
 */
import { cos, DEG, sin } from "../../../foundation/math/index.js";
import { type ColumnInput, checkNumbers, columnsOf, emptyColumns } from "../model.js";

/** Share of the ground that the sun reaches (eq. 4). */
export function sunlitGround(gcr: number, cosTilt: number, sinTilt: number, tangent: number): number {
  const shadow = gcr * Math.abs(cosTilt + sinTilt * tangent);
  return shadow < 1 ? 1 - shadow : 0;
}

/** Share of a row's width, from its lower edge, in the shadow of the next row (eq. 14); of a plane that the sun is behind, 0 or 1. */
export function shadedWidth(
  gcr: number,
  cosTilt: number,
  sinTilt: number,
  tangent: number,
  cosIncidence: number,
): number {
  const shadow = gcr * (cosTilt + sinTilt * tangent);
  if (!(shadow > 1)) return 0;
  return cosIncidence > 0 ? 1 - 1 / shadow : 1;
}

/** View factor of a row's side to the sky; with −cosTilt to the ground. Without other rows it is (1 + cos β)/2. */
export function rowSkyView(gcr: number, cosTilt: number): number {
  const pitch = 1 / gcr;
  // pitch − diagonal, without the loss of digits where rows are far apart
  const diagonal = Math.sqrt(Math.max(pitch * pitch - 2 * pitch * cosTilt + 1, 0));
  return 0.5 * (1 + (2 * pitch * cosTilt - 1) / (pitch + diagonal));
}

/** View factor of the ground to the sky. */
export function groundSkyView(gcr: number, cosTilt: number): number {
  return 1 - gcr * (rowSkyView(gcr, cosTilt) + rowSkyView(gcr, -cosTilt));
}

/** @throws TypeError, RangeError for a ground coverage ratio that is not above 0, at most 1 */
export function checkGcr(name: string, gcr: unknown): void {
  if (typeof gcr !== "number") throw new TypeError(`${name} must be a number, got ${String(gcr)}`);
  if (!(gcr > 0 && gcr <= 1)) throw new RangeError(`${name} must be above 0 and at most 1, got ${gcr}`);
}

export interface InfiniteShedsInputs {
  /** Of the front, deg, 0…90. */
  surfaceTilt: ColumnInput;
  /** Of the front, deg, 0 = north, clockwise. */
  surfaceAzimuth: ColumnInput;
  /** Apparent, deg. */
  solarZenith: ColumnInput;
  solarAzimuth: ColumnInput;
  ghi: ColumnInput;
  dhi: ColumnInput;
  dni: ColumnInput;
  albedo: ColumnInput;
  /** W/m²; required for "haydavies". */
  dniExtra?: ColumnInput | undefined;
}

export interface InfiniteShedsOptions {
  /** Ground coverage ratio: width of a row over the distance between rows, above 0 up to 1. */
  gcr: number;
  /** Sky: isotropic, or with the light around the sun as beam (Hay & Davies 1980). Default "isotropic". */
  model?: "isotropic" | "haydavies" | undefined;
  /** Efficiency of the rear side over that of the front, 0…1. Default 0.8. */
  bifaciality?: number | undefined;
  /** Change of the rear irradiance by the mounting, −1…0. Default −0.02. */
  shadeFactor?: number | undefined;
  /** Change of the rear irradiance by what covers the cells, −1…0. Default 0. */
  transmissionFactor?: number | undefined;
}

const OUTPUTS = [
  "poaGlobal",
  "poaFront",
  "poaFrontDirect",
  "poaFrontDiffuse",
  "poaFrontSkyDiffuse",
  "poaFrontGroundDiffuse",
  "shadedFractionFront",
  "poaBack",
  "poaBackDirect",
  "poaBackDiffuse",
  "poaBackSkyDiffuse",
  "poaBackGroundDiffuse",
  "shadedFractionBack",
] as const;
type Outputs = { [name in (typeof OUTPUTS)[number]]: Float64Array };

/** cos 89°: below this height the ratio of Hay & Davies no longer grows. */
const COS_89 = 0.01745240643728351;

/**
 * Irradiance on the front and on the rear of modules in rows on level ground, far from the rows' ends. Where rows shade a part of the
 * width, the means over the width are given; the ground's light is its mean from row to row, so the height of the rows has no effect.
 *
 * Differs from pvlib: view factors are those of rows without end (pvlib cuts them off: up to 0.4 % of the sky), and the sun reaches the
 * ground between rows also below 5° of elevation across them. Modifiers of the incidence angle are left to the caller.
 *
 * @param inputs see `InfiniteShedsInputs`; irradiances in W/m²; numbers or arrays of one length
 * @param options see `InfiniteShedsOptions`
 * @returns W/m² on the front (`poaFront…`), on the rear (`poaBack…`, before bifaciality and factors) and together (`poaGlobal`); shares of
 *   the width in the shadow of the next row (`shadedFraction…`, 0…1); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function infiniteSheds(inputs: InfiniteShedsInputs, options: InfiniteShedsOptions): Outputs {
  const { gcr, model = "isotropic", bifaciality = 0.8, shadeFactor = -0.02, transmissionFactor = 0 } = options ?? {};
  checkGcr("infiniteSheds: gcr", gcr);
  checkNumbers("infiniteSheds", { bifaciality }, 0, 1);
  checkNumbers("infiniteSheds", { shadeFactor, transmissionFactor }, -1, 0);
  if (model !== "isotropic" && model !== "haydavies") {
    throw new RangeError(`infiniteSheds: model must be isotropic or haydavies, got ${String(model)}`);
  }
  if (model === "haydavies" && inputs.dniExtra === undefined) {
    throw new TypeError("infiniteSheds: dniExtra is required for haydavies");
  }
  const c = columnsOf(
    "infiniteSheds",
    inputs,
    ["surfaceTilt", "surfaceAzimuth", "solarZenith", "solarAzimuth", "ghi", "dhi", "dni", "albedo"],
    { dniExtra: 1361 },
  );
  const out = emptyColumns(OUTPUTS, c.n);
  const rear = bifaciality * (1 + shadeFactor) * (1 + transmissionFactor);
  for (let i = 0; i < c.n; i++) {
    const up = cos(c.solarZenith[i]! * DEG);
    const across = sin(c.solarZenith[i]! * DEG) * cos((c.solarAzimuth[i]! - c.surfaceAzimuth[i]!) * DEG);
    const [cosTilt, sinTilt] = [cos(c.surfaceTilt[i]! * DEG), sin(c.surfaceTilt[i]! * DEG)];
    // The light around the sun, taken from the sky and added to the beam.
    const around =
      model === "haydavies" ? (c.dhi[i]! * Math.max(c.dni[i]! / c.dniExtra[i]!, 0)) / Math.max(up, COS_89) : 0;
    const diffuse = c.dhi[i]! - around * Math.max(up, 0);
    const beam = c.dni[i]! + around;
    const lit = up > 0 ? sunlitGround(gcr, cosTilt, sinTilt, across / up) : 0;
    const ground = c.albedo[i]! * (lit * (c.ghi[i]! - diffuse) + groundSkyView(gcr, cosTilt) * diffuse);
    for (const [side, facing] of [
      ["Front", 1],
      ["Back", -1],
    ] as const) {
      const cosIncidence = facing * (across * sinTilt + up * cosTilt);
      const shaded = up > 0 ? shadedWidth(gcr, facing * cosTilt, sinTilt, (facing * across) / up, cosIncidence) : 0;
      const direct = beam * Math.max(cosIncidence, 0) * (1 - shaded);
      const sky = diffuse * rowSkyView(gcr, facing * cosTilt);
      const reflected = ground * rowSkyView(gcr, -facing * cosTilt);
      out[`poa${side}Direct`][i] = direct;
      out[`poa${side}SkyDiffuse`][i] = sky;
      out[`poa${side}GroundDiffuse`][i] = reflected;
      out[`poa${side}Diffuse`][i] = sky + reflected;
      out[`poa${side}`][i] = direct + sky + reflected;
      out[`shadedFraction${side}`][i] = shaded;
    }
    out.poaGlobal[i] = out.poaFront[i]! + rear * out.poaBack[i]!;
  }
  return out;
}
