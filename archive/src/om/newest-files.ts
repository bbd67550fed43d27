/** What the newest files of a model are, for a check of its bucket: their version and shape, beside the model's grid. */
import { budgetOf, type ReadOptions } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { below, locationOf } from "../bytes/location.js";
import { messageOf } from "../errors.js";
import type { ListedArray } from "../facts.js";
import { isObject, parseJson } from "../json.js";
import { gridOf } from "./grids/grid-of.js";
import { listedArray } from "./inspect-om.js";
import { END, openOm } from "./om-file.js";
import { modelOf, type OmOptions } from "./options.js";

export interface NewestFiles {
  readonly arrays: readonly ListedArray[];
  readonly problems: readonly string[];
  readonly form: string | undefined;
}

const LIMITS = { files: 100, bytes: 64 * 1024 * 1024, values: 0 };
const LARGEST_JSON = 1024 * 1024;

/** The chunk that ends the data of each variable, in the layout of long series. */
export async function newestFiles(options: OmOptions, signal: AbortSignal): Promise<NewestFiles> {
  const { model: folder } = options;
  const model = modelOf(options);
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const bytes = byteStore({ ...options, allow: [location, ...allow] });
  const use: ReadOptions = { signal, budget: budgetOf(LIMITS) };
  const chunk = await newestChunk();
  const [rows, columns] = gridOf(model.grid).shape;
  const problems: string[] = [];
  const versions = new Set<string>();
  const arrays = await Promise.all(model.variables.map(arrayOf));
  return {
    arrays: arrays.flat(),
    problems,
    form: versions.size > 0 ? `OM version ${[...versions].join(", ")}` : undefined,
  };

  async function newestChunk(): Promise<number | undefined> {
    const file = await bytes.open(below(location, `data/${folder}/static/meta.json`), {
      ...use,
      first: { whole: LARGEST_JSON },
    });
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

  async function arrayOf(variable: string): Promise<ListedArray[]> {
    if (chunk === undefined) return [];
    const at = below(location, `data/${folder}/${variable}/chunk_${chunk}.om`);
    try {
      const file = await bytes.open(at, { ...use, first: END });
      if (file === undefined) return [];
      versions.add(String((await file.read(0, 3, use))[2]));
      const array = (await openOm(bytes, at, Number.POSITIVE_INFINITY, use))?.root.array;
      if (array === undefined) return [];
      const { shape } = array;
      if (!isOfGrid(shape)) {
        problems.push(
          `${variable}: its files have ${shape.join(" × ")} values, but the model's grid has ${rows} × ${columns} cells`,
        );
      }
      return [listedArray(variable, array)];
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`${variable}: ${messageOf(error)}`);
      return [];
    }
  }

  /** Version 2 has one dimension for all cells. */
  function isOfGrid(shape: readonly number[]): boolean {
    return shape.slice(0, -1).reduce((product, n) => product * n, 1) === rows * columns;
  }
}
