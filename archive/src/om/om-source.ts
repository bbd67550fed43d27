/** Open-Meteo's archive as a source: its files in the OM format, in a folder or on a web server. */
import { createHash } from "node:crypto";
import { budgetOf, type ReadOptions } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { keptFor } from "../bytes/flights.js";
import { sayingWhatIsKept } from "../bytes/kept.js";
import { below, changedSince, folderOf, locationOf, unreadable } from "../bytes/location.js";
import { isChanged, messageOf } from "../errors.js";
import { isObject, parseJson } from "../json.js";
import { productOf } from "../lists.js";
import type { DatasetFacts, Extent, ListedArray, Offer, Period, Place, WeatherSource } from "../source.js";
import { TYPES } from "./codecs/chunk.js";
import { gridOf } from "./grids.js";
import type { Archive, Axis, Loaded } from "./layouts/layout.js";
import { runsIn } from "./layouts/newest-run.js";
import { openMaps, openRun } from "./layouts/run.js";
import { openSeries } from "./layouts/series.js";
import { END, openOm } from "./om-file.js";
import { dayOf, modelOf, type OmOptions } from "./options.js";
import { chooseCell, readParts } from "./parts.js";
import { columnsOf, type OmArray, type OmColumn } from "./variables.js";

interface State extends Omit<Loaded, "axes"> {
  readonly axes: readonly { readonly axis: Axis; readonly dataset: string }[];
  readonly columns: readonly OmColumn[];
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
function archiveOf(options: OmOptions, only?: number): Archive {
  const { model: folder, refreshMs = 60_000 } = options;
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const model = modelOf(options);
  const maxAge = Math.min(refreshMs, MAX_AGE);
  const bytes = byteStore({ ...options, allow: [location, ...allow], maxAge });
  const since = options.since === undefined ? undefined : dayOf(options.since);
  return { bytes, location, folder, model, grid: gridOf(model.grid), since, maxAge, only };
}

const LAYOUTS = { run: openRun, maps: openMaps, series: openSeries };

function sourceOf(options: OmOptions, only: number | undefined): WeatherSource {
  const { id = "om", layout = "series", cell: choice = "land", refreshMs = 60_000 } = options;
  const archive = archiveOf(options, only);
  const { bytes, model, grid } = archive;
  const opened = keptFor<State>(refreshMs, async (signal, before) => {
    const loaded = await LAYOUTS[layout](archive, before?.run, { signal, budget: budgetOf(METADATA) });
    const revision = createHash("sha256").update(loaded.revision).digest("hex").slice(0, 16);
    const axes = loaded.axes.map((axis) => ({ axis, dataset: `${model.dataset}${axis.suffix}` }));
    return { ...loaded, axes, columns: columnsOf(loaded.variables), revision };
  });
  const cellFor = (place: Place, use: ReadOptions) =>
    chooseCell(archive, grid.near(place), place, choice === "land", use);
  const pastRuns = async (period: Period): Promise<readonly WeatherSource[]> => {
    const runs = await runsIn(archive, layout === "run" ? "data_run" : "data_spatial", period);
    return runs.map((run) => sourceOf({ ...options, id }, run));
  };

  const source: WeatherSource = {
    id,
    async offer(place, now, { signal = new AbortController().signal } = {}) {
      if (grid.near(place).length === 0) return [];
      // Side by side: from a server that is far away each waits as long as both.
      const use = { signal, budget: budgetOf(METADATA) };
      const [{ axes, columns, revision, run }, found] = await Promise.all([opened.get(signal), cellFor(place, use)]);
      if (found === undefined || columns.length === 0) return [];
      const { licence, attribution, preliminary } = model;
      return axes.map(({ axis, dataset }): Offer => {
        const available = axis.run === undefined ? undefined : run.facts.made;
        const names = columns.map(({ column }) => column);
        const about = { source: id, dataset, class: axis.class, columns: names, covers: axis.covers, run: axis.run };
        const cell = { ...found.cell, spacing: grid.spacing };
        const terms = { licence, attribution, preliminary, notices: axis.notices(now) };
        return { ...about, ...timesOf(axis), revision, available, cell, ...terms };
      });
    },
    async read(offer, place, period, columns, use) {
      const { axes, columns: available, revision } = await opened.get(use.signal);
      const axis = axes.find(({ dataset }) => dataset === offer.dataset)?.axis;
      if (axis === undefined || revision !== offer.revision) throw changedSince(archive.location, offer.dataset);
      const found = await cellFor(place, use);
      if (found === undefined) return [];
      const read = () => readParts({ axis, spot: found.spot, offer, period, options: use }, available, columns);
      // A file that is replaced meanwhile: all of it again, once, where it is not the run that was replaced.
      return read().catch((error) => {
        if (!isChanged(error)) throw error;
        opened.expire();
        if (axis.run === undefined) return read();
        throw error;
      });
    },
    async look(signal) {
      const { axes, columns, variables, problems = [] } = await opened.get(signal);
      const extent = grid.extent();
      const missing = model.variables.filter((one) => !variables.includes(one));
      const datasets = axes.map(({ axis, dataset }) => factsOf(axis, dataset, columns, extent));
      const absent = missing.length === 0 ? [] : [`there are no files of ${missing.join(", ")}`];
      return { what: `Open-Meteo's files of ${options.model}`, datasets, problems: [...absent, ...problems] };
    },
    runs: layout === "series" || only !== undefined ? undefined : pastRuns,
    traffic: () => bytes.traffic,
    close: async () => {},
  };
  return sayingWhatIsKept(source, bytes);
}

function timesOf({ start, step, count }: Axis) {
  return { interval: step / 1000, first: start, last: start + count * step };
}

function factsOf(axis: Axis, dataset: string, columns: readonly OmColumn[], extent: Extent): DatasetFacts {
  const { interval: step, ...times } = timesOf(axis);
  const made = columns.map(({ column, variables, isMean }) => {
    return { column, variable: variables.join(", "), is: isMean ? "mean, the time is its end" : "at the time" };
  });
  const gaps = Math.max((axis.covers?.length ?? 1) - 1, 0);
  return { dataset, class: axis.class, columns: made, step, ...times, gaps, extent };
}

// The arrays of a single OM file, for who wants to know what it is: it says nothing of its grid, its times and its units.

/** A map has a hundred variables. */
const LIMITS = { files: 10, bytes: 64 * 1024 * 1024, values: 0 };

/**
 * @param location path or address of the file
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for what is not there, or no OM file
 * @experimental
 */
export async function inspectOm(
  location: string,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly ListedArray[]> {
  const at = locationOf(location, "location");
  const use = { signal, budget: budgetOf(LIMITS) };
  const file = await openOm(byteStore({ allow: [folderOf(at)] }), at, 0, use);
  if (file === undefined) throw unreadable(at, "there is no such file", "not there");
  const inside = await file.children(file.root, use);
  const all = [file.root, ...inside];
  return all.flatMap(({ name, array }) => (array === undefined ? [] : [listedArray(name || "(no name)", array)]));
}

function listedArray(name: string, { type, compression, shape, chunks }: OmArray): ListedArray {
  const form = `${TYPES[type].name} (${compression})`;
  return { name, type: form, units: undefined, dimensions: [], shape, chunks };
}

// What the newest files of a model are, for a check of its bucket: their version and shape, beside the model's grid.

const NEWEST_LIMITS = { files: 100, bytes: 64 * 1024 * 1024, values: 0 };
const LARGEST_JSON = 1024 * 1024;

/** The chunk that ends the data of each variable, in the layout of long series. */
export async function newestFiles(options: OmOptions, signal: AbortSignal) {
  const archive = archiveOf(options);
  const { bytes, location, folder, model, grid } = archive;
  const use = { signal, budget: budgetOf(NEWEST_LIMITS) };
  const chunk = await newestChunk(archive, use);
  const [rows, columns] = grid.shape;
  const problems: string[] = [];
  const versions = new Set<string>();
  const arrayOf = async (variable: string): Promise<ListedArray[]> => {
    const at = below(location, `data/${folder}/${variable}/chunk_${chunk}.om`);
    try {
      const file = await bytes.open(at, { ...use, first: END });
      if (file === undefined) return [];
      versions.add(String((await file.read(0, 3, use))[2]));
      const array = (await openOm(bytes, at, Number.POSITIVE_INFINITY, use))?.root.array;
      if (array === undefined) return [];
      const { shape } = array;
      // Version 2 has one dimension for all cells.
      if (productOf(shape.slice(0, -1)) !== rows * columns) {
        const own = `its files have ${shape.join(" × ")} values`;
        problems.push(`${variable}: ${own}, but the model's grid has ${rows} × ${columns} cells`);
      }
      return [listedArray(variable, array)];
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`${variable}: ${messageOf(error)}`);
      return [];
    }
  };
  const arrays = chunk === undefined ? [] : await Promise.all(model.variables.map(arrayOf));
  const form = versions.size > 0 ? `OM version ${[...versions].join(", ")}` : undefined;
  return { arrays: arrays.flat(), problems, form };
}

async function newestChunk({ bytes, location, folder }: Archive, use: ReadOptions): Promise<number | undefined> {
  const meta = below(location, `data/${folder}/static/meta.json`);
  const file = await bytes.open(meta, { ...use, first: { whole: LARGEST_JSON } });
  if (file === undefined) return undefined;
  const json = parseJson(await file.read(0, file.size, use), file.location);
  const {
    data_end_time: end,
    temporal_resolution_seconds: step,
    chunk_time_length: length,
  } = isObject(json) ? json : {};
  const number = Math.floor((Math.ceil(Number(end) / Number(step)) - 1) / Number(length));
  return Number.isSafeInteger(number) ? number : undefined;
}
