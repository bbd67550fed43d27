/**
 * Optical masses and transmittances of the gases in the two bands of REST2 (C. A. Gueymard 2008, Solar Energy 82, 272–285; as
 * in rest2-v5.ts). `mp`: Rayleigh mass times p/p0; amounts in atm-cm (ozone `uo`, nitrogen dioxide `un`) and cm (water `w`).
 */
import { pow } from "../../../foundation/math/index.js";

/** 1/(cos z + c1·z^c2/(c3 − z)^c4) for a zenith z in degrees. */
function opticalMass(mu: number, zenith: number, c1: number, c2: number, c3: number, c4: number): number {
  return 1 / (mu + c1 * pow(zenith, c2) * pow(c3 - zenith, -c4));
}

export function rayleighMass(mu: number, zenith: number): number {
  return opticalMass(mu, zenith, 0.48353, 0.095846, 96.741, 1.754);
}

export function aerosolMass(mu: number, zenith: number): number {
  return opticalMass(mu, zenith, 0.16851, 0.18198, 95.318, 1.9542);
}

/** Also of nitrogen dioxide, as in all codes. */
export function waterMass(mu: number, zenith: number): number {
  return opticalMass(mu, zenith, 0.10648, 0.11423, 93.781, 1.9203);
}

export function ozoneMass(mu: number, zenith: number): number {
  return opticalMass(mu, zenith, 1.0651, 0.6379, 101.8, 2.2694);
}

export function rayleigh1(mp: number): number {
  return (1 + mp * (1.8169 - 0.033454 * mp)) / (1 + mp * (2.063 + 0.31978 * mp));
}

export function rayleigh2(mp: number): number {
  return (1 - 0.010394 * mp) / (1 - 0.00011042 * mp * mp);
}

export function mixed1(mp: number): number {
  return (1 + mp * (0.95885 + 0.012871 * mp)) / (1 + mp * (0.96321 + 0.015455 * mp));
}

export function mixed2(mp: number): number {
  return (1 + mp * (0.27284 - 0.00063699 * mp)) / (1 + 0.30306 * mp);
}

export function ozone1(uo: number, m: number): number {
  const f1 = (uo * (10.979 - 8.5421 * uo)) / (1 + uo * (2.0115 + 40.189 * uo));
  const f2 = (uo * (-0.027589 - 0.005138 * uo)) / (1 + uo * (-2.4857 + 13.942 * uo));
  const f3 = (uo * (10.995 - 5.5001 * uo)) / (1 + uo * (1.6784 + 42.406 * uo));
  return (1 + m * (f1 + f2 * m)) / (1 + f3 * m);
}

/** Within 0–1: the fit passes 1 for little nitrogen dioxide, as the codes know, and 0 for much of it at the horizon. */
export function nitrogen1(un: number, m: number): number {
  const un2 = un * un;
  const g1 = (0.17499 + 41.654 * un - 2146.4 * un2) / (1 + 22295 * un2);
  const g2 = (un * (-1.2134 + 59.324 * un)) / (1 + 8847.8 * un2);
  const g3 = (0.17499 + 61.658 * un + 9196.4 * un2) / (1 + 74109 * un2);
  return Math.min(Math.max((1 + m * (g1 + g2 * m)) / (1 + g3 * m), 0), 1);
}

export function water1(w: number, m: number): number {
  const h1 = (w * (0.065445 + 0.00029901 * w)) / (1 + 1.2728 * w);
  const h2 = (w * (0.065687 + 0.0013218 * w)) / (1 + 1.2008 * w);
  return (1 + h1 * m) / (1 + h2 * m);
}

export function water2(w: number, m: number): number {
  const c1 = (w * (19.566 + w * (-1.6506 + 1.0672 * w))) / (1 + w * (5.4248 + 1.6005 * w));
  const c2 = (w * (0.50158 + w * (-0.14732 + 0.047584 * w))) / (1 + w * (1.1811 + 1.0699 * w));
  const c3 = (w * (21.286 + w * (-0.39232 + 1.2692 * w))) / (1 + w * (4.8318 + 1.412 * w));
  const c4 = (w * (0.70992 + w * (-0.23155 + 0.096514 * w))) / (1 + w * (0.44907 + 0.75425 * w));
  return (1 + m * (c1 + c2 * m)) / (1 + m * (c3 + c4 * m));
}
