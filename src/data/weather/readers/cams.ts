/**
 * CAMS solar radiation time series (Copernicus Atmosphere Monitoring Service, also by SoDa), CSV:
 *
 *     # Latitude (positive North, ISO 19115): 55.7906
 *     # Observation period;TOA;Clear sky GHI;…;GHI;BHI;DHI;BNI;Reliability
 *     2020-06-01T12:00:00.0/2020-06-01T12:01:00.0;18.0699;…
 *
 * Source: the legend in the file itself, and ECMWF's "CAMS solar radiation time-series: data documentation". Every row
 * says where its interval starts and ends, in universal time. Irradiations are Wh/m² over the interval (kWh/m² where the
 * field uom says so); nan is missing. The clear-sky columns and those without bias correction are ignored; the expert
 * mode's ground albedo, water vapour (kg/m²) and aerosol optical depth at 550 nm (the sum of its parts) are read.
 *
 * Rejected: files of McClear, which have only clear-sky irradiance, and monthly files, whose intervals are not equal.
 */
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  checkLength,
  type FilledColumn,
  parseStamp,
  parseValue,
  placeIn,
  Runs,
  readCell,
  type SourceColumn,
  Values,
  type Where,
} from "./rows/cells.js";
import { seriesOfUtcRows } from "./rows/local-rows.js";
import { textLines, type WeatherText } from "./text.js";

const HEADER = /^#\s*Observation period;/;

export const cams: WeatherFormat = {
  name: "cams",
  description: "CAMS solar radiation time series (Copernicus, SoDa), CSV",
  detect: (head) => head.startsWith("#") && head.split("\n").some((line) => HEADER.test(line)),
  read: readCams,
};

const IRRADIATIONS: readonly (readonly [name: string, WeatherColumn])[] = [
  ["GHI", "global_horizontal_irradiance"],
  ["BHI", "direct_horizontal_irradiance"],
  ["DHI", "diffuse_horizontal_irradiance"],
  ["BNI", "direct_normal_irradiance"],
];

/** Wh/m² per unit. */
const UNITS: { readonly [unit: string]: number } = { whm2: 1, kwhm2: 1000 };

const AEROSOL = /^AOD [A-Z]{2}$/;

async function readCams(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = { times: new Runs(), lines: new Runs() };
  const fields = new Map<string, { value: string; line: number }>();
  let names: { cells: readonly string[]; where: Where } | undefined;
  let table: ReturnType<typeof readTable> | undefined;
  let lastLine = 1;
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    lastLine = line;
    if (content.startsWith("#")) {
      if (HEADER.test(content)) names = { cells: cellsOf(content.slice(1)), where };
      else readField(content, line, fields);
      return;
    }
    if (names === undefined) throw new WeatherError("no line of column names (# Observation period;…)", where);
    const cells = cellsOf(content);
    checkLength(cells, names.cells.length, isCut, where);
    const { start, step } = readPeriod(cells[0]!, options.timeOffset, where);
    table ??= readTable(names.cells, names.where, fields, step);
    if (step !== table.step) {
      const found = `the interval is ${step / 1000} s long, the first one ${table.step / 1000} s`;
      throw new WeatherError(`${found}: months cannot be read`, where);
    }
    rows.times.push(start);
    rows.lines.push(line);
    for (const column of table.columns) column.values.push(readCell(cells, column, where));
    if (table.aerosols.length > 0) {
      table.depth.values.push(table.aerosols.reduce((sum, part) => sum + readCell(cells, part, where), 0));
    }
  });
  if (names === undefined) {
    throw new WeatherError("the file ends before its column names (# Observation period;…)", { file, line: lastLine });
  }
  if (table === undefined) throw new WeatherError("no rows of data", { file, line: lastLine });
  const { columns, aerosols, depth, step } = table;
  const all = aerosols.length > 0 ? [...columns, depth] : columns;
  return seriesOfUtcRows(rows, all, { label: "start", place: readPlace(fields, file), step }, options);
}

function cellsOf(line: string): string[] {
  return line.split(";").map((cell) => cell.trim());
}

/** `# Latitude (positive North, ISO 19115): 55.7906`: the name is the text before the bracket. */
function readField(content: string, line: number, fields: Map<string, { value: string; line: number }>): void {
  const [, name, value] = /^#([^:(]*)(?:\([^)]*\)\s*)?:(.*)$/s.exec(content)?.map((part) => part.trim()) ?? [];
  if (name !== undefined && !fields.has(name)) fields.set(name, { value: value!, line });
}

function readPeriod(cell: string, timeOffset: number | undefined, where: Where): { start: number; step: number } {
  const [start, end] = cell.split("/").map((stamp) => parseStamp(stamp, timeOffset));
  const step = end! - start!;
  if (step > 0) return { start: start!, step };
  throw new WeatherError(`expected the interval's start/end in ISO 8601, got ${shown(cell)}`, where);
}

function readTable(
  names: readonly string[],
  where: Where,
  fields: ReadonlyMap<string, { value: string; line: number }>,
  step: number,
) {
  const reference = fields.get("Time reference");
  if (reference !== undefined && !/\bUT\b|universal/i.test(reference.value)) {
    const { value, line } = reference;
    throw new WeatherError(`times must be universal time (UT), got ${shown(value)}`, { ...where, line });
  }
  const uom = fields.get("uom");
  const unit = /"([^"]*)"/.exec(uom?.value ?? "")?.[1] ?? "Wh m-2";
  const factor = UNITS[unit.toLowerCase().replace(/[\s/^-]/g, "")];
  if (factor === undefined) throw new WeatherError(`unknown unit ${shown(unit)}`, { ...where, line: uom?.line });

  const column = (name: string, column: WeatherColumn, factor: number, divisor: number): SourceColumn[] => {
    const index = names.indexOf(name);
    return index < 0
      ? []
      : [{ name, index, column, factor, divisor, isMissing: (value) => value < 0, values: new Values() }];
  };
  const irradiances = IRRADIATIONS.flatMap(([name, target]) => column(name, target, factor, step / HOUR));
  if (irradiances.length === 0) {
    throw new WeatherError("no column GHI, BHI, DHI or BNI: McClear files have only the clear sky", where);
  }
  return {
    step,
    columns: [...irradiances, ...column("albedo", "albedo", 1, 1), ...column("tcwv", "precipitable_water", 1, 10)],
    aerosols: names.filter((name) => AEROSOL.test(name)).flatMap((name) => column(name, "aerosol_optical_depth", 1, 1)),
    depth: { column: "aerosol_optical_depth", values: new Values() } satisfies FilledColumn as FilledColumn,
  };
}

function readPlace(
  fields: ReadonlyMap<string, { value: string; line: number }>,
  file: string | undefined,
): WeatherPlace | undefined {
  const [latitude, longitude, altitude] = ["Latitude", "Longitude", "Altitude"].map((name) => fields.get(name));
  if (latitude === undefined && longitude === undefined) return undefined;
  const number = (field: { value: string } | undefined) => field && (parseValue(field.value) ?? Number.NaN);
  const place = { latitude: number(latitude), longitude: number(longitude), altitude: number(altitude) };
  return placeIn(place, file, (latitude ?? longitude)!.line);
}
