/** The module of a system: a kind, a product by name, a data sheet, or parameters of a model. */
import { PVWATTS_MODULES } from "../models/pv/index.js";
import { choice, either, type Field, named, number, object, text, whole } from "./fields.js";
import type { PvModule } from "./types.js";

const KINDS = Object.keys(PVWATTS_MODULES) as (keyof typeof PVWATTS_MODULES)[];

const datasheet = object(
  {
    vMp: number(0.1, 1000, "voltage at the maximum power point, V"),
    iMp: number(0.01, 100, "current there, A"),
    vOc: number(0.1, 1000, "open-circuit voltage, V"),
    iSc: number(0.01, 100, "short-circuit current, A"),
    alphaSc: number(-1, 1, "change of the short-circuit current with temperature, %/°C"),
    betaVoc: number(-2, 0, "change of the open-circuit voltage with temperature, %/°C"),
    gammaPmp: number(-2, 0, "change of the maximum power with temperature, %/°C"),
    cellsInSeries: whole(1, 1000, "cells in series"),
  },
  "what a data sheet says of a module at 1000 W/m² and 25 °C",
  ["vMp", "iMp", "vOc", "iSc", "alphaSc", "betaVoc", "cellsInSeries"],
);

const numbers = (description: string) =>
  named(number(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, ""), 40, description);

export const MODULE = either(
  (value) => typeof value === "object" && value !== null,
  object(
    {
      name: text("a product of the CEC's or of Sandia's list"),
      datasheet,
      cec: numbers("parameters of the single-diode model, as calcparamsCec names them"),
      sapm: numbers("Sandia's parameters, as sapm names them"),
    },
    "a product by name, a data sheet, or parameters",
  ),
  choice(KINDS, "kind of module, as PVWatts has them"),
  "the module; default standard, -0.37 %/°C",
) as unknown as Field<PvModule>;
