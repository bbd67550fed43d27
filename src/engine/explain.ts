/** How a value came about: the weather as interpreted, and every sub-step with its sun, sky and plane. */
import { VALUE_NAMES, type ValueName } from "../data/contract/observation/parameters.js";
import { parseObservationRequest } from "../data/contract/observation/request.js";
import type { CheckedQuery, ObservationQuery, ObservationRequest } from "../data/contract/observation/types.js";
import { checkForm, type WeatherSeries } from "../data/weather/series.js";
import { formatTime, parseIsoTime } from "../foundation/time/iso-time.js";
import { horizonElevationRows, prepareHorizon } from "../physics/models/shading/horizon-line.js";
import { azimuthRows } from "../physics/models/solar-position/ephemeris.js";
import { type BlockConsumer, type ComputedBlock, cellAt, cellStart } from "./grid/lattice.js";
import {
  INTERVALS,
  type IntervalColumn,
  type IntervalColumns,
  STEPS,
  type StepColumn,
  type StepColumns,
} from "./memory/columns.js";
import { type ObservationContext, readRequest } from "./plan/context.js";
import { describePlan, type PlanDescription } from "./plan/describe.js";
import { makePlan, type Plan, planFrom } from "./plan/plan.js";
import { computePlan } from "./values.js";

/** The displayed part of a weather interval: means in W/m² and degrees; null for NaN. */
const INTERVAL_FACTS = [
  "ghi",
  "directHorizontal",
  "dhi",
  "kt",
  "diffuseFraction",
  "ghiOverBareGround",
  "apparentZenith",
  "sunlitFraction",
  "extraterrestrialHorizontal",
  "clearGhi",
  "clearDirectHorizontal",
  "clearDhi",
  "beamIndex",
  "diffuseIndex",
  "linkeTurbidity",
  "pressure",
  "albedo",
  "temperature",
  "snowDepth",
] as const satisfies readonly IntervalColumn[];

/** The displayed part of a sub-step. Angles in degrees, irradiances in W/m², `weight` its length in seconds. */
const STEP_FACTS = [
  "weight",
  "elevation",
  "azimuth",
  "relativeAirmass",
  "extraterrestrialNormal",
  "clearGhi",
  "clearDni",
  "clearDhi",
  "ghi",
  "dni",
  "directHorizontal",
  "dhi",
  "rotation",
  "cosIncidence",
  "circumsolar",
  "isotropic",
  "horizonBand",
  "line",
  "visible",
  "visibleAboveLine",
  "skyView",
  "directTilted",
  "diffuseTilted",
  "directTiltedShaded",
  "diffuseTiltedShaded",
] as const satisfies readonly StepColumn[];

type Facts<Name extends string> = { readonly [name in Name]: number | null };

export interface Explanation {
  /** The output interval that contains the time. */
  readonly start: string;
  readonly end: string;
  readonly models: {
    readonly clearSky: string;
    readonly decomposition: string;
    readonly transposition: string;
    readonly pv: string;
  };
  /** All decisions made for the request, over its whole period, before the first row. */
  readonly plan: PlanDescription;
  /** The weather intervals under it, after quality checks and completion; `diffuseFraction` if GHI had to be split, `ghiOverBareGround` if over snow. */
  readonly weather: readonly ({ readonly start: string } & Facts<(typeof INTERVAL_FACTS)[number]>)[];
  readonly subSteps: readonly ({ readonly time: string } & Facts<(typeof STEP_FACTS)[number]>)[];
  /** All values of the response for this interval, at full precision. */
  readonly values: Facts<ValueName>;
}

/**
 * Explains the output interval that contains `time`: sun, clearness, models, and the components of each sub-step; and the
 * plan of the request.
 *
 * @param time Unix ms or ISO 8601 UTC, inside the requested period
 * @throws RangeError if the time is outside the period; otherwise as `computeColumns`
 *
 * @example
 * ```js
 * import { explain } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const query = { lat: 36.1, lon: -79.95, frequency: "1_hour" };
 * const weather = await loadSample();
 * console.log(explain(query, weather, weather.start + 17 * 3_600_000).models.decomposition); // dirintStarke
 * ```
 */
export function explain<const Query extends ObservationQuery | ObservationRequest>(
  query: CheckedQuery<Query>,
  weather: WeatherSeries,
  time: number | string,
  context: ObservationContext = {},
): Explanation {
  const at = typeof time === "string" ? parseIsoTime(time) : time;
  if (!Number.isFinite(at)) {
    throw new RangeError(`explain: time must be Unix ms or ISO 8601 UTC (YYYY-MM-DDTHH:MMZ), got ${String(time)}`);
  }
  const { request, settings } = readRequest(query, context);
  const everything = {
    ...request,
    parameters: parseObservationRequest({ lat: 0, lon: 0, parameters: "all" }).parameters,
  };
  const series = checkForm(weather);
  const asked = makePlan(request, series, settings, context);
  const whole = makePlan(everything, series, settings, context);
  const index = cellAt(whole.output, at);
  if (index < 0 || index >= whole.count) {
    const end = formatTime(cellStart(whole.output, whole.count));
    throw new RangeError(`explain: time must be from ${formatTime(whole.output.origin)} to before ${end}, got ${time}`);
  }
  const start = cellStart(whole.output, index);
  const output = { origin: start, step: whole.output.step };
  const plan = planFrom({ ...whole, output, count: 1, everyStep: true });
  let seen: Pick<Explanation, "weather" | "subSteps"> = { weather: [], subSteps: [] };
  const look: Onlooker = (block, s, w) => {
    lookAround(plan, block, s);
    seen = {
      weather: rows(block.weatherFrom, block.weatherTo, (j) => ({
        start: formatTime(w.time[j]! - plan.weather.step / 2),
        ...facts(INTERVAL_FACTS, (name) => w[name][j]!),
      })),
      subSteps: rows(block.from, block.to, (i) => ({
        time: formatTime(s.time[i]!),
        ...facts(STEP_FACTS, (name) => s[name][i]!),
      })),
    };
  };
  const { computed } = computePlan(plan, undefined, (averager) => watched(averager, look));
  return {
    start: formatTime(start),
    end: formatTime(start + plan.output.step),
    models: {
      clearSky: plan.clearSky.stage.name,
      decomposition: plan.decomposition.stage.name,
      transposition: plan.transposition.stage.name,
      pv: plan.pv?.stage.name ?? "defaultPv",
    },
    plan: describePlan(asked),
    ...seen,
    values: facts(VALUE_NAMES, (name) => computed[name]![0]!),
  };
}

/** Reads a computed block and its columns before they are overwritten. */
type Onlooker = (block: ComputedBlock, steps: StepColumns, intervals: IntervalColumns) => void;

function watched(averager: BlockConsumer, look: Onlooker): BlockConsumer {
  return {
    take(block) {
      averager.take(block);
      look(block, STEPS, INTERVALS);
    },
  };
}

/** Quantities that the pipeline computes only for a horizon line or a tracker, but that are shown in any case. */
function lookAround(plan: Plan, { from, to }: ComputedBlock, s: StepColumns): void {
  azimuthRows(from, to, s.east, s.north, s.azimuth);
  horizonElevationRows(from, to, s.azimuth, prepareHorizon(plan.horizon), s.line);
  if (!plan.run.tracker) s.rotation.fill(0, from, to);
  if (plan.horizon) return;
  s.skyView.fill(1, from, to);
  s.visibleAboveLine.set(s.visible.subarray(from, to), from);
  s.directTiltedShaded.set(s.directTilted.subarray(from, to), from);
  s.diffuseTiltedShaded.set(s.diffuseTilted.subarray(from, to), from);
}

function rows<Row>(from: number, to: number, row: (i: number) => Row): Row[] {
  return Array.from({ length: to - from }, (_, k) => row(from + k));
}

function facts<Name extends string>(names: readonly Name[], value: (name: Name) => number): Facts<Name> {
  return Object.fromEntries(
    names.map((name) => [name, Number.isFinite(value(name)) ? value(name) : null]),
  ) as Facts<Name>;
}
