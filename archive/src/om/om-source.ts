/** Open-Meteo's archive as a source: its files in the OM format, in a folder or on a web server. */
import { createHash } from "node:crypto";
import type { ReadOptions } from "../budget.js";
import { budgetOf } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { flightsOf } from "../bytes/flights.js";
import { sayingWhatIsKept } from "../bytes/kept.js";
import { locationOf, withoutQuery } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import type { Extent } from "../extent.js";
import type { DatasetFacts } from "../facts.js";
import type { Offer, Period, Place, WeatherSource } from "../source.js";
import { type ChosenCell, chooseCell } from "./cell.js";
import { columnsOf, type OmColumn } from "./columns.js";
import { gridOf } from "./grids/grid-of.js";
import type { Archive, Axis, Loaded, TakenRun } from "./layouts/layout.js";
import { openMaps } from "./layouts/maps.js";
import { runsIn } from "./layouts/past-runs.js";
import { openRun } from "./layouts/run.js";
import { openSeries } from "./layouts/series.js";
import { dayOf, modelOf, type OmOptions } from "./options.js";
import { readParts } from "./parts.js";

interface SourceState {
  readonly axes: readonly Axis[];
  readonly columns: readonly OmColumn[];
  /** Names of the variables that have files. */
  readonly variables: readonly string[];
  readonly revision: string;
  readonly run: TakenRun;
  readonly problems: readonly string[];
  readonly at: number;
}

/** What metadata may take. */
const METADATA = { files: 5_000, bytes: 256 * 1024 * 1024, values: 1_000_000 };
/** ms for which a file that may still change is taken for the newest. */
const MAX_AGE = 180_000;

/**
 * Radiation is the mean of the step that ends at a time, everything else the value at it. Files are rewritten by each update:
 * what is read is of one version of each.
 *
 * @throws TypeError or RangeError for invalid options, naming them; `offer` reports problems of the files`
 */
export function omSource(options: OmOptions): WeatherSource {
  return sourceOf(options, undefined);
}

/** @param only the run that is read, Unix ms; undefined: the newest */
function sourceOf(options: OmOptions, only: number | undefined): WeatherSource {
  const { id = "om", layout = "series", cell: choice = "land", cacheBytes, refreshMs = 60_000 } = options;
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const model = modelOf(options);
  const maxAge = Math.min(refreshMs, MAX_AGE);
  const bytes = byteStore({ ...options, allow: [location, ...allow], cacheBytes, maxAge });
  const since = options.since === undefined ? undefined : dayOf(options.since);
  const archive: Archive = {
    bytes,
    location,
    folder: options.model,
    model,
    grid: gridOf(model.grid),
    since,
    maxAge,
    only,
  };
  const opening = flightsOf<SourceState>();
  let opened: SourceState | undefined;

  let isStale = false;

  const load = async (use: ReadOptions): Promise<SourceState> => {
    const loaded = await loadLayout(archive, layout, opened?.run, use);
    const revision = createHash("sha256").update(loaded.revision).digest("hex").slice(0, 16);
    const { axes, variables, run, problems = [] } = loaded;
    opened = { axes, columns: columnsOf(variables), variables, revision, run, problems, at: performance.now() };
    isStale = false;
    return opened;
  };
  const open = async (signal: AbortSignal): Promise<SourceState> => {
    if (opened !== undefined && !isStale && performance.now() - opened.at < refreshMs) return opened;
    return opening.start("", (own) => load({ signal: own, budget: budgetOf(METADATA) })).join(signal);
  };
  const cellFor = (place: Place, use: ReadOptions): Promise<ChosenCell | undefined> =>
    chooseCell(archive, archive.grid.near(place), place, choice === "land", use);

  const source: WeatherSource = {
    id,
    async offer(place, now, { signal = new AbortController().signal } = {}) {
      if (archive.grid.near(place).length === 0) return [];
      // Side by side: from a server that is far away each waits as long as both.
      const use = { signal, budget: budgetOf(METADATA) };
      const [{ axes, columns, revision, run }, found] = await Promise.all([open(signal), cellFor(place, use)]);
      if (found === undefined || columns.length === 0) return [];
      const { licence, attribution, preliminary } = model;
      return axes.map(
        (axis): Offer => ({
          source: id,
          dataset: nameOf(axis),
          class: axis.class,
          columns: columns.map(({ column }) => column),
          interval: axis.step / 1000,
          first: axis.start,
          last: axis.start + axis.count * axis.step,
          covers: axis.covers,
          revision,
          run: axis.run,
          available: axis.run === undefined ? undefined : run.facts.made,
          cell: { ...found.cell, spacing: archive.grid.spacing },
          licence,
          attribution,
          preliminary,
          notices: axis.notices(now),
        }),
      );
    },
    async read(offer, place, period, columns, use) {
      const { axes, columns: available, revision } = await open(use.signal);
      const axis = axes.find((one) => nameOf(one) === offer.dataset);
      if (axis === undefined || revision !== offer.revision) {
        throw new ArchiveError(
          "ERR_ARCHIVE_CHANGED",
          `${withoutQuery(location)} changed since ${offer.dataset} was offered`,
        );
      }
      const found = await cellFor(place, use);
      if (found === undefined) return [];
      const read = () => readParts(axis, found.spot, offer, available, period, columns, use);
      // A file that is replaced meanwhile: all of it again, once, where it is not the run that was replaced.
      return read().catch((error) => {
        if (!(error instanceof ArchiveError && error.code === "ERR_ARCHIVE_CHANGED")) throw error;
        isStale = true;
        if (axis.run === undefined) return read();
        throw error;
      });
    },
    async look(signal) {
      const { axes, columns, variables, problems } = await open(signal);
      const extent = archive.grid.extent();
      const missing = model.variables.filter((one) => !variables.includes(one));
      return {
        what: `Open-Meteo's files of ${options.model}`,
        datasets: axes.map((axis) => factsOf(axis, nameOf(axis), columns, extent)),
        problems: [...(missing.length === 0 ? [] : [`there are no files of ${missing.join(", ")}`]), ...problems],
      };
    },
    runs: layout === "series" || only !== undefined ? undefined : pastRuns,
    traffic: () => bytes.traffic,
    close: async () => {},
  };
  return sayingWhatIsKept(source, bytes);

  async function pastRuns(period: Period): Promise<readonly WeatherSource[]> {
    const runs = await runsIn(archive, layout === "run" ? "data_run" : "data_spatial", period);
    return runs.map((run) => sourceOf({ ...options, id }, run));
  }

  function nameOf({ suffix }: Axis): string {
    return `${model.dataset}${suffix}`;
  }
}

function factsOf(axis: Axis, dataset: string, columns: readonly OmColumn[], extent: Extent): DatasetFacts {
  return {
    dataset,
    class: axis.class,
    columns: columns.map(({ column, variables, isMean }) => ({
      column,
      variable: variables.join(", "),
      is: isMean ? "mean, the time is its end" : "at the time",
    })),
    step: axis.step / 1000,
    first: axis.start,
    last: axis.start + axis.count * axis.step,
    gaps: Math.max((axis.covers?.length ?? 1) - 1, 0),
    extent,
  };
}

function loadLayout(archive: Archive, layout: string, before: TakenRun | undefined, use: ReadOptions): Promise<Loaded> {
  if (layout === "run") return openRun(archive, before, use);
  return layout === "maps" ? openMaps(archive, before, use) : openSeries(archive, before, use);
}
