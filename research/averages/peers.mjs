// How other tools make a plane's irradiance of an interval: one representative sun for the whole interval.
import { means } from "./truth.mjs";

/** Below this cosine of zenith (88°) the beam on the plane is taken as 0, as pvlib and its users do. */
const LEAST_COS_ZENITH = Math.cos((88 * Math.PI) / 180);

/** Each gives the step whose sun stands for interval k, or −1 for none; null: the averages of the cosines. */
export const PEERS = {
  "sun at the start": (k, per) => k * per,
  "sun at the middle": (k, per) => k * per + per / 2,
  "middle of the sunlit part": (k, per, sun) => {
    let first = -1;
    let last = -1;
    for (let i = k * per; i < (k + 1) * per; i++) {
      if (!(sun.up[i] > 0)) continue;
      if (first < 0) first = i;
      last = i;
    }
    return first < 0 ? -1 : (first + last) >> 1;
  },
  "average of the cosines": null,
};

const positive = (value) => Math.max(value, 0);

/** The sun and the plane's geometry of every interval as a method sees them, in the shape that the truth's are in. */
function representative(pick, sun, geometry, per) {
  const n = sun.n / per;
  const { cosIncidence, cosTilt, visible, ...rest } = geometry;
  const extraterrestrial = sun.extraterrestrial.filter((_, i) => i % per === 0);
  if (pick !== null) {
    const steps = Int32Array.from({ length: n }, (_, k) => pick(k, per, sun));
    const at = (column) => Float64Array.from(steps, (i) => column[i] ?? 0);
    return {
      sun: { n, step: sun.step * per, up: at(sun.up), elevation: at(sun.elevation), extraterrestrial },
      geometry: { ...rest, cosIncidence: at(cosIncidence), cosTilt: at(cosTilt), visible: at(visible) },
    };
  }
  const up = means(sun.up.map(positive), per);
  const seen = means(
    sun.up.map((u, i) => positive(u) * visible[i]),
    per,
  );
  const incident = means(
    cosIncidence.map((c, i) => (sun.up[i] > 0 ? positive(c) * visible[i] : 0)),
    per,
  );
  const share = seen.map((value, k) => (up[k] > 0 ? value / up[k] : 0));
  return {
    sun: { n, step: sun.step * per, up, elevation: up.map((u) => (Math.asin(u) * 180) / Math.PI), extraterrestrial },
    geometry: {
      ...rest,
      cosTilt: means(cosTilt, per),
      visible: share,
      cosIncidence: incident.map((value, k) => (share[k] > 0 ? value / share[k] : 0)),
    },
  };
}

/**
 * Global on the plane from interval means of GHI and DHI. `onPlane(sun, sky, geometry)` puts the light on the plane: the
 * formula that the truth is made with.
 */
export function peerMethod(pick, sun, geometry, given, per, onPlane) {
  const seen = representative(pick, sun, geometry, per);
  const dni = given.ghi.map((ghi, k) => {
    const up = seen.sun.up[k];
    return up > LEAST_COS_ZENITH ? Math.min((ghi - given.dhi[k]) / up, seen.sun.extraterrestrial[k]) : 0;
  });
  return onPlane(seen.sun, { dni, dhi: given.dhi, ghi: given.ghi }, seen.geometry);
}
