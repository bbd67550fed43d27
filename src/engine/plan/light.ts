/** Decisions of the weather grid: which light is given, how it is completed and spread, and how far that looks. */
import type { Column } from "../../models/stage.js";
import type { UPPER_LIMITS } from "../../weather/quality.js";
import type { Basis } from "./basis.js";
import { IRRADIANCES } from "./needed-columns.js";

export type Irradiance = keyof typeof UPPER_LIMITS;

export interface LightPlan {
  /** The irradiances that the weather gives. */
  readonly given: readonly Irradiance[];
  /** Whether more than GHI is given, so that the components have to be made to close. */
  readonly closes: boolean;
  /** Whether indices to the clear sky, temperature and snow run smoothly from interval to interval. */
  readonly smooth: boolean;
  /** Whether DNI is brought to the horizontal along its own course over the neighbours. */
  readonly followsDni: boolean;
  /** Whether the sun and the clear sky of the intervals are wanted: by the decomposition, or to be shown. */
  readonly asksSky: boolean;
  /** Weather intervals on either side of a block that its results depend on; Infinity: the whole series. */
  readonly halo: number;
}

/** What `skyMeans` finds; without a decomposition that reads it, it is not computed. */
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
  // A mean's course depends on its neighbours; with DNI given, so do theirs.
  const followsDni = smooth && given.includes("dni");
  return {
    given,
    closes: given.some((name) => name !== "ghi"),
    smooth,
    followsDni,
    asksSky: everyStep || decomposition.stage.reads.some((column) => SKY_COLUMNS.includes(column)),
    halo: (smooth ? 1 : 0) + (run.light ? (followsDni ? 1 : 0) + reach : 0),
  };
}
