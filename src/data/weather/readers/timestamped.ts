/**
 * Any table with times and weather, by whatever program: pandas, spreadsheets of any country, loggers, simulation programs.
 *
 *     Timestamp,SRRL BMS Global Horizontal Irradiance (W/m²_irr),SRRL BMS Snow Depth (in)
 *     2018-05-10 00:00:00+00:00,170.04,0.0
 *
 *     Datum;Uhrzeit;Globalstrahlung [kW/m²];Lufttemperatur
 *     21.06.2024;10:00;0,812;24,1
 *
 * Delimiter, decimal sign, header, units and columns are found in the file (`table/`), or told by options (`TableOptions`).
 * What a file leaves open is decided by all of it (the order of day and month), assumed with a notice (what its stamps mark;
 * UTC where no zone is stated), or asked: nothing is guessed in silence. −99 and below is missing.
 */

import { shown } from "../../../foundation/text/shown.js";
import { HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import { fixedZone, type Zone } from "../../../foundation/time/zone.js";
import type { Notice } from "../../contract/observation/types.js";
import { isWeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { Label, ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { checkCells, type Runs, Values } from "./rows/cells.js";
import { csvRows, isComment } from "./rows/csv-rows.js";
import { offsetsOf, seriesOfLocalRows } from "./rows/local-rows.js";
import { askForZone, clockChanges, refuseSeveralStations, type StationRow } from "./table/clock-questions.js";
import { timeIndexes, UNTOLD } from "./table/columns.js";
import { findLayout, type Layout } from "./table/layout.js";
import { type TableRules, tableRules } from "./table/options.js";
import {
  EXAMPLE,
  guessed,
  listed,
  numberReader,
  question,
  scaled,
  sourcesOf,
  type TableSource,
  unclearColumn,
  unclearNumber,
} from "./table/sources.js";
import { decidedDays, localRowsOf, openStamps, readStamp, type Stamps, utcRowsOf } from "./table/stamps.js";
import { isTimeName, labelOfName, orderOfName, zoneOfName } from "./table/time-columns.js";
import type { WeatherText } from "./text.js";

export const timestamped: WeatherFormat = {
  name: "timestamped",
  description: "any CSV with times and weather",
  detect: (head) => findLayout(head, tableRules({})) !== undefined,
  read: readTable,
};

/** In place of a time: a row that sums up others. A header comes again where files were joined. */
const TOTAL =
  /^(?:(?:grand )?totale?s?|sum|summe|gesamt(?:summe)?|somme|suma|somma|average|mean|mittelwert|durchschnitt|media|moyenne|minimum|maximum)\b:?$/i;

type Layed = Layout & { readonly time: NonNullable<Layout["time"]> };

async function readTable(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rules = tableRules(options);
  if (rules.zone !== undefined && options.timeOffset !== undefined) {
    throw new TypeError(
      'readWeather: options "zone" and "timeOffset" both say how far times are ahead of UTC: give one',
    );
  }
  const layout = usableLayout(findLayout(text.head, rules), text.head, rules, file);
  const notices: Notice[] = [];
  const columns = sourcesOf(layout, file, options.isSigned);
  const timeNames = timeIndexes(layout.time).map((index) => layout.names[index]!);
  const order = rules.order ?? timeNames.map(orderOfName).find((found) => found !== undefined);
  const stamps = openStamps(order);
  const number = numberReader(layout, rules.missing, options.cellUnits);
  // Empty cells at the end have no name, and need none.
  const length = layout.names.findLastIndex((name) => name !== "") + 1;
  const [firstTime = 0] = timeIndexes(layout.time);
  const stations: StationRow[] = [];
  const left = new Map<string, readonly number[]>();
  await csvRows(
    text,
    file,
    (cells, line, isCut) => {
      if (line < layout.firstRow || line === layout.headerLine || isComment(cells[0]!)) return;
      const where = { file, line };
      const first = cells[firstTime] ?? "";
      if ((first !== "" && first === layout.names[firstTime]) || TOTAL.test(first)) {
        left.set(first, [...(left.get(first) ?? []), line]);
        return;
      }
      checkCells(cells, length, isCut, where);
      readStamp(stamps, cells, layout.time, rules.pattern, where);
      for (const column of columns) column.values.push(number(cells[column.index]!, column, where));
      const name = cells[layout.station];
      if (name && stations.length < 2 && stations[0]?.name !== name) stations.push({ name, line });
    },
    layout.delimiter,
  );
  for (const [text, [line, ...more]] of left) {
    const lines = more.length === 0 ? `line ${line} begins` : `${more.length + 1} lines, the first ${line}, begin`;
    notices.push({ code: "rows", message: `${lines} with ${shown(text)}: left out` });
  }
  refuseSeveralStations(stations, stamps, layout.names[layout.station], options);
  const found = seriesOf(stamps, columns, layout, rules, options, timeNames, notices);
  const place = found.series.place ?? layout.place ?? options.place;
  const { energies } = scaled(found, columns, rules, notices, { file, place });
  notices.unshift(...columnNotices(layout, columns, energies));
  if (found.series.place === undefined && layout.place !== undefined) found.series.place = layout.place;
  return { ...found, notices: [...notices, ...found.notices] };
}

function usableLayout(layout: Layout | undefined, head: string, rules: TableRules, file: string | undefined): Layed {
  const where = { file, line: layout?.headerLine || 1 };
  if (layout === undefined) {
    const wanted = [...rules.columns.values()].map(shown).join(", ");
    const named = wanted === "" ? "" : ` (columns names ${wanted})`;
    const found = `the file begins with ${shown(head.split("\n", 1)[0])}`;
    throw new WeatherError(`no header with a column of time and weather${named}: ${found}; ${EXAMPLE}`, where);
  }
  if (layout.absent.length > 0) {
    const wanted = layout.absent.map(shown).join(", ");
    throw new WeatherError(`there is no column ${wanted}: the file has ${listed(layout.names)}`, where);
  }
  if (layout.time === undefined && !layout.hasRows) throw new WeatherError("no rows of data", where);
  if (layout.time === undefined) {
    throw new WeatherError(
      `no time column: none of ${listed(layout.names)} has times that can be read; say which with ` +
        `columns, such as { time: ${shown(layout.names[0])} }, and how they are written with dateFormat; ${EXAMPLE}`,
      where,
    );
  }
  const [unclear] = isTold(rules) ? [] : layout.unclear;
  if (unclear !== undefined) throw new WeatherError(unclearColumn(...unclear), where);
  if (isQuestionable(layout, rules)) throw new WeatherError(question(layout), where);
  if (layout.unclearNumber !== undefined) throw unclearNumber(layout.unclearNumber, layout.delimiter, where);
  return layout as Layed;
}

/** Whether irradiance may be there and is not recognised, or nothing is. */
function isQuestionable({ columns, unread }: Layout, rules: TableRules): boolean {
  if (columns.length === 0) return true;
  const hasLight = columns.some(({ column }) => column.endsWith("_irradiance"));
  return !hasLight && !isTold(rules) && unread.some(({ guess }) => guess !== undefined && /ghi|dhi|dni/.test(guess));
}

/** Whether the caller says what a column holds: one without an answer is none that the caller needs. */
function isTold(rules: TableRules): boolean {
  return [...rules.columns.keys()].some((role) => isWeatherColumn(role));
}

function seriesOf(
  stamps: Stamps,
  columns: readonly TableSource[],
  layout: Layed,
  rules: TableRules,
  options: ReaderOptions,
  timeNames: readonly string[],
  notices: Notice[],
): ReadResult {
  const { file } = options;
  const { program } = layout;
  if (stamps.ms.length === 0) throw new WeatherError("no rows of data", { file });
  const days = decidedDays(stamps, notices, file);
  refuseUnreadHours(stamps, days, layout, file);
  const { zone, isAssumed } = zoneOf(stamps, layout, rules, options, timeNames);
  const isFixed = zone.hours !== undefined && stamps.offsets.every(Number.isNaN);
  const at = options.place ?? layout.place;
  const step = smallestStep(stamps, days);
  if (isFixed) notices.push(...clockChanges(stamps, days, step, { file, place: at }));
  // Hours from 1 to 24 with minutes are numbers of hours: the first is 00:00 to 01:00.
  const isNumbered = stamps.hasHour24 && !stamps.hasHour0;
  const back = isNumbered && stamps.hasMinutes ? HOUR : 0;
  const isUtc = zone.hours === undefined || !stamps.offsets.every(Number.isNaN);
  const jumped = new Set<number>();
  // Tables of whole days have rows where there was no time.
  const onJump = options.isSigned ? (row: number) => jumped.add(row) : undefined;
  const rows =
    isUtc && options.timeOffset === undefined
      ? utcRowsOf(stamps, days, (local, offset, before) => (Number.isNaN(offset) ? zone.toUtc(local - back, before) : local - offset), file, onJump) // biome-ignore format: one call
      : localRowsOf(stamps, days, back, file);
  const timeZone = isUtc && options.timeOffset === undefined ? 0 : (zone.hours ?? 0);
  const { label, notice, offset } = labelOf(stamps, step, layout, timeNames, isNumbered && back === 0, options.label);
  const isTypical = (rows.mixesYears && isAscending(offsetsOf(rows))) || program?.isTypical === true;
  const place = placeWith(layout.place, timeZone, isAssumed || isUtc || layout.clock !== undefined);
  const shift = program?.shift?.(rows.times.at(0), rows.times.at(rows.times.length - 1), step);
  if (shift?.message !== undefined) notices.push({ code: "label-assumed", message: shift.message });
  const sampling = program?.label === "instant" ? ({ sampling: "instant" } as const) : {};
  const source = { label, place, timeZone, isTypical, offset: offset + (shift?.ms ?? 0), ...sampling };
  const result = seriesOfLocalRows(rows, withoutRows(columns, jumped), source, options);
  if (jumped.size > 0) {
    const message = `${jumped.size} rows have times that the clocks of this zone jump over: they are left out`;
    notices.push({ code: "daylight-saving", message });
  }
  if (isUtc && options.timeOffset === undefined) {
    const [first = Number.NaN] = stamps.offsets;
    result.timeOffset = stamps.offsets.every((offset) => offset === first) ? first / HOUR : undefined;
  }
  if (rules.zone !== undefined && stamps.offsets.every((offset) => !Number.isNaN(offset))) {
    notices.push({ code: UNUSED_ZONE, message: "all times state their offset from UTC: zone does nothing" });
  }
  if (isAssumed) {
    askForZone(result.series, at, notices, { file, line: stamps.lines.at(0) });
    notices.push({ code: "time-zone", message: "times without an offset are interpreted as UTC" });
  }
  if (notice !== undefined) notices.push(notice);
  return result;
}

/** Code of a notice: a zone was given for times that have none of their own. */
export const UNUSED_ZONE = "zone-unused";

/** @throws WeatherError for rows of which most have the date of others, and nothing but a date */
function refuseUnreadHours({ ms, lines }: Stamps, days: Runs, layout: Layed, file: string | undefined): void {
  const { time, names } = layout;
  const hasHours =
    time.kind === "date-clock" || (time.kind === "parts" && time.hour >= 0) || !ms.every((at) => at === 0);
  let dates = 1;
  for (let row = 1; row < days.length; row++) if (days.at(row) !== days.at(row - 1)) dates += 1;
  if (hasHours || days.length < 1.5 * dates) return;
  const used = timeIndexes(time);
  const hour = names.find((name, k) => !used.includes(k) && isTimeName(name)) ?? "NAME";
  const date = time.kind === "stamp" ? `date: ${shown(names[time.stamp])}, ` : "";
  throw new WeatherError(
    `the hours are not read: most dates come ${Math.round(days.length / dates)} times. Which column has them? ` +
      `Pass columns, such as { ${date}hour: ${shown(hour)} }`,
    { file, line: lines.at(0) },
  );
}

function withoutRows(columns: readonly TableSource[], rows: ReadonlySet<number>): readonly TableSource[] {
  if (rows.size === 0) return columns;
  return columns.map((column) => {
    const values = new Values();
    column.values.drain((value, row) => {
      if (!rows.has(row)) values.push(value);
    });
    return { ...column, values };
  });
}

/** Times in UTC say nothing of the place's zone. */
function placeWith(place: WeatherPlace | undefined, timeZone: number, isUnknown: boolean): WeatherPlace | undefined {
  return place === undefined || isUnknown || timeZone === 0
    ? place
    : { ...place, timeZone: place.timeZone ?? timeZone };
}

function isAscending(offsets: Float64Array): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const offset of offsets) {
    if (offset <= before) return false;
    if (!Number.isNaN(offset)) before = offset;
  }
  return true;
}

function zoneOf(
  stamps: Stamps,
  layout: Layed,
  rules: TableRules,
  { timeOffset }: ReaderOptions,
  timeNames: readonly string[],
): { zone: Zone; isAssumed: boolean } {
  const named = timeNames.map(zoneOfName).find((hours) => hours !== undefined);
  const stated = timeOffset ?? (rules.zone === undefined ? (named ?? layout.clock) : undefined);
  const zone = stated === undefined ? (rules.zone ?? fixedZone(0)) : fixedZone(stated);
  const isWritten = stamps.offsets.every((offset) => !Number.isNaN(offset));
  return { zone, isAssumed: stated === undefined && rules.zone === undefined && !isWritten };
}

function labelOf(
  stamps: Stamps,
  step: number,
  layout: Layed,
  timeNames: readonly string[],
  isNumbered: boolean,
  given: Label | undefined,
): { label: Label; notice: Notice | undefined; offset: number } {
  const known = (label: Label) => ({ label, notice: undefined, offset: 0 });
  const assumed = (label: Label, why: string, offset = 0) => ({
    label,
    offset,
    notice: {
      code: "label-assumed",
      message: `time stamps are interpreted as interval ${label === "center" ? "centre" : label}s${why}: pass label if they are not`,
    },
  });
  if (given !== undefined) return known(given);
  const named = timeNames.map(labelOfName).find((label) => label !== undefined);
  if (named !== undefined) return known(named);
  const { label, why, wholeHours } = layout.program ?? {};
  if (label !== undefined && !(wholeHours && stamps.hasMinutes)) {
    const mark = label === "instant" ? "center" : label;
    return why === undefined ? known(mark) : assumed(mark, why);
  }
  if (isNumbered) return assumed("end", ", because they run from 1:00 to 24:00");
  const rest = step > 0 && step <= HOUR && stamps.ms.length > 0 ? stamps.ms.at(0) % step : Number.NaN;
  // The middle of a quarter of an hour is written without its half minute.
  const half = step === 15 * MINUTE && rest === 7 * MINUTE ? rest : step / 2;
  const isHalf = rest === half && stamps.ms.every((ms) => ms % step === half);
  return isHalf
    ? assumed("center", ", because they fall half an interval off the hour", step / 2 - half)
    : assumed("start", "");
}

function smallestStep({ ms }: Stamps, days: Runs): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 1; row < ms.length; row++) {
    const step = (days.at(row) - days.at(row - 1)) * 24 * HOUR + ms.at(row) - ms.at(row - 1);
    if (step > 0) least = Math.min(least, step);
  }
  return least === Number.POSITIVE_INFINITY || least < MINUTE ? 0 : least;
}

function columnNotices(layout: Layed, columns: readonly TableSource[], energies: number): Notice[] {
  const taken = columns.map(({ name, column }) => `"${name}" as ${column}`).join(", ");
  const notices: Notice[] = [{ code: "columns", message: `columns recognised by name: ${taken}` }];
  const ideas = layout.unread.filter((column) => column.guess !== undefined);
  const others = layout.unread.filter((column) => column.guess === undefined);
  if (ideas.length > 0) {
    const list = guessed(ideas);
    const untold = ideas.find(({ guess, unknownUnit }) => unknownUnit && UNTOLD.includes(guess!))?.guess;
    const ask = untold === undefined ? "name them with columns if they are" : `pass units, such as { ${untold}: "cm" }`;
    notices.push({ code: "unread", message: `columns not recognised: ${list}; ${ask}` });
  }
  if (others.length > 0) {
    notices.push({
      code: "columns",
      message: `columns that are ignored: ${others.map(({ name }) => `"${name}"`).join(", ")}`,
    });
  }
  if (energies > 0) notices.push({ code: "units", message: "energies of intervals are converted to means, W/m²" });
  return notices;
}
