/**
 * A data sheet as parameters of the single-diode model. Where the sheet has the temperature coefficient of power, the other two are
 * adjusted for the curve to have it: Dobos 2012, J. Solar Energy Engineering 134, 021011 (the sixth parameter of the CEC's modules).
 */
import { calcparamsCec, fitDesoto, singlediode } from "../../physics/models/pv/index.js";
import {
  type PreparedModule,
  type SingleDiodeParameters,
  STC,
  sandiaModule,
  singleDiodeModule,
} from "../../physics/models/pv/modules.js";
import { pvwattsDcRows } from "../../physics/models/pv/pvwatts.js";
import { PVWATTS_MODULES } from "../../physics/models/pv/systems.js";
import { choice, either, type Field, number, object, text, whole } from "./fields.js";
import type { ModuleDatasheet, PvModule } from "./types.js";

/** A module whose sheet says gammaPmp is further than this from what its other numbers give has numbers of two modules, %/°C. */
const MOST_CONTRADICTION = 0.4;
/** The range of temperatures over which SAM takes the mean change of power, °C. */
const COLD_AND_HOT = [-10, 50] as const;
/** V. Cells of three junctions have 2.3. */
const VOLTS_PER_CELL = [0.3, 2.5] as const;
const MOST_STEPS = 30;

const DATASHEET = object(
  {
    vMp: number(0.1, 1000, "voltage at the maximum power point, V"),
    iMp: number(0.01, 100, "current there, A"),
    vOc: number(0.1, 1000, "open-circuit voltage, V"),
    iSc: number(0.01, 100, "short-circuit current, A"),
    alphaSc: number(-0.2, 0.6, "change of the short-circuit current with temperature, %/°C"),
    betaVoc: number(-2, 0, "change of the open-circuit voltage with temperature, %/°C"),
    gammaPmp: number(-2, 0, "change of the maximum power with temperature, %/°C"),
    cellsInSeries: whole(1, 1000, "cells in series"),
  },
  "what a data sheet says of a module at 1000 W/m² and 25 °C",
  ["vMp", "iMp", "vOc", "iSc", "alphaSc", "betaVoc"],
);

/** @throws RangeError for numbers that no module has, or that contradict one another, with the number */
export function fitDatasheet(sheet: ModuleDatasheet, where: string): SingleDiodeParameters {
  const { betaVoc, gammaPmp, cellsInSeries, vOc } = sheet;
  refuseUnit(where, "betaVoc", betaVoc, -0.16, `in V/°C it would be ${((100 * betaVoc) / vOc).toPrecision(2)} %/°C`);
  refuseUnit(where, "gammaPmp", gammaPmp, -0.1, "-0.0037 1/°C is -0.37 %/°C");
  const perCell = vOc / (cellsInSeries ?? vOc);
  if (perCell < VOLTS_PER_CELL[0] || perCell > VOLTS_PER_CELL[1]) {
    throw new RangeError(
      `${where}.cellsInSeries must be such that vOc is from ${VOLTS_PER_CELL.join(" to ")} V a cell, got ${perCell.toPrecision(3)} V`,
    );
  }
  const adjusted = (Adjust: number) => ({ ...adjustedFit(sheet, Adjust, where), Adjust });
  return gammaPmp === undefined ? adjusted(0) : withGamma(adjusted, gammaPmp, where);
}

function refuseUnit(where: string, name: string, value: number | undefined, most: number, idea: string): void {
  if (value === undefined || value <= most) return;
  throw new RangeError(`${where}.${name} must be at most ${most}, in %/°C, got ${value}: ${idea}`);
}

function adjustedFit(sheet: ModuleDatasheet, adjust: number, where: string): Omit<SingleDiodeParameters, "Adjust"> {
  const { vMp, iMp, vOc, iSc } = sheet;
  const alphaSc = (sheet.alphaSc / 100) * iSc;
  const betaVoc = (sheet.betaVoc / 100) * vOc;
  try {
    const warmer = { alphaSc: alphaSc * (1 - adjust / 100), betaVoc: betaVoc * (1 + adjust / 100) };
    return { ...fitDesoto({ vMp, iMp, vOc, iSc, ...warmer }), alphaSc };
  } catch (cause) {
    throw cause instanceof RangeError ? new RangeError(cause.message.replace("fitDesoto:", `${where}:`)) : cause;
  }
}

/** A step of an adjustment, shortened where it leads beyond what a module can be. */
function within(
  adjusted: (adjust: number) => SingleDiodeParameters,
  from: number,
  step: number,
): SingleDiodeParameters {
  try {
    return adjusted(from - step);
  } catch (cause) {
    if (Math.abs(step) < 1e-3) throw cause;
    return within(adjusted, from, step / 2);
  }
}

/** The secant method on the adjustment. */
function withGamma(
  adjusted: (adjust: number) => SingleDiodeParameters,
  gamma: number,
  where: string,
): SingleDiodeParameters {
  let [last, module] = [adjusted(0), adjusted(1)];
  let lastOff = gammaOf(last) - gamma;
  if (Math.abs(lastOff) > MOST_CONTRADICTION) {
    const others = `alphaSc and betaVoc give ${(lastOff + gamma).toFixed(2)} %/°C`;
    throw new RangeError(`${where}.gammaPmp contradicts the other numbers: ${others}, got ${gamma}`);
  }
  for (let n = 0; n < MOST_STEPS; n++) {
    const off = gammaOf(module) - gamma;
    if (Math.abs(off) < 1e-9) break;
    const step = (off * (module.Adjust - last.Adjust)) / (off - lastOff);
    [last, lastOff, module] = [module, off, within(adjusted, module.Adjust, step)];
  }
  return module;
}

/** Change of the maximum power, %/°C of that at 25 °C. */
function gammaOf(module: SingleDiodeParameters): number {
  const [cold, hot] = COLD_AND_HOT;
  const { pMp } = singlediode(calcparamsCec({ effectiveIrradiance: 1000, tempCell: [cold, 25, hot] }, module));
  return (100 * (pMp[2]! - pMp[0]!)) / (hot - cold) / pMp[1]!;
}

const KINDS = Object.keys(PVWATTS_MODULES) as (keyof typeof PVWATTS_MODULES)[];

const any = (description: string) => number(-1e12, 1e12, description);

const cecFields = object(
  {
    alphaSc: any("change of the short-circuit current with temperature, A/°C"),
    aRef: any("V"),
    ILRef: any("photocurrent, A"),
    IORef: any("saturation current, A"),
    RShRef: any("shunt resistance, Ω"),
    RS: any("series resistance, Ω"),
    Adjust: any("percent by which alphaSc is reduced; default 0: De Soto's parameters"),
    EgRef: any("band gap, eV; default silicon's, as for every module of the CEC's list"),
    dEgdT: any("its relative change with temperature, 1/K"),
  },
  "parameters of the single-diode model, as calcparamsCec or SAM's library names them",
  ["alphaSc", "aRef", "ILRef", "IORef", "RShRef", "RS"],
);
/** SAM's library of modules: a row of it can be passed unchanged but for what is no parameter. */
const SAM_NAMES: { readonly [name: string]: string } = {
  I_L_ref: "ILRef",
  I_o_ref: "IORef",
  R_sh_ref: "RShRef",
  R_s: "RS",
};

const cec: typeof cecFields = {
  schema: samSchema(),
  read(value, where) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) return cecFields.read(value, where);
    const named = Object.entries(value).map(([name, item]) => [
      Object.hasOwn(SAM_NAMES, name) ? SAM_NAMES[name] : name,
      item,
    ]);
    return cecFields.read(Object.fromEntries(named), where);
  },
};

/** Either name is accepted, so that none of those with two is required. */
function samSchema() {
  const { properties, required, ...rest } = cecFields.schema as {
    readonly properties: { readonly [name: string]: object };
    readonly required: readonly string[];
  };
  const added = Object.entries(SAM_NAMES).map(([theirs, ours]) => [theirs, properties[ours]]);
  const ours = Object.values(SAM_NAMES);
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(added) },
    required: required.filter((name) => !ours.includes(name)),
  };
}

const SAPM_NEEDED = [
  ...["Isco", "Impo", "Voco", "Vmpo", "Aisc", "Aimp", "Bvoco", "Bvmpo", "Mbvoc", "Mbvmp", "N", "Cells_in_Series"],
  ...["C0", "C1", "C2", "C3"],
];
/** Points of the curve beside maximum power, and the optics, which have stages of their own. */
const SAPM_OTHERS = [
  ...["IXO", "C4", "C5", "IXXO", "C6", "C7", "A0", "A1", "A2", "A3", "A4", "B0", "B1", "B2", "B3", "B4", "B5", "FD"],
];
const sapm = object(
  Object.fromEntries([...SAPM_NEEDED, ...SAPM_OTHERS].map((name) => [name, any("as SAM's library names it")])),
  "Sandia's parameters; A0 to B5 and FD are not used: reflection and spectrum are the system's",
  SAPM_NEEDED,
);

const given = object(
  { name: text("a product of the CEC's or of Sandia's list"), datasheet: DATASHEET, cec, sapm },
  "a product by name, a data sheet, or parameters",
);

export const MODULE = either(
  (value) => typeof value === "object" && value !== null,
  given,
  choice(KINDS, "kind of module, as PVWatts has them"),
  "the module; default standard, -0.37 %/°C",
) as unknown as Field<PvModule>;

const SILICON = { EgRef: 1.121, dEgdT: -0.0002677 };

/** Parameters of the single-diode model, where the module has them or a data sheet. @throws RangeError as `fitDatasheet` */
function cecOf(module: Exclude<PvModule, string>, where: string): SingleDiodeParameters | undefined {
  if ("datasheet" in module) return fitDatasheet(module.datasheet, `${where}.datasheet`);
  if (!("cec" in module)) return undefined;
  const { Adjust = 0, EgRef = SILICON.EgRef, dEgdT = SILICON.dEgdT } = module.cec;
  return { ...module.cec, Adjust, EgRef, dEgdT, irradRef: STC[0], tempRef: STC[1] };
}

/**
 * @param gammaPdc of the system, which belongs to PVWatts' modules alone
 * @returns voltage of maximum power of one module at standard test conditions, V; null: the module has only a power
 * @throws TypeError, RangeError for no module or two, a name whose parameters are not there, and numbers that no module has
 */
export function checkModule(module: PvModule | undefined, gammaPdc: number | undefined, where: string): number | null {
  if (module === undefined || typeof module === "string") return null;
  const models = (["datasheet", "cec", "sapm"] as const).filter((key) => key in module);
  if (models.length > 1)
    throw new RangeError(`${where} must be one of datasheet, cec and sapm, got ${models.join(" and ")}`);
  if (models.length === 0) {
    if (!("name" in module)) throw new TypeError(`${where} must have a name, a datasheet, cec or sapm`);
    const name = JSON.stringify(module.name);
    throw new RangeError(`${where}: ${name} is only a name: put its parameters in with await resolveSystem(system)`);
  }
  if (gammaPdc !== undefined) {
    throw new RangeError(`${where}: gammaPdc, got ${gammaPdc}, has no effect on a module that has a ${models[0]}`);
  }
  return preparedModule(module, where)?.volts ?? null;
}

function preparedModule(module: Exclude<PvModule, string>, where: string): PreparedModule | undefined {
  const cec = cecOf(module, where);
  if (cec !== undefined) return singleDiodeModule(`${where}.cec`, cec);
  return "sapm" in module ? sandiaModule(`${where}.sapm`, module.sapm) : undefined;
}

/** `rows` writes the voltage where `volts` is a number; null: the module has no voltage, only a power. */
export interface ModuleDc extends Pick<PreparedModule, "rows"> {
  readonly volts: number | null;
}

/** The modules of a checked system as its chain takes them. They have memory to work in: one for each run. */
export function moduleDc({ module, options }: ModuleAndGamma): ModuleDc {
  const prepared = typeof module === "object" ? preparedModule(module, "system.module") : undefined;
  if (prepared !== undefined) return prepared;
  const { gammaPdc = PVWATTS_MODULES.standard } = options;
  const [irradiance, temperature] = STC;
  return {
    rows: (i0, i1, effective, tempCell, pdc) =>
      pvwattsDcRows(i0, i1, effective, tempCell, irradiance, gammaPdc, temperature, pdc),
    volts: null,
  };
}

interface ModuleAndGamma {
  readonly module: PvModule | undefined;
  readonly options: { readonly gammaPdc?: number | undefined };
}
