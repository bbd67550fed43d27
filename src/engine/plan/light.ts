/** Decisions of the weather grid: which irradiances are given, how they are completed and spread, and the neighbours needed. */
import { formatTime } from "../../contract/observation/period.js";
import type { Column } from "../../models/stage.js";
import type { UPPER_LIMITS } from "../../weather/limits.js";
import { cellStart } from "../grid/lattice.js";
import type { Basis, Neighbours } from "./basis.js";
import { hasOwnRatio } from "./beam-ratio.js";
import { IRRADIANCES } from "./needed-columns.js";

export type Irradiance = keyof typeof UPPER_LIMITS;

/** Intervals on either side that the smooth course of an interval depends on. */
export const NEIGHBOURS = 2;

export interface LightPlan {
  /** The given irradiances. */
  readonly given: readonly Irradiance[];
  /** Whether more than GHI is given, so that the components must be closed. */
  readonly closes: boolean;
  /** Whether GHI, direct and diffuse are all given and GHI is kept, so that it is told how well they close. */
  readonly judgesClosure: boolean;
  /** Whether clear-sky indices, temperature and snow vary smoothly from interval to interval. */
  readonly smooth: boolean;
  /** Whether DNI is converted to the horizontal along its own course, using its neighbours. */
  readonly followsDni: boolean;
  /** Whether direct-horizontal and DNI are given, and their ratio says when in an interval there was beam. */
  readonly bothBeams: boolean;
  /** Whether the weather tells the albedo of the ground or the depth of snow on it, so that GHI is split as over bare ground. */
  readonly seesSnow: boolean;
  /** Whether sun and clear sky of the intervals are needed: by the decomposition, for snow, or for diagnostics. */
  readonly asksSky: boolean;
  /** Whether their apparent zenith is, too. */
  readonly asksApparent: boolean;
  /** Weather intervals on either side of a block that its results depend on; Infinity: the whole series. */
  readonly halo: Neighbours;
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

/** Those of them that need the apparent zenith. */
const APPARENT_COLUMNS: readonly Column[] = ["apparentZenith", "relativeAirmass"];

export function planLight({ series, settings, site, weather, everyStep, decomposition, reach, run }: Basis): LightPlan {
  const given = IRRADIANCES.filter(([, column]) => series.columns[column]).map(([name]) => name);
  const smooth = settings.spread === "smooth";
  // A mean's course depends on its neighbours, and on whether one of them is an extreme; with DNI given, so do theirs.
  const followsDni = smooth && given.includes("dni");
  const near = (smooth ? NEIGHBOURS : 0) + (run.light && followsDni ? NEIGHBOURS : 0);
  const { albedo, snow_depth: snowDepth } = series.columns;
  const seesSnow = run.light && given.includes("ghi") && (albedo !== undefined || snowDepth !== undefined);
  return {
    given,
    closes: given.some((name) => name !== "ghi"),
    judgesClosure:
      given.includes("ghi") && given.includes("dhi") && given.length > 2 && settings.closure !== "component-sum",
    smooth,
    followsDni,
    bothBeams: followsDni && run.light && hasOwnRatio(series, weather, site),
    asksApparent: everyStep || decomposition.stage.reads.some((column) => APPARENT_COLUMNS.includes(column)),
    seesSnow,
    asksSky: everyStep || seesSnow || decomposition.stage.reads.some((column) => SKY_COLUMNS.includes(column)),
    halo: { before: near + (run.light ? reach.before : 0), after: near + (run.light ? reach.after : 0) },
  };
}

/**
 * Says that the newest interval of the series may change: a decomposition that looks at the next one has none yet. The run of
 * the whole series for snow, which has no parameters, does not say it again.
 */
export function noticeProvisional(basis: Basis): void {
  const { series, weather, output, count, run, reach, request, notices } = basis;
  const newest = cellStart(weather, series.count - 1);
  const isAsked = run.light && request.parameters.length > 0 && cellStart(output, count) > newest;
  if (!isAsked || reach.after === 0 || cellStart(output, 0) >= newest + weather.step) return;
  const known = IRRADIANCES.filter(([, column]) => !Number.isNaN(series.columns[column]?.at(-1) ?? Number.NaN));
  const isAlone = known.length === 1 && known[0]![0] === "ghi";
  if (!isAlone || !(series.columns.global_horizontal_irradiance!.at(-1)! > 0)) return;
  notices.push({
    code: "provisional",
    message:
      `direct and diffuse irradiance of the weather interval that begins ${formatTime(newest)} are provisional: ` +
      "they were computed without the interval after it",
  });
}
