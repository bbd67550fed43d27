/** Tables of shade by PVsyst and SAM, as maps: bilinear between their points, as both programs read them. */

import { shown } from "../../foundation/text/shown.js";
import { DAY } from "../../foundation/time/calendar.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { azimuthRows, elevationRows, sunSiteOf, sunVectorRows } from "../../physics/models/solar-position/ephemeris.js";
import { atmosphericRefractionRows } from "../../physics/models/solar-position/refraction.js";
import type { SceneReading } from "./reading.js";

export interface ShadeTableOptions {
  /** Of the place, degrees: PVsyst counts azimuths from the north in the south, and SAM's hours need it. */
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** Of SAM's hours: from UTC to local standard time, hours. */
  readonly timeZone?: number | undefined;
}

/** Shares of the beam that are lost, at azimuths clockwise from north and at elevations, both ascending, degrees. */
interface Grid {
  readonly azimuths: readonly number[];
  readonly elevations: readonly number[];
  /** By elevation, then azimuth. */
  readonly losses: readonly (readonly number[])[];
}

const MOST_POINTS = 70_000;
const HOURS = 8760;
const fault = (message: string) => new RangeError(`readScene: the table ${message}`);

/** @returns whether a text is a table: it begins with a number, or has PVsyst's words */
export function isShadeTable(text: string): boolean {
  return /^\uFEFF?\s*[-+.\d]/.test(text) || /shading factor/i.test(text.slice(0, 2000)) || PVSYST_ROWS.test(text);
}

const PVSYST_ROWS = /^"?(?:sun )?height\b/im;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** Numbers of a line, and PVsyst's "Behind" as NaN. Where no line has a decimal point, commas are decimal beside other separators. */
function cellsOf(line: string, hasCommas: boolean): number[] {
  const plain = hasCommas ? line.replaceAll(",", ".") : line.replaceAll(",", " ");
  const cells = plain.replace(/Behind/gi, " Behind ").split(/[\s;:"°%]+/);
  return cells.flatMap((cell) => (cell === "Behind" ? [Number.NaN] : NUMBER.test(cell) ? [Number(cell)] : []));
}

/**
 * @param table the text of a file, or rows of numbers
 * @throws RangeError, TypeError naming the line and what was expected
 */
export function readShadeTable(table: string | readonly unknown[], options: ShadeTableOptions): SceneReading {
  if (typeof table === "string" && PVSYST_ROWS.test(table)) return pvsystTable(table, options);
  const rows = typeof table === "string" ? rowsOfText(table) : table.map((row) => (Array.isArray(row) ? row : [row]));
  const across = rows[0]?.length ?? 0;
  const ragged = rows.findIndex((row) => row.length !== across);
  if (ragged >= 0)
    throw fault(`must have rows of one length: row ${ragged + 1} has ${rows[ragged]!.length}, not ${across}`);
  if (rows.length * across > MOST_POINTS && rows.length % HOURS !== 0)
    throw fault(`has more than ${MOST_POINTS} numbers`);
  for (const [k, row] of rows.entries()) {
    const wrong = row.find((value) => !(typeof value === "number" && Math.abs(value) <= 360));
    if (wrong !== undefined) throw fault(`must have numbers of degrees and percent: row ${k + 1} has ${shown(wrong)}`);
  }
  return samTable(rows as number[][], options);
}

function rowsOfText(text: string): number[][] {
  const lines = text.split(/\r\n|\r|\n/);
  const hasCommas = !text.includes(".") && /[;\t]/.test(text);
  return lines.map((line) => cellsOf(line, hasCommas)).filter((cells) => cells.length > 0);
}

/** Azimuth by altitude, month by hour, or a year of hours: losses of the beam in percent. The sky's light is left as it is. */
function samTable(rows: readonly number[][], options: ShadeTableOptions): SceneReading {
  const across = rows[0]?.length ?? 0;
  const isMonths = rows.length === 12 && across === 24;
  const isYear = rows.length > 0 && rows.length % HOURS === 0 && across === 1;
  if (!isMonths && !isYear && !(rows.length >= 3 && across >= 3))
    throw fault(
      `must be PVsyst's, or SAM's by azimuth and altitude, by 12 months × 24 hours, or of ${HOURS} hours: got ${rows.length} rows × ${across}`,
    );
  const isGrid = !isMonths && !isYear;
  const losses = (isGrid ? rows.slice(1).map((row) => row.slice(1)) : rows).flat();
  const most = losses.reduce((high, loss) => Math.max(high, loss), 0);
  if (losses.some((loss) => !(loss >= 0 && loss <= 100))) throw fault("must have losses from 0 to 100 percent");
  const messages = ["SAM's table: the light of the sky is left as it is; set shade.diffuse to the share that remains"];
  if (most > 0 && most <= 1) messages.push(`all losses are at most ${most} percent: is it a table of shares?`);
  const shares = losses.map((loss) => loss / 100);
  if (!isGrid) return answer({ ...mapOfTimes(shares, isMonths, options), diffuse: "open" }, messages);
  const azimuths = rows[0]!.slice(1);
  const elevations = rows.slice(1).map(([elevation]) => elevation!);
  const list = elevations.map((_, k) => shares.slice(k * azimuths.length, (k + 1) * azimuths.length));
  return gridAnswer({ azimuths, elevations, losses: list }, "open", messages);
}

function pvsystTable(text: string, { latitude }: ShadeTableOptions): SceneReading {
  const lines = text.split(/\r\n|\r|\n/);
  const hasCommas = !/\d\.\d/.test(text);
  const heads = lines.flatMap((line, k) => (PVSYST_ROWS.test(line) ? [k] : []));
  if (heads.length > 1) throw fault(`is of ${heads.length} orientations: keep one, and give it to its plane`);
  const named = lines.find((line) => /^\s*"?Azimuth/i.test(line)) ?? lines[heads[0]!]!;
  const written = cellsOf(named, hasCommas);
  const given = written.length > 1 ? written : Array.from({ length: 19 }, (_, k) => 20 * k - 180);
  const rows: number[][] = [];
  for (const line of lines.slice(heads[0]! + 1)) {
    const cells = /^\s*"?[\d.]/.test(line) ? cellsOf(line, hasCommas) : [];
    if (cells.length === 0 && rows.length > 0) break;
    if (cells.length > 0) rows.push(cells);
    if (cells.length > 0 && cells.length !== given.length + 1)
      throw fault(`must have ${given.length} factors in a row, got ${cells.length - 1} at the height ${cells[0]}`);
  }
  // PVsyst 5 and older wrote what passes.
  const isOld = /PVSYST\s+V?[1-5]\./i.test(text);
  const share = (value: number) => (isOld ? 1 - value : value);
  const losses = rows.map((row) => withoutBehind(row.slice(1).map(share)));
  if (losses.flat().some((loss) => !(loss >= 0 && loss <= 1))) throw fault("must have factors from 0 to 1");
  const top = losses[rows.findIndex(([height]) => height === Math.max(...rows.map(([one]) => one!)))] ?? [1];
  if (top.reduce((sum, loss) => sum + loss, 0) > top.length / 2)
    throw fault("shades the zenith: if 1 is no shade in it, as up to PVsyst 5, write 1 minus its factors");
  const isSouth = latitude !== undefined && latitude < 0;
  // The first and the last column may be one direction.
  const across = given.length - (Math.abs(given.at(-1)! - given[0]!) === 360 ? 1 : 0);
  const azimuths = given.slice(0, across).map((azimuth) => (isSouth ? (360 - azimuth) % 360 : azimuth + 180));
  const factor = (of: RegExp) => {
    const [, digits] = of.exec(text) ?? [];
    return digits === undefined ? undefined : share(Number(digits.replace(",", ".")));
  };
  const [diffuse, albedo] = [factor(/diffuse ?: ?(\d(?:[.,]\d+)?)/i), factor(/albedo ?: ?(\d(?:[.,]\d+)?)/i)];
  const zero =
    latitude === undefined ? "the south, as in the northern hemisphere: give latitude" : isSouth ? "north" : "south";
  return gridAnswer(
    { azimuths, elevations: rows.map(([height]) => height!), losses },
    diffuse === undefined ? "map" : 1 - diffuse,
    [
      `PVsyst's table: its azimuths are read from ${zero}`,
      diffuse === undefined
        ? "the light of the sky is shaded as the table says"
        : `PVsyst's factor of the sky's light, ${diffuse}, is used as it is`,
      ...(albedo === undefined ? [] : [`its factor of the ground's light, ${albedo}, is not used`]),
      ...(/according to strings/i.test(text) ? ["the table is by strings: it has their electrical losses"] : []),
    ],
  );
}

/** Behind the plane the beam is none: cells there are as the nearest of the row, so that beside them nothing is lost for it. */
function withoutBehind(row: readonly number[]): number[] {
  return row.map((loss, k) => {
    for (let off = 0; off < row.length; off++)
      for (const near of [row[k - off], row[k + off]]) if (near !== undefined && !Number.isNaN(near)) return near;
    return Number.isNaN(loss) ? 0 : loss;
  });
}

function answer(shade: ShadeMap, messages: readonly string[]): SceneReading {
  return { obstacles: [], shade, notices: messages.map((message) => ({ code: "scene", message })) };
}

/** A map whose cells have the table's points as their corners, so that it is the table to the last bit of its sums. */
function gridAnswer(given: Grid, diffuse: ShadeMap["diffuse"], messages: readonly string[]): SceneReading {
  const grid = sorted(given);
  const steps = [stepOf(grid.azimuths, 360), stepOf(grid.elevations, 90)];
  const [azimuthStep, elevationStep] = steps.map((step) => step ?? 1) as [number, number];
  const [across, rows] = [Math.round(360 / azimuthStep), Math.round(90 / elevationStep)];
  const passAtCorner = (column: number, row: number) => 1 - lossAt(grid, column * azimuthStep, row * elevationStep);
  const nodes: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < across; column++)
      for (const [right, up] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        nodes.push(passAtCorner(column + right, row + up));
  const cells = Array.from({ length: across * rows }, (_, cell) => cell);
  const passes = cells.map((cell) => nodes.slice(4 * cell, 4 * cell + 4).reduce((sum, pass) => sum + pass / 4, 0));
  const edges = { parts: cells.map(() => 1), start: cells.map((cell) => 4 * cell), nodes: [nodes] };
  const between = steps.includes(undefined) ? ["its angles are no parts of a circle: it is read at whole degrees"] : [];
  return answer({ azimuthStep, elevationStep, passes: [passes.map((pass) => Math.min(1, pass))], diffuse, edges }, [
    ...messages,
    ...between,
  ]);
}

/** The largest step of which all angles are multiples, down to half a degree. */
function stepOf(angles: readonly number[], whole: number): number | undefined {
  for (let parts = 4; parts <= 2 * whole; parts++) {
    const step = whole / parts;
    if (angles.every((angle) => Math.abs(angle / step - Math.round(angle / step)) < 1e-9)) return step;
  }
  return undefined;
}

function sorted({ azimuths, elevations, losses }: Grid): Grid {
  const [columns, rows] = [orderOf(azimuths, 360, "azimuths"), orderOf(elevations, 90, "elevations")];
  const pick = (row: readonly number[]) => columns.map((column) => row[column]!);
  const grid = {
    azimuths: pick(azimuths),
    elevations: rows.map((row) => elevations[row]!),
    losses: rows.map((row) => pick(losses[row]!)),
  };
  const [first, last] = [grid.azimuths[0]!, grid.azimuths.at(-1)!];
  // Around the north, where the table does not reach it from both sides.
  const before = first > 0 ? [last - 360] : [];
  const after = last < 360 ? [first + 360] : [];
  const around = (row: readonly number[]) => [...before.map(() => row.at(-1)!), ...row, ...after.map(() => row[0]!)];
  return { ...grid, azimuths: [...before, ...grid.azimuths, ...after], losses: grid.losses.map(around) };
}

function orderOf(angles: readonly number[], most: number, name: string): number[] {
  const order = angles.map((_, k) => k).sort((one, other) => angles[one]! - angles[other]!);
  const isRight = order.every(
    (k, at) => angles[k]! >= 0 && angles[k]! <= most && (at === 0 || angles[k]! > angles[order[at - 1]!]!),
  );
  if (isRight && angles.length > 1) return order;
  throw fault(
    `must have at least two different ${name} from 0 to ${most} degrees, got ${angles.slice(0, 4).join(", ")}, …`,
  );
}

function lossAt({ azimuths, elevations, losses }: Grid, azimuth: number, elevation: number): number {
  const [i, u] = placeIn(azimuths, azimuth);
  const [j, v] = placeIn(elevations, elevation);
  const along = (row: readonly number[]) => row[i]! + (row[i + 1]! - row[i]!) * u;
  return along(losses[j]!) + (along(losses[j + 1]!) - along(losses[j]!)) * v;
}

/** Between which of ascending angles, and how far; beyond them as at the last one. */
function placeIn(angles: readonly number[], angle: number): [index: number, share: number] {
  let k = 0;
  while (k < angles.length - 2 && angle > angles[k + 1]!) k++;
  const share = (angle - angles[k]!) / (angles[k + 1]! - angles[k]!);
  return [k, Math.max(0, Math.min(1, share))];
}

/** Degrees of a map by month: as many cells as one may have. */
const [BY_AZIMUTH, BY_ELEVATION] = [4, 3];
/** Minutes between two suns. */
const SUNS = 20;
/** Degrees of refraction at sunrise, as the engine has it. */
const SUNRISE = 0.5667;
type Column = Float64Array;
type Columns = [Column, Column, Column, Column, Column, Column, Column];

/** Losses by time as losses where the sun stands then: means of the times at which it crosses a cell in a month. */
function mapOfTimes(losses: readonly number[], isMonths: boolean, options: ShadeTableOptions): ShadeMap {
  const { latitude, longitude, timeZone } = options;
  const inRange = (value: unknown, most: number) => typeof value === "number" && Math.abs(value) <= most;
  if (!inRange(latitude, 90) || !inRange(longitude, 180) || !inRange(timeZone, 14))
    throw fault("is by hours: latitude, longitude and timeZone (hours of local standard time) are required");
  const perDay = (24 * 60) / SUNS;
  const start = Date.UTC(2023, 0, 1);
  const local = Float64Array.from({ length: 365 * perDay }, (_, k) => start + ((k + 0.5) * DAY) / perDay);
  const time = local.map((at) => at - (timeZone! * DAY) / 24);
  const column = () => new Float64Array(time.length);
  const [east, north, up, distance, elevation, azimuth, bent] = Array.from({ length: 7 }, column) as Columns;
  sunVectorRows(0, time.length, time, sunSiteOf(latitude!, longitude!, 0), east, north, up, distance);
  elevationRows(0, time.length, east, north, up, elevation);
  azimuthRows(0, time.length, east, north, azimuth);
  const [pressure, temperature] = [column().fill(101_325), column().fill(12)];
  atmosphericRefractionRows(0, time.length, elevation, pressure, temperature, SUNRISE, bent);
  const months = Array.from({ length: 365 }, (_, day) => new Date(start + day * DAY).getUTCMonth());
  const [across, rows] = [360 / BY_AZIMUTH, 90 / BY_ELEVATION];
  const sums = Array.from({ length: 12 }, () => ({
    lost: new Float64Array(across * rows),
    suns: new Float64Array(across * rows),
  }));
  for (let k = 0; k < local.length; k++) {
    const height = elevation[k]! + bent[k]!;
    if (!(height > 0)) continue;
    const hour = Math.floor((k * HOURS) / local.length);
    const month = months[Math.floor(hour / 24)]!;
    const index = isMonths ? 24 * month + (hour % 24) : Math.floor((k * losses.length) / local.length);
    const row = Math.min(rows - 1, Math.floor(height / BY_ELEVATION));
    const cell = row * across + Math.min(across - 1, Math.floor(azimuth[k]! / BY_AZIMUTH));
    sums[month]!.lost[cell]! += losses[index]!;
    sums[month]!.suns[cell]! += 1;
  }
  const passes = sums.map(({ lost, suns }) =>
    Array.from(lost, (_, cell) => {
      // Beside the sun's ways, as on them at the same azimuth.
      const column =
        suns[cell]! > 0 ? [cell] : Array.from({ length: rows }, (_, row) => row * across + (cell % across));
      const seen = column.reduce((sum, one) => sum + suns[one]!, 0);
      return seen > 0 ? Math.max(0, 1 - column.reduce((sum, one) => sum + lost[one]!, 0) / seen) : 1;
    }),
  );
  return { azimuthStep: BY_AZIMUTH, elevationStep: BY_ELEVATION, passes };
}
