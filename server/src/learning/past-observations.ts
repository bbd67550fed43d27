/** What was observed at a place over a long time, read as the service reads the last hours. */
import { openArchive, type Period, type Place } from "irradiance-archive";
import type { WeatherSeries } from "irradiance-engine";
import { dataSetNames } from "../answers/forecast/data-set-names.js";
import { LIGHT, observedPlan } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";
import { withLight } from "./past-runs.js";
import { PastError } from "./run-candidates.js";

/** The strongest first: a reanalysis is a model, too, whose errors resemble those of the run. */
export type Teacher = "measured" | "satellite" | "reanalysis";

export interface PastObservations {
  /** GHI. */
  readonly series: WeatherSeries;
  /** Names of their data sets. */
  readonly datasets: readonly string[];
  /** The weakest class among them. */
  readonly teacher: Teacher;
}

export interface ObservationsQuery {
  /** Source, or data set, or both; undefined: the nearest, as answers have it. */
  readonly name?: string | undefined;
  /** A reanalysis in place of what was measured or seen. */
  readonly isReanalysis?: boolean | undefined;
}

/**
 * @throws PastError if there are no observations; ArchiveError if they cannot be read
 */
export async function pastObservations(
  { sources, timeout, limits }: WeatherSources,
  place: Place,
  period: Period,
  { name, isReanalysis = false }: ObservationsQuery = {},
): Promise<PastObservations> {
  const archive = openArchive({ sources, timeout, limits });
  const survey = await archive.survey(place, period.end);
  const failed = survey.failures.map(({ source, message }) => `${source}: ${message}`).join("; ");
  const offers = survey.offers.filter(({ source, dataset }) =>
    [source, dataset, `${source}/${dataset}`].includes(name ?? source),
  );
  const made = observedPlan({ ...survey, offers }, period, isReanalysis ? ["reanalysis"] : undefined);
  if (made.grid === undefined) {
    const whose = name === undefined ? "no source has" : `"${name}" has no`;
    throw new PastError(
      `${whose} ${isReanalysis ? "irradiance of a reanalysis" : "measured or satellite irradiance"} for this place and time${failed === "" ? "" : ` (${failed})`}`,
    );
  }
  const { series, provenance } = await archive.read(made);
  const light = provenance.filter(({ columns }) => columns.some((one) => LIGHT.includes(one)));
  return {
    series: withLight(series, "what was observed"),
    datasets: dataSetNames(light),
    teacher: isReanalysis ? "reanalysis" : light.every((one) => one.class === "measured") ? "measured" : "satellite",
  };
}
