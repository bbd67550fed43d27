/**
 * Tests of the indices of a row: of the beam kn = DNI/E0, of clearness kt = GHI/(E0·cos z) and of diffuse light k = DHI/GHI.
 *
 * Forstinger et al. 2021, Expert quality control of solar radiation ground data sets, ISES Solar World Congress 2021, doi
 * 10.18086/swc.2021.38.02. A row outside of a test's domain passes it; the limits themselves do not pass.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** W/m²: indices of less light say nothing; 150 where a clear sky is set apart from clouds. */
const LEAST_LIGHT = 50;
const LEAST_CLEAR_LIGHT = 150;
/** Of the beam, W/m²: at sea level, and more for each metre of altitude. */
const MOST_BEAM = 1100;
const BEAM_PER_METRE = 0.03;
const BRIGHTEST_KT = 1.35;
/** Of the diffuse share, with the sun above 15° and below; and of a clear sky, kt > 0.6. */
const MOST_DIFFUSE = { high: 1.05, low: 1.1, clear: 0.96 };
const CLEAR = 0.6;
const [LOW_SUN, LAST_ZENITH] = [75, 85];

const OUTPUTS = ["knBelowKt", "knLimit", "ktLimit", "kLimit", "kClearLimit"] as const;

/** Of each test 1 where the row passes, 0 where it fails, without unit. @experimental */
export type KTests = { [test in (typeof OUTPUTS)[number]]: Float64Array };

/** Row kernel: ghi, dhi, dni, dniExtra (W/m²), solarZenith (degrees), altitude (m) → the five flags; NaN for NaN. */
export function kTestsRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  dhi: Float64Array,
  dni: Float64Array,
  dniExtra: Float64Array,
  solarZenith: Float64Array,
  altitude: Float64Array,
  flags: KTests,
): void {
  for (let i = i0; i < i1; i++) {
    const [global, extra, zenith] = [ghi[i]!, dniExtra[i]!, solarZenith[i]!];
    const kn = dni[i]! / extra;
    const kt = global / (extra * cos(zenith * DEG));
    const k = global > 0 ? dhi[i]! / global : 0;
    const lit = global > LEAST_LIGHT;
    const most = zenith < LOW_SUN ? MOST_DIFFUSE.high : MOST_DIFFUSE.low;
    const isClear = kt > CLEAR && global > LEAST_CLEAR_LIGHT && zenith < LAST_ZENITH;
    const missing = 0 * (kn + kt + dhi[i]! + altitude[i]!);
    flags.knBelowKt[i] = missing + (lit && kn > 0 && kt > 0 && !(kn < kt) ? 0 : 1);
    flags.knLimit[i] = missing + (lit && kn > 0 && !(kn < (MOST_BEAM + BEAM_PER_METRE * altitude[i]!) / extra) ? 0 : 1);
    flags.ktLimit[i] = missing + (lit && kt > 0 && !(kt < BRIGHTEST_KT) ? 0 : 1);
    flags.kLimit[i] = missing + (lit && k > 0 && !(k < most) ? 0 : 1);
    flags.kClearLimit[i] = missing + (isClear && k > 0 && !(k < MOST_DIFFUSE.clear) ? 0 : 1);
  }
}

/**
 * The K-tests: whether the beam is weaker than the clearness says (kn < kt) and than any beam at the altitude, clearness below 1.35, and
 * the diffuse share of GHI below 1.05 (1.10 from 75° of zenith on), and below 0.96 under a clear sky.
 *
 * @param inputs `ghi`, `dhi`, `dni` in W/m²; `dniExtra`: extraterrestrial normal irradiance in W/m²; `solarZenith`: true zenith in
 *   degrees; `altitude` in m
 * @returns `knBelowKt`, `knLimit`, `ktLimit`, `kLimit`, `kClearLimit`, without unit: 1 where the row passes or the test says nothing, 0
 *   where it fails; NaN for NaN in any input
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Forstinger et al. 2021, see the file.
 * @experimental
 */
export function kTests(inputs: {
  ghi: ColumnInput;
  dhi: ColumnInput;
  dni: ColumnInput;
  dniExtra: ColumnInput;
  solarZenith: ColumnInput;
  altitude: ColumnInput;
}): KTests {
  const { ghi, dhi, dni, dniExtra, solarZenith, altitude } = inputs;
  const c = toColumns("kTests", { ghi, dhi, dni, dniExtra, solarZenith, altitude });
  const flags = Object.fromEntries(OUTPUTS.map((name) => [name, new Float64Array(c.n)])) as KTests;
  kTestsRows(0, c.n, c.ghi, c.dhi, c.dni, c.dniExtra, c.solarZenith, c.altitude, flags);
  return flags;
}
