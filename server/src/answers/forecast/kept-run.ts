/** A run that the server has kept for a place, as a file has it. */
import type { WeatherSeries } from "irradiance-engine";
import type { PastRun } from "irradiance-engine/forecast";
import { shown } from "irradiance-engine/shared";

export interface KeptRun extends PastRun {
  /** When it began, Unix ms. */
  readonly run: number;
  /** Names of its data sets. */
  readonly datasets: readonly string[];
  /** Of its source's offer: another one is that of a run that was published again. */
  readonly revision: string;
}

/** What is kept of a run: what its day-ahead correction looks at. Digits after the point, and what no weather goes beyond. */
const COLUMNS = {
  global_horizontal_irradiance: { digits: 1, least: 0, most: 2000 },
  temperature: { digits: 1, least: -100, most: 70 },
  relative_humidity: { digits: 0, least: 0, most: 110 },
  precipitation: { digits: 2, least: 0, most: 3000 },
} as const;
type KeptColumn = keyof typeof COLUMNS;
export const KEPT_COLUMNS = Object.keys(COLUMNS) as readonly KeptColumn[];

const FORMAT = "irradiance-server/kept-run";
const VERSION = 1;
/** Seconds that an interval may have. */
const STEPS = [900, 3600];
/** Rows of a run: 16 days of quarters of an hour. */
const MOST_ROWS = 1536;
const MOST_NAMES = 8;
const MOST_NAME = 200;

export function keptRunText({ run, issued, datasets, revision, series }: KeptRun): string {
  const { start, interval, place, columns } = series;
  const kept = KEPT_COLUMNS.flatMap((name) => {
    const values = columns[name];
    return values === undefined ? [] : [[name, Array.from(values, (value) => rounded(name, value ?? null))]];
  });
  const content = {
    ...{ format: FORMAT, version: VERSION, run: iso(run), issued: iso(issued), datasets, revision },
    ...{ ...(place && { place }), start: iso(new Date(start).getTime()), interval, columns: Object.fromEntries(kept) },
  };
  return `${JSON.stringify(content)}\n`;
}

/** @throws TypeError for a text that is not whole or of something else, RangeError for values that no weather has, naming them */
export function parseKeptRun(text: string): KeptRun {
  const given = objectAt(json(text), "the file");
  if (given.format !== FORMAT) throw new TypeError(`format must be "${FORMAT}", got ${shown(given.format)}`);
  if (given.version !== VERSION) throw new TypeError(`version must be ${VERSION}, got ${shown(given.version)}`);
  if (typeof given.revision !== "string") throw new TypeError(`revision must be a text, got ${shown(given.revision)}`);
  return {
    run: timeAt(given.run, "run"),
    issued: timeAt(given.issued, "issued"),
    datasets: namesAt(given.datasets),
    revision: given.revision,
    series: seriesAt(given),
  };
}

function seriesAt({ start, interval, place, columns: of }: Given): WeatherSeries {
  if (!STEPS.includes(interval as number)) {
    throw new RangeError(`interval must be ${STEPS.join(" or ")} seconds, got ${shown(interval)}`);
  }
  const given = objectAt(of, "columns");
  const columns = Object.keys(given).map((name) => [name, valuesAt(name, given[name])] as const);
  const [first] = columns;
  if (!columns.some(([name]) => name === "global_horizontal_irradiance")) {
    throw new TypeError(`columns must have global_horizontal_irradiance, got ${shown(Object.keys(given))}`);
  }
  const uneven = columns.find(([, values]) => values.length !== first![1].length);
  if (uneven !== undefined) {
    throw new RangeError(
      `columns.${uneven[0]} must have ${first![1].length} values as ${first![0]} has, got ${uneven[1].length}`,
    );
  }
  return {
    start: timeAt(start, "start"),
    interval: interval as number,
    columns: Object.fromEntries(columns),
    ...(place !== undefined && { place: placeAt(place) }),
  };
}

function valuesAt(name: string, values: unknown): Float64Array {
  const limits = KEPT_COLUMNS.includes(name as KeptColumn) ? COLUMNS[name as KeptColumn] : undefined;
  if (limits === undefined) throw new TypeError(`columns must be ${KEPT_COLUMNS.join(", ")}, got ${shown(name)}`);
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST_ROWS) {
    throw new TypeError(`columns.${name} must be a list of 1 to ${MOST_ROWS} values, got ${shown(values)}`);
  }
  return Float64Array.from(values, (value: unknown, k) => {
    if (value === null) return Number.NaN;
    return numberAt(value, `columns.${name}[${k}]`, limits.least, limits.most);
  });
}

function placeAt(value: unknown): NonNullable<WeatherSeries["place"]> {
  const { latitude, longitude, altitude } = objectAt(value, "place");
  return {
    latitude: numberAt(latitude, "place.latitude", -90, 90),
    longitude: numberAt(longitude, "place.longitude", -180, 180),
    ...(altitude !== undefined && { altitude: numberAt(altitude, "place.altitude", -500, 9000) }),
  };
}

/** What cannot be is missing. */
function rounded(name: KeptColumn, value: number | null): number | null {
  const { digits, least, most } = COLUMNS[name];
  if (value === null || !(value >= least && value <= most)) return null;
  return Number(value.toFixed(digits));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`the file is truncated or not JSON (${(cause as Error).message})`, { cause });
  }
}

type Given = { readonly [name: string]: unknown };

function objectAt(value: unknown, where: string): Given {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Given;
  throw new TypeError(`${where} must be an object, got ${shown(value)}`);
}

function numberAt(value: unknown, where: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new RangeError(`${where} must be a number from ${least} to ${most}, got ${shown(value)}`);
}

function timeAt(value: unknown, where: string): number {
  const found = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(found)) return found;
  throw new TypeError(`${where} must be a time, got ${shown(value)}`);
}

function namesAt(value: unknown): readonly string[] {
  const isName = (name: unknown) => typeof name === "string" && name !== "" && name.length <= MOST_NAME;
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_NAMES && value.every(isName)) return value;
  throw new TypeError(`datasets must be 1 to ${MOST_NAMES} names, got ${shown(value)}`);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
