/** The description of a system, field by field: ranges, units, words; its JSON schema follows. */

import { shown } from "../../foundation/text/shown.js";
import { PVWATTS_LOSSES } from "../../physics/models/pv/index.js";
import {
  SPECTRAL_MODULES,
  SYSTEM_CELL_TEMPERATURE,
  SYSTEM_IAM,
  SYSTEM_SPECTRA,
} from "../../physics/models/pv/system-parts.js";
import { checkShade, MOST_CELLS, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import {
  camelCase,
  choice,
  either,
  type Field,
  type Fields,
  flag,
  list,
  named,
  number,
  object,
  power,
  text,
  whole,
} from "./fields.js";
import { LOSS_SETS } from "./losses.js";
import { MODULE } from "./module.js";
import { AGEING, CLIPPING, SMOOTHING, SNOW, SOILING } from "./over-time.js";
import { BATTERY, HOUSE } from "./own-use.js";
import { MODULES, SCENE } from "./scene.js";
import type { LossSetName, PvSystem } from "./types.js";

/** More than these are a list of systems: a bulk run. */
const MOST_PLANES = 100;
const MOST_INVERTERS = 100;
/** No module loses more than 5 % a degree or gains: such a number is in percent, or has lost its sign. */
const LEAST_GAMMA = -0.05;

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const tracker = object(
  {
    mode: choice(["single-axis", "dual-axis"], "a dual-axis tracker takes only max_angle besides"),
    axisTilt: number(0, 90, "degrees"),
    axisAzimuth: number(0, 360, "direction to which a tilted axis falls, degrees"),
    maxAngle: number(0, 90, "largest rotation either way, degrees"),
    gcr: positive("ground coverage ratio, above 0 up to 1, for backtracking"),
    backtrack: flag("turn back where rows would shade one another; default true"),
    crossAxisTilt: number(-90, 90, "tilt of the ground across the axes, degrees"),
  },
  "a tracker: by default a horizontal north–south axis, ±45°, with backtracking",
);

const rows = object(
  {
    gcr: positive("width of a row over the distance of rows, above 0 up to 1; a tracker has its own"),
    blocks: whole(1, 100, "sections of cells behind one bypass diode, over the width of a row"),
    height: number(0, 1000, "of the middle of a row above the ground, in widths of a row, for the rear; default 0.6"),
  },
  "the plane is one of many rows that shade one another",
);

const bifacial = object(
  {
    factor: number(0, 1, "efficiency of the rear side over the front's"),
    shadeFactor: number(-1, 0, "change of the rear irradiance by the mounting; default -0.02"),
    transmissionFactor: number(-1, 0, "change of the rear irradiance by what covers the cells; default 0"),
  },
  "cells that use light on both sides; the planes need rows",
  ["factor"],
);

const MOST_NODES = 4_000_000;
const edges = object(
  {
    parts: list(whole(0, 255, "0: even"), [4, 130_000], "into how many parts the sides of each cell are divided"),
    start: list(whole(0, MOST_NODES, "place in nodes"), [4, 130_000], "where the points of each cell start in nodes"),
    nodes: list(list(number(0, 1, ""), [0, MOST_NODES], "share of the light"), [1, 12], "for the year, or by month"),
  },
  "points within cells, between which the share is bilinear: readScene writes them for tables",
  ["parts", "start", "nodes"],
);

const shadeFields = object(
  {
    azimuthStep: number(0, 360, "degrees of a cell, clockwise from north: they divide 360"),
    elevationStep: number(0, 90, "degrees of a cell, from the horizon up: they divide 90"),
    passes: handedCells(),
    diffuse: either(
      (value) => typeof value === "number",
      number(0, 1, "share of the sky's light that remains"),
      choice(
        ["map", "open"],
        "whether the map shades the sky's light, too, or the sun's alone; default map",
        "or a share",
      ),
      "what becomes of the sky's light",
    ),
    edges,
  },
  "what stands before the sky, by direction",
  ["azimuthStep", "elevationStep", "passes"],
);

/** One list of cells is read as a list of one. */
const shade: Field<ShadeMap> = {
  schema: shadeFields.schema,
  read: (value, where) => checkShade(shadeFields.read(value, where), where),
};

/** Of any number of cells: what their steps ask for is checked with them. */
function handedCells(): Field<unknown> {
  const pass = { type: "number", minimum: 0, maximum: 1 };
  const cells = { type: "array", items: pass, minItems: 1, maxItems: MOST_CELLS };
  const description =
    "share of the light that passes each cell, azimuth first: one list for the year, or 12 from January";
  return {
    schema: { anyOf: [cells, { type: "array", items: cells, minItems: 1, maxItems: 12 }], description },
    read: (value) => value,
  };
}

const PLANE_FIELDS = {
  surfaceTilt: number(0, 90, "degrees, 0 horizontal, 90 vertical; default 0"),
  surfaceAzimuth: azimuth(),
  kwp: number(0, 1e9, "peak power in kW; default 1"),
  trackingMode: choice(["none", "1_axis"], "1_axis: a tracker; default none, or 1_axis with tracker"),
  tracker: handed(tracker),
  rows: handed(rows),
  bifacial,
  horizon: list(elevation(), [360, 360], "elevations of the horizon line that this plane sees, from north clockwise"),
  inverter: text("name of its inverter among the system's inverters"),
  modulesPerString: whole(1, 1000, "modules in series"),
  string: text(
    "planes of one inverter with the same name here are one string, their modules in series; default: each has its own tracker",
  ),
  shade,
  modules: MODULES,
} satisfies Fields;

const plane = object(PLANE_FIELDS, "modules of one direction");

/** Checked where trackers and rows are prepared, with messages of their own; the schema is that of the fields. */
function handed(field: Field<unknown>): Field<never> {
  return {
    schema: field.schema,
    read: (value, where) => (isFlat(value) ? camelKeys(value) : field.read(value, where)) as never,
  };
}

/** An object of plain values. */
function isFlat(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value) && !Object.values(value as object).some(isObject);
}

function camelKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [camelCase(key), item]));
}

function positive(description: string): Field<number> {
  return {
    schema: { type: "number", exclusiveMinimum: 0, maximum: 1, description },
    read: number(0, 1, description).read,
  };
}

/** The engine's: no line is in the zenith, and none is below the ground. */
function elevation(): Field<number> {
  const { read } = number(0, 90, "");
  return {
    schema: { type: "number", minimum: 0, exclusiveMaximum: 90, description: "degrees" },
    read(value, where) {
      if (read(value, where) < 90) return value as number;
      throw new RangeError(`${where} must be below 90, got ${value}`);
    },
  };
}

function azimuth(): Field<number> {
  const { schema, read } = number(0, 360, "degrees, 0 north, 90 east, 180 south; required for a tilted plane");
  return {
    schema,
    read(value, where) {
      if (typeof value !== "number" || !(value < 0 && value >= -180)) return read(value, where);
      const other = `where azimuths count from south, as in PVGIS, add 180: ${value + 180}`;
      throw new RangeError(`${where} must be from 0 (north) to 360, got ${value}; ${other}`);
    },
  };
}

const SANDIA = ["Paco", "Pdco", "Vdco", "Pso", "C0", "C1", "C2", "C3", "Pnt"];
const inverter = object(
  {
    acPower: power("rated AC power: what it gives at most"),
    efficiency: number(0.1, 1, "nominal efficiency; default: the system's"),
    name: text("a product of the CEC's list"),
    sandia: object(
      Object.fromEntries(SANDIA.map((name) => [name, number(-1e12, 1e12, "as SAM's library of inverters names it")])),
      "Sandia's parameters of one inverter",
      SANDIA,
    ),
    count: whole(1, 1_000_000, "how many of them, with Sandia's parameters"),
  },
  "an inverter that planes share",
);

const percent = (description: string) => number(0, 100, `percent; ${description}`);
const options = (description: string): Field<{ readonly [name: string]: number }> =>
  named(number(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, ""), 20, description);

const LOSS_ITEMS = Object.keys(PVWATTS_LOSSES) as (keyof typeof PVWATTS_LOSSES)[];
const LOSS_NAMES = Object.keys(LOSS_SETS) as LossSetName[];
const ofSets = (name: (typeof LOSS_ITEMS)[number]) =>
  `default: ${LOSS_SETS.owner[name]}; a bank's: ${LOSS_SETS.bank[name]}`;

const losses = either(
  isObject,
  object(
    {
      ...(Object.fromEntries(LOSS_ITEMS.map((name) => [name, percent(ofSets(name))])) as {
        readonly [name in (typeof LOSS_ITEMS)[number]]: Field<number>;
      }),
      set: choice(LOSS_NAMES, "which the items differ from; default owner"),
    },
    "the items that differ from a set's",
  ),
  either(
    (value) => typeof value === "string",
    choice(
      LOSS_NAMES,
      "owner: what healthy plants show, 8.2 %; bank: PVWatts', 14.08 %",
      "or a number or items in percent",
    ),
    percent("all losses before the inverter together"),
    "a set, or all together",
  ),
  "losses before the inverter; default: owner",
);

const iamOptions = object(
  {
    n: number(1, 5, "physical: refractive index of the cover; default 1.526"),
    K: number(0, 1000, "physical: extinction in the cover, 1/m; default 4"),
    L: number(0, 0.1, "physical: thickness of the cover, m; default 0.002"),
    nAr: number(1, 5, "physical: refractive index of its coating; default 1.3; equal to n: no coating"),
    b: number(0, 1, "ashrae: default 0.05"),
    aR: number(0, 1, "martinRuiz: default 0.16"),
  },
  "options of the reflection, in place of its own",
);

const SYSTEM_FIELDS = {
  planes: {
    ...list(plane, [1, MOST_PLANES], "one or more planes; east and west are two"),
    read(value: unknown, where: string) {
      if (Array.isArray(value) && value.length > MOST_PLANES) {
        const other = "describe plants of equal planes as one, or many systems as a bulk run";
        throw new RangeError(`${where} must be at most ${MOST_PLANES} planes, got ${value.length}; ${other}`);
      }
      if (Array.isArray(value) && value.length > 0) return value.map((one, k) => plane.read(one, `${where}[${k}]`));
      throw new TypeError(`${where} must be a list of at least one plane, got ${shown(value)}`);
    },
  },
  losses,
  dcAcRatio: number(0.1, 10, "rated DC over rated AC power; default 1.2"),
  inverterEfficiency: number(0.1, 1, "nominal efficiency of the inverter; default 0.96"),
  module: MODULE,
  gammaPdc: gamma(),
  iam: choice(
    Object.keys(SYSTEM_IAM) as (keyof typeof SYSTEM_IAM)[],
    "reflection at the cover; default physical: coated glass",
  ),
  iamOptions,
  cellTemperature: choice(
    Object.keys(SYSTEM_CELL_TEMPERATURE) as (keyof typeof SYSTEM_CELL_TEMPERATURE)[],
    "temperature of the cells; default sapm: open rack",
  ),
  cellTemperatureOptions: options("options of the cell temperature, in place of its own"),
  bifacial,
  shade,
  scene: SCENE,
  snow: SNOW,
  soiling: SOILING,
  spectrum: choice(
    SYSTEM_SPECTRA,
    "spectral correction; default none; firstSolar needs the weather's precipitable water, caballero its aerosol, too",
  ),
  spectralModule: choice(SPECTRAL_MODULES, "module of firstSolar and caballero; default by the kind of module"),
  inverter,
  inverters: named(inverter, MOST_INVERTERS, "inverters by name, for planes that name them"),
  exportLimit: power("power that the grid takes at most"),
  clipping: CLIPPING,
  smoothing: SMOOTHING,
  cabling: object(
    { dc: percent("at rated power"), ac: percent("at rated power") },
    "ohmic losses, which grow with the square of the power",
  ),
  transformer: object(
    { noLoad: percent("of the rated AC power, always"), load: percent("at rated power, with its square") },
    "losses of a transformer",
  ),
  ageing: AGEING,
  battery: BATTERY,
  house: HOUSE,
} satisfies Fields;

const system = object(SYSTEM_FIELDS, "a PV system", ["planes"]) as unknown as Field<PvSystem>;

export const SYSTEM: Field<PvSystem> = {
  schema: system.schema,
  read(value, where) {
    const given = isObject(value) && !Array.isArray(value) ? Object.keys(camelKeys(value as object)) : [];
    const stray = given.find((key) => Object.hasOwn(PLANE_FIELDS, key) && !Object.hasOwn(SYSTEM_FIELDS, key));
    if (stray === undefined) return system.read(value, where);
    throw new RangeError(`${where}.${stray} belongs to a plane: write it there, as in { planes: [{ ${stray}: … }] }`);
  },
};

function gamma(): Field<number> {
  const range = `from ${LEAST_GAMMA} to 0, in 1/°C: -0.0037 is -0.37 %/°C`;
  const { schema, read } = number(LEAST_GAMMA, 0, "temperature coefficient of power, 1/°C");
  return {
    schema,
    read(value, where) {
      if (typeof value !== "number" || (value >= LEAST_GAMMA && value <= 0)) return read(value, where);
      throw new RangeError(`${where} must be ${range}, got ${value}`);
    },
  };
}
