/**
 * Global irradiance over snow, as it would be over bare ground: light goes back and forth between snow and sky and brightens
 * both, which a model that splits GHI would take for a clearer sky.
 *
 * A sky of albedo s over ground of albedo ρ has 1/(1 − ρ·s) times the light of a sky over black ground: a sum that holds for
 * broken clouds, too, if s is their spherical albedo (H. W. Barker, J. A. Davies (1992), Solar radiative fluxes for broken cloud
 * fields above reflecting surfaces, Journal of the Atmospheric Sciences 49, 749–761). That of the clear sky is 0.07 (0.0685 in
 * A. A. Lacis, J. E. Hansen (1974), A parameterization for the absorption of solar radiation in the earth's atmosphere, Journal
 * of the Atmospheric Sciences 31, 118–133).
 *
 * Ours: cloud that sends the share c of the light from below down again takes 1.8·c from the light above, the rest being lost
 * in it and to the dark ground around; so c follows from GHI. Fitted to one place with measured albedo, judged on others
 * (research/decomposition.md): a constant albedo of the sky fails, because clear sky over snow is brighter by 6 %, overcast by half.
 */
import { BARE_GROUND_ALBEDO } from "../transposition/plane.js";

/** Up to here the ground may be sand or dry grass, as at the stations that the models were fitted to: nothing changes. */
export const SNOW_FROM = 0.3;
/** From here on it is snow, and counts in full; between, linear. */
export const SNOW_WHOLE = 0.4;
/** Albedo of the clear sky as seen from below. */
export const CLEAR_SKY_ALBEDO = 0.07;
/** What cloud takes from the light above, per share that it sends down again from below. */
export const CLOUD_TAKES = 1.8;

/** Albedo 0.2…1 of the ground as far as it brightens the sky. */
function snowAlbedo(albedo: number): number {
  if (!(albedo > SNOW_FROM)) return BARE_GROUND_ALBEDO;
  if (albedo >= SNOW_WHOLE) return albedo;
  return BARE_GROUND_ALBEDO + ((SNOW_WHOLE - BARE_GROUND_ALBEDO) / (SNOW_WHOLE - SNOW_FROM)) * (albedo - SNOW_FROM);
}

/** How much bright ground brightens a sky of this albedo, compared with bare ground. */
function brightening(ground: number, sky: number): number {
  return (1 - BARE_GROUND_ALBEDO * sky) / (1 - ground * sky);
}

/**
 * Row kernel: GHI as it would be over bare ground, W/m², from that over ground of `albedo` and of the clear sky over bare
 * ground. It is `ghi` to the last bit where the albedo is at most 0.3 or unknown.
 *
 * @param cloudTakes for the study of its value
 * @returns whether any row differs
 */
export function overBareGroundRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  clearGhi: Float64Array,
  albedo: Float64Array,
  overBareGround: Float64Array,
  cloudTakes: number = CLOUD_TAKES,
): boolean {
  let some = false;
  for (let i = i0; i < i1; i++) {
    const global = ghi[i]!;
    overBareGround[i] = global;
    if (!(albedo[i]! > SNOW_FROM && global > 0)) continue;
    const ground = snowAlbedo(albedo[i]!);
    // The share of the clear sky's light over the same snow; above it, and in twilight without any, nothing is missing.
    const clear = clearGhi[i]! * brightening(ground, CLEAR_SKY_ALBEDO);
    const share = global < clear ? global / clear : 1;
    const cloud = (1 - share) / (cloudTakes - ground * share);
    overBareGround[i] = global / brightening(ground, CLEAR_SKY_ALBEDO + (1 - CLEAR_SKY_ALBEDO) * cloud);
    some = true;
  }
  return some;
}
