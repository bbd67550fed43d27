/** A system with its description read, its planes put on inverters, and all defaults filled in. */
import { plain } from "../../foundation/text/number.js";
import { sheds } from "../../physics/models/bifacial/index.js";
import type { BifacialOptions, SpectrumOptions } from "../../physics/models/pv/system-parts.js";
import { PVWATTS_MODULES, type PvwattsSystemOptions } from "../../physics/models/pv/systems.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { tracker as trackerOf } from "../../physics/models/tracking/index.js";
import { type PlacedScene, placeScene, type SceneLimits } from "../obstacles/placed.js";
import { SYSTEM } from "./description.js";
import { inOtherUnit } from "./fields.js";
import { type CheckedInverter, checkStrings, invertersOf } from "./inverters.js";
import { type LossSet, lossSetOf } from "./losses.js";
import { checkModule } from "./module.js";
import { type CheckedAgeing, checkAgeing, type PvSnow, type PvSoiling } from "./over-time.js";
import type { Battery, House } from "./own-use.js";
import type { Cabling, PvPlane, PvSystem, Transformer } from "./types.js";

export type CheckedPlane = {
  readonly [key in "surfaceTilt" | "surfaceAzimuth" | "kwp" | "trackingMode"]: NonNullable<PvPlane[key]>;
} & Pick<PvPlane, "tracker" | "rows" | "horizon" | "modulesPerString" | "string"> & {
    readonly bifacial?: BifacialOptions | undefined;
    readonly shade?: ShadeMap | undefined;
    /** The scene of all planes, and the place of this one among them. */
    readonly scene?: { readonly placed: PlacedScene; readonly plane: number } | undefined;
    /** Place of its inverter in the system's list. */
    readonly inverter: number;
  };

export interface CheckedSystem {
  readonly planes: readonly CheckedPlane[];
  readonly kwp: number;
  readonly inverters: readonly CheckedInverter[];
  /** Of the chain up to the inverter: those that were given. */
  readonly options: PvwattsSystemOptions;
  readonly module: PvSystem["module"];
  /** All constant losses before the inverter, percent: those of `lossSet`. */
  readonly losses: number;
  readonly lossSet: LossSet;
  readonly snow: PvSnow | undefined;
  readonly soiling: PvSoiling | undefined;
  /** Snow is among the constant losses. */
  readonly hasSnowLoss: boolean;
  /** kW; undefined: the grid takes all. */
  readonly exportLimit: number | undefined;
  readonly cabling: Required<{ readonly [key in keyof Cabling]: number }>;
  readonly clipping: PvSystem["clipping"];
  readonly smoothing: PvSystem["smoothing"];
  readonly transformer: Required<{ readonly [key in keyof Transformer]: number }>;
  readonly ageing: CheckedAgeing | undefined;
  readonly battery: Battery | undefined;
  readonly house: House | undefined;
}

/**
 * @param caller for messages
 * @throws TypeError, RangeError naming what was expected; options of the models are checked when they run
 */
export function checkSystem(system: PvSystem, caller = "yieldOf", limits: SceneLimits = {}): CheckedSystem {
  const where = `${caller}: system`;
  const read = SYSTEM.read(system, where);
  const planes = read.planes.map((plane, k) => checkPlane(plane, `${where}.planes[${k}]`, read));
  checkBifacial(where, planes, read.bifacial);
  const placed = placedScene(read, planes, where, limits);
  const volts = checkModule(read.module, read.gammaPdc, `${where}.module`);
  const { inverters, inverterOf } = invertersOf(read, planes, where);
  for (const [k, plane] of planes.entries()) {
    checkStrings(plane, inverters[inverterOf[k]!]!, volts, `${where}.planes[${k}]`);
  }
  checkSeries(planes, inverterOf, where);
  const { iam, iamOptions, cellTemperature, cellTemperatureOptions, dcAcRatio, inverterEfficiency } = read;
  const { module = "standard", gammaPdc = typeof module === "string" ? PVWATTS_MODULES[module] : undefined } = read;
  const lossSet = lossSetOf(read);
  const losses = lossSet.percent;
  const kwp = planes.reduce((sum, plane) => sum + plane.kwp, 0);
  const exportLimit = read.exportLimit as number | undefined;
  checkExportLimit(exportLimit, kwp, `${where}.exportLimit`);
  return {
    planes: planes.map((plane, k) => ({
      ...plane,
      inverter: inverterOf[k]!,
      ...(placed && { scene: { placed, plane: k } }),
    })),
    kwp,
    inverters,
    options: given({
      ...{ gammaPdc, iam, iamOptions, cellTemperature, cellTemperatureOptions, dcAcRatio, ...spectrumOf(read, where) },
      ...{ inverterEfficiency, losses },
    }),
    module,
    ...{ losses, lossSet },
    snow: read.snow,
    soiling: read.soiling,
    hasSnowLoss: typeof read.losses === "object" && read.losses.snow !== undefined,
    exportLimit,
    clipping: read.clipping,
    smoothing: read.smoothing,
    cabling: { dc: read.cabling?.dc ?? 0, ac: read.cabling?.ac ?? 0 },
    transformer: { noLoad: read.transformer?.noLoad ?? 0, load: read.transformer?.load ?? 0 },
    ageing: read.ageing === undefined ? undefined : checkAgeing(read.ageing, `${where}.ageing`),
    // Read, a number is one with a capacity.
    battery: read.battery as Battery | undefined,
    house: read.house,
  };
}

const MOST_IN_SERIES = 8;

/** @throws RangeError for a string of one plane, over two inverters, and of trackers */
function checkSeries(
  planes: readonly Pick<CheckedPlane, "string" | "trackingMode">[],
  inverterOf: readonly number[],
  where: string,
): void {
  for (const [k, { string, trackingMode }] of planes.entries()) {
    if (string === undefined) continue;
    const others = [...planes.keys()].filter((other) => other !== k && planes[other]!.string === string);
    const name = `${where}.planes[${k}].string`;
    if (others.length >= MOST_IN_SERIES)
      throw new RangeError(`${name} must be of at most ${MOST_IN_SERIES} planes, got ${others.length + 1}`);
    if (others.length === 0) throw new RangeError(`${name}, got "${string}", is the string of no other plane`);
    if (others.some((other) => inverterOf[other] !== inverterOf[k]))
      throw new RangeError(`${name}, got "${string}", must be on one inverter: give its planes the same inverter`);
    if (trackingMode !== "none") throw new RangeError(`${name} is for fixed planes, got a tracker`);
  }
}

/** A limit far above the planes takes nothing, unless it is one in W. @throws RangeError */
function checkExportLimit(limit: number | undefined, kwp: number, where: string): void {
  const most = 10 * kwp;
  const idea = limit === undefined || limit <= most ? "" : inOtherUnit(limit, kwp / 10, most);
  if (idea === "") return;
  throw new RangeError(`${where} must be in kW for planes of ${plain(kwp)} kWp, got ${plain(limit!)} kW${idea}`);
}

/** @throws RangeError for "sapm" without the module's own coefficients, and for a module that no correction is asked for */
function spectrumOf({ spectrum, spectralModule, module }: PvSystem, where: string): SpectrumOptions {
  const isByModule = spectrum === "firstSolar" || spectrum === "caballero";
  if (spectralModule !== undefined && !isByModule) {
    throw new RangeError(
      `${where}.spectralModule belongs to spectrum firstSolar or caballero, got spectrum ${spectrum ?? "none"}`,
    );
  }
  if (isByModule) return { spectrum, spectralModule: spectralModule ?? (module === "thinFilm" ? "cdte" : "monosi") };
  if (spectrum !== "sapm") return { spectrum };
  const sapm = typeof module === "object" && "sapm" in module ? module.sapm : undefined;
  const { A0, A1, A2, A3, A4 } = (sapm ?? {}) as { readonly [coefficient: string]: number | undefined };
  const coefficients = [A0, A1, A2, A3, A4].filter((value) => value !== undefined);
  if (coefficients.length === 5) return { spectrum, spectralCoefficients: coefficients };
  throw new RangeError(`${where}.spectrum sapm needs ${where}.module.sapm with A0 to A4`);
}

function given<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

function checkPlane(
  plane: PvPlane,
  where: string,
  system: Pick<PvSystem, "bifacial" | "shade">,
): Omit<CheckedPlane, "inverter"> {
  const { tracker, rows, horizon, modulesPerString, string, kwp = 1, surfaceTilt = 0, surfaceAzimuth } = plane;
  const { bifacial = system.bifacial, shade = system.shade } = plane;
  const { trackingMode = tracker === undefined ? "none" : "1_axis" } = plane;
  const turning = trackerOf(tracker, `${where}.tracker.`);
  if (tracker !== undefined && trackingMode === "none") {
    throw new RangeError(`${where}.trackingMode must be 1_axis with a tracker, got none`);
  }
  if (rows !== undefined) {
    sheds(rows, `${where}.rows.`);
    // Their width is the tracker's, or their own.
    const carried = trackingMode === "none" ? { surfaceTilt, surfaceAzimuth: surfaceAzimuth ?? 0 } : turning.options;
    sheds(rows, `${where}: `).place(carried);
  }
  if (surfaceAzimuth === undefined && surfaceTilt > 0 && trackingMode === "none") {
    const directions = "0 north, 90 east, 180 south, 270 west";
    throw new TypeError(`${where}.surfaceAzimuth is required for a tilted plane, in degrees: ${directions}`);
  }
  if (rows?.height !== undefined && bifacial === undefined)
    throw new RangeError(`${where}.rows.height is of the light on the rear: it needs bifacial`);
  if (shade !== undefined && (rows !== undefined || trackingMode !== "none")) {
    const got = rows === undefined ? "a tracker" : "rows";
    throw new RangeError(`${where}.shade is for fixed planes without rows, got ${got}`);
  }
  if (kwp === 0) throw new RangeError(`${where}.kwp must be above 0, got 0`);
  return given({
    ...{ surfaceTilt, surfaceAzimuth: surfaceAzimuth ?? 0, kwp, trackingMode },
    // Read, a map has a list of lists.
    ...{ tracker, rows, horizon, modulesPerString, string, bifacial, shade: shade as ShadeMap | undefined },
  });
}

/** @throws RangeError for a scene without modules, or modules without one; for trackers, rows and maps of shade beside it */
function placedScene(
  { scene, shade, planes }: PvSystem,
  checked: readonly Pick<CheckedPlane, "surfaceTilt" | "surfaceAzimuth" | "trackingMode">[],
  where: string,
  limits: SceneLimits,
): PlacedScene | undefined {
  if (scene !== undefined && shade !== undefined)
    throw new RangeError(`${where}.scene takes the place of system.shade: leave one out`);
  const modulePlanes = planes.flatMap(({ modules, rows, shade: own }, k) => {
    const name = `${where}.planes[${k}]`;
    if ((modules === undefined) !== (scene === undefined)) {
      const keys = ["scene", `planes[${k}].modules`];
      const [has, lacks] = scene === undefined ? keys.toReversed() : keys;
      throw new RangeError(
        `${where}.${has} needs system.${lacks}: the shade follows from what stands around and where the modules are`,
      );
    }
    if (modules === undefined) return [];
    const other = own !== undefined ? "a map of shade" : rows !== undefined ? "rows" : undefined;
    const got = other ?? (checked[k]!.trackingMode === "none" ? undefined : "a tracker");
    if (got !== undefined)
      throw new RangeError(`${name}.modules in a scene are for fixed planes without rows and shade, got ${got}`);
    const { surfaceTilt, surfaceAzimuth } = checked[k]!;
    return [{ surfaceTilt, surfaceAzimuth, modules }];
  });
  const names = { scene: `${where}.scene`, planes: planes.map((_, k) => `${where}.planes[${k}]`) };
  return scene && placeScene(scene, modulePlanes, names, limits);
}

/** @throws RangeError for a plane without rows: the light on its rear depends on them */
function checkBifacial(
  where: string,
  planes: readonly Pick<CheckedPlane, "rows" | "bifacial">[],
  all: BifacialOptions | undefined,
): void {
  const alone = planes.findIndex(({ rows, bifacial }) => rows === undefined && bifacial !== undefined);
  if (alone < 0) return;
  const example = "such as { gcr: 0.4 }, or { gcr: 0.001 } for a single row";
  const key = all === undefined ? `planes[${alone}].bifacial` : "bifacial";
  throw new RangeError(
    `${where}.${key} needs system.planes[${alone}].rows, ${example}: they determine the light on the rear`,
  );
}
