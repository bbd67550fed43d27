/** The way to the embedded world climatology: 360 kB that are read when somebody asks for them. */
import type { WorldFields } from "./place-climate.js";
import type { WorldClimate } from "./types.js";

/**
 * Loads the embedded world climatology (360 kB packed, and the altitude grids) on first use; later calls share it.
 *
 * Monthly GHI with the distribution of daily means, monthly temperature, and the year's wind and humidity, for every place on
 * Earth: reanalyses of NASA and of the European Union (NOTICE.md). A climatology, not a history:
 * `expectedError` says what it is worth at places of the kind, and where nobody judged. Over sea and ice it is filled, and says so;
 * all errors, and how values are formed: docs/explanation/world-climate.md.
 */
export function loadWorldClimate(): Promise<WorldClimate> {
  loaded ??= load();
  return loaded;
}

let loaded: Promise<WorldClimate> | undefined;

async function load(): Promise<WorldClimate> {
  const [{ FIELDS }, { unpackField }, { placeClimate }, { SOURCES }, climatology] = await Promise.all([
    import("./fields.generated.js"),
    import("../grids.js"),
    import("./place-climate.js"),
    import("./sources.js"),
    import("../climatology.js").then((module) => module.openClimatology()),
  ]);
  const entries = Object.entries(FIELDS).map(async ([name, packed]) => [name, await unpackField(packed)]);
  const fields = Object.fromEntries(await Promise.all(entries)) as WorldFields;
  return {
    sources: SOURCES,
    at: (latitude, longitude, options = {}) => placeClimate(fields, climatology, latitude, longitude, options),
  };
}
