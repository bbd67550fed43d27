/** Decisions of the weather grid: which irradiances are given, how they are completed and spread, and the neighbours needed. */
import type { Column } from "../../models/stage.js";
import type { UPPER_LIMITS } from "../../weather/quality.js";
import type { Basis } from "./basis.js";
import { IRRADIANCES } from "./needed-columns.js";

export type Irradiance = keyof typeof UPPER_LIMITS;

/** Intervals on either side that the smooth course of an interval depends on. */
export const NEIGHBOURS = 2;

export interface LightPlan {
  /** The given irradiances. */
  readonly given: readonly Irradiance[];
  /** Whether more than GHI is given, so that the components must be closed. */
  readonly closes: boolean;
  /** Whether clear-sky indices, temperature and snow vary smoothly from interval to interval. */
  readonly smooth: boolean;
  /** Whether DNI is converted to the horizontal along its own course, using its neighbours. */
  readonly followsDni: boolean;
  /** Whether direct-horizontal and DNI are given, whose ratio says when in an interval there was beam. */
  readonly bothBeams: boolean;
  /** Whether sun and clear sky of the intervals are needed: by the decomposition, or for diagnostics. */
  readonly asksSky: boolean;
  /** Weather intervals on either side of a block that its results depend on; Infinity: the whole series. */
  readonly halo: number;
}

/** The results of `skyMeans`, computed only if a decomposition reads them. */
const SKY_COLUMNS: readonly Column[] = [
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "relativeAirmass",
  "clearGhi",
  "clearDirectHorizontal",
  "clearDhi",
];

export function planLight({ series, settings, everyStep, decomposition, reach, run }: Basis): LightPlan {
  const given = IRRADIANCES.filter(([, column]) => series.columns[column]).map(([name]) => name);
  const smooth = settings.spread === "smooth";
  // A mean's course depends on its neighbours, and on whether one of them is an extreme; with DNI given, so do theirs.
  const followsDni = smooth && given.includes("dni");
  return {
    given,
    closes: given.some((name) => name !== "ghi"),
    smooth,
    followsDni,
    bothBeams: followsDni && given.includes("directHorizontal"),
    asksSky: everyStep || decomposition.stage.reads.some((column) => SKY_COLUMNS.includes(column)),
    halo: (smooth ? NEIGHBOURS : 0) + (run.light ? (followsDni ? NEIGHBOURS : 0) + reach : 0),
  };
}
