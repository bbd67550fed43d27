/**
 * Row kernels on the columns of the block. Each function here is no more than the call of one kernel: V8 puts the kernel
 * into it, and its arrays are constants there (see block-columns.ts).
 */
import { extraterrestrialRows, SOLAR_CONSTANT } from "../models/solar-position/extraterrestrial.js";
import { STEPS } from "./block-columns.js";
import { airmassRows } from "./kernels/airmass.js";
import { elevationRows } from "./kernels/angles.js";
import { refractRows } from "./kernels/refraction.js";
import { trackerRows } from "./kernels/tracker.js";

const s = STEPS;

export function refractBlock(i0: number, i1: number, pressureHpa: number, temperature: number): void {
  refractRows(i0, i1, s.east, s.north, s.up, pressureHpa, temperature);
}

export function elevationBlock(i0: number, i1: number): void {
  elevationRows(i0, i1, s.east, s.north, s.up, s.elevation);
}

export function extraterrestrialBlock(i0: number, i1: number): void {
  extraterrestrialRows(i0, i1, s.distance, SOLAR_CONSTANT, s.extraterrestrialNormal);
}

export function airmassBlock(i0: number, i1: number): void {
  airmassRows(i0, i1, s.up, s.relativeAirmass);
}

export function trackerBlock(i0: number, i1: number, maxAngle: number, gcr: number): void {
  trackerRows(i0, i1, s.east, s.up, maxAngle, gcr, s.rotation, s.cosIncidence, s.cosTilt);
}
