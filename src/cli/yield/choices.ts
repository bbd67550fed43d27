/** The names that options of `yield` choose from. Written out, so that offering them loads no model; the compiler knows all there are. */
import type { YieldSystem } from "../../yield/index.js";

type Names<Choice extends "iam" | "cellTemperature" | "module" | "spectrum"> = {
  readonly [name in Extract<NonNullable<YieldSystem[Choice]>, string>]: true;
};

const module: Names<"module"> = { standard: true, premium: true, thinFilm: true };
const iam: Names<"iam"> = { physical: true, ashrae: true, martinRuiz: true, schlick: true, none: true };
const cellTemperature: Names<"cellTemperature"> = { sapm: true, pvsyst: true, faiman: true, ross: true, noctSam: true };
const spectrum: Names<"spectrum"> = { none: true, deSoto: true, sapm: true, firstSolar: true, caballero: true };

export const MODULES = Object.keys(module);
export const IAM = Object.keys(iam);
export const CELL_TEMPERATURES = Object.keys(cellTemperature);
export const SPECTRA = Object.keys(spectrum);
