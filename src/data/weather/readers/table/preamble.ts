/** What stands before a header: place, time zone, what columns hold, and what is written where there is no value. */

import { HOUR, MINUTE, yearStart } from "../../../../foundation/time/calendar.js";
import { offsetHours } from "../../../../foundation/time/zone.js";
import type { WeatherColumn, WeatherPlace } from "../../series.js";
import type { Label } from "../format.js";
import { parseValue } from "../rows/cells.js";
import { isAnyUnit } from "../rows/units.js";
import { type ColumnName, columnName } from "./names.js";

/** What a line says of a column: `GHI - Global horizontal irradiance [W/m2], no data value -9`. */
export interface Legend {
  readonly name: ColumnName;
  readonly unit: string | undefined;
  readonly missing: number | undefined;
}

const FIELD = /^[\s#"]*(\p{L}(?:[ _-]*\p{L})*)\s*(?:[([][^)\]]*[)\]]\s*)?(?:"\s*)?[:;=,\t]+\s*"?([^";\t]*)/u;

type Key = keyof WeatherPlace | "reference" | "offsetSeconds";
type Values = { [key in Key]?: number };

const KEYS: readonly (readonly [Key, RegExp])[] = [
  ["latitude", /^(?:lat|latitude|breite|breitengrad|latitud)$/i],
  ["longitude", /^(?:lon|long|lng|longitude|länge|längengrad|longitud)$/i],
  ["altitude", /^(?:alt|altitude|elevation|elev|height|höhe|altitud)$/i],
  ["timeZone", /^(?:time ?zone|timezone|tz|utc ?offset|zeitzone|time_zone)$/i],
  ["reference", /^time reference$/i],
  ["offsetSeconds", /^utc_offset_seconds$/],
];

function keyOf(name: string): Key | undefined {
  return KEYS.find(([, pattern]) => pattern.test(name))?.[0];
}

/** The place, hours ahead of UTC (of the place, and of the times alone), and what is written for "no value" in every column. */
export function preambleOf(lines: readonly string[]) {
  const values: Values = {};
  for (const [k, line] of lines.entries()) {
    const [, name, value] = FIELD.exec(line) ?? [];
    const key = keyOf(name ?? "");
    const isZone = key === "timeZone" || key === "reference";
    const number = isZone ? offsetHours(withSign(value!)) : key && degrees(value!);
    if (number !== undefined) values[key!] ??= number;
    Object.assign(values, { ...inOneLine(line), ...named(line, lines[k + 1], lines[k + 2]), ...values });
  }
  const { timeZone, reference, offsetSeconds, latitude, longitude, altitude } = values;
  const isPlace = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180;
  const place = {
    latitude: latitude!,
    longitude: longitude!,
    ...(altitude! >= -500 && altitude! <= 9000 && { altitude: altitude! }),
    ...(timeZone !== undefined && { timeZone }),
  };
  return {
    place: isPlace ? place : undefined,
    timeZone,
    clock: reference ?? (offsetSeconds === undefined ? powerClock(lines, longitude) : offsetSeconds / 3600),
    missing: missingIn(lines.filter((line) => !/^[\s#"]*[\w.]+ - /.test(line)).join("\n")),
  };
}

/** `1` and `5,5` are offsets, too. */
function withSign(value: string): string {
  const match = /^\s*([+-]?)(\d{1,2})(?:[.,](\d+))?\s*$/.exec(value);
  if (match === null) return value;
  const minutes = Math.round(Number(`0.${match[3] ?? 0}`) * 60);
  return `${match[1] || "+"}${match[2]}:${String(minutes).padStart(2, "0")}`;
}

/** `48,1`, `36.1 N`, `79.95° W`. */
function degrees(value: string): number | undefined {
  const match = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*(?:°|m|deg\w*)?\s*([NSEWO])?/i.exec(value);
  if (match === null) return undefined;
  // O is east in German and west in Spanish.
  if (/O/i.test(match[2] ?? "")) return undefined;
  const number = Number(match[1]!.replace(",", "."));
  return /[SW]/i.test(match[2] ?? "") ? -number : number;
}

const IN_ONE_LINE = /\blat(?:itude)?:?\s+(-?\d+(?:\.\d+)?),?\s+lon(?:g(?:itude)?)?:?\s+(-?\d+(?:\.\d+)?)/i;
const ELEVATION = /\belevation\b[^=\n]{0,99}=\s{0,9}(-?\d{1,5}(?:\.\d{1,9})?)\s{0,9}m/i;
const REFERENCE =
  /\btime(?: ?stamps?|s)?(?: reference| standard)?(?: is| are)?(?: given)?(?: in)?[:\s(]+((?:UTC|GMT)\s*(?:[+-]\s*\d+(?::\d+)?)?)(?!\s*(?:offset|difference|\d))/i;

/** `Location: Latitude  39.742   Longitude -105.18`, `Time reference UTC+1, time step 15 min`, `date: - Date and Time (utc)`. */
function inOneLine(line: string): Values {
  const [, latitude, longitude] = IN_ONE_LINE.exec(line) ?? [];
  const altitude = ELEVATION.exec(line)?.[1];
  const stated = REFERENCE.exec(line)?.[1];
  const reference = stated === undefined ? undefined : offsetHours(stated);
  return {
    ...(latitude && { latitude: Number(latitude), longitude: Number(longitude) }),
    ...(altitude && { altitude: Number(altitude) }),
    ...(reference !== undefined && { reference }),
  };
}

/** A line of names with a line of values below it; nothing where two lines of values follow, for two places. */
function named(line: string, below: string | undefined, next: string | undefined): Values {
  const cut = /[,;\t]/.exec(line)?.[0] ?? /\s+/;
  const cells = (text = "") => text.replace(/^[\s#]+/, "").split(cut);
  const keys = cells(line).map((name) => keyOf(name.replace(/\(.*/, "").trim()));
  const numbers = (text: string | undefined) =>
    cells(text).map((cell) => parseValue(cell.replace(/:$/, "").trim()) ?? Number.NaN);
  const [first, second] = [numbers(below), numbers(next)];
  const at = keys.indexOf("latitude");
  if (at < 0 || !keys.includes("longitude") || Number.isNaN(first[at] ?? Number.NaN)) return {};
  if (!Number.isNaN(second[at] ?? Number.NaN) && second.length === first.length) return {};
  const found = keys.flatMap((key, k) => (key === undefined || Number.isNaN(first[k]!) ? [] : [[key, first[k]!]]));
  return Object.fromEntries(found) as Values;
}

/** NASA POWER's times: UTC, or local solar time in whole hours, by bands of 15° around the multiples of 15°. */
function powerClock(lines: readonly string[], longitude: number | undefined): number | undefined {
  const standard = lines.map((line) => /^Dates \(month\/day\/year\).*\bin (LST|UTC)\b/i.exec(line)?.[1]).find(Boolean);
  if (standard?.toUpperCase() === "UTC") return 0;
  return standard !== undefined && longitude !== undefined ? Math.round(longitude / 15) : undefined;
}

const NO_VALUE =
  /\b(?:no.?data|nodata|missing|fill|undefined|fehlwerte?|fehlende werte|dato faltante|sin dato)\b[^\n\d-]{0,99}?(?<![\w.])(-\d{1,9}(?:\.\d{1,9})?|9{2,9}(?:\.9{1,9})?)(?![\w.]{0,20}\d)/i;

function missingIn(text: string): number | undefined {
  const stated = NO_VALUE.exec(text)?.[1];
  return stated === undefined ? undefined : Number(stated);
}

/** Of a unit that may not be known: something per area or per time, `MJ/hr`, `BTU/ft^2`. */
const RATE = /\/ ?(?:(?:[ck]?m|ft|in) ?\^?[2²]|h|hr|hour|d|day)\b|\/ ?(?:[ck]?m|ft|in)²/i;

/** What a line before the header says of a column of this name. */
export function legendOf(name: string, lines: readonly string[]): Legend | undefined {
  if (name === "") return undefined;
  for (const line of lines) {
    const text = line.replace(/^[\s#"]+/, "");
    const said = text.startsWith(name)
      ? /^(?:\s+-\s+|\s*[:=]\s*|\s{2,}|\t)(\S.*)$/.exec(text.slice(name.length))?.[1]
      : undefined;
    if (said === undefined) continue;
    const units = [...said.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)].map((match) => (match[1] ?? match[2]!).trim());
    const bare = units.map((unit) => unit.replace(/^in /, ""));
    return {
      name: columnName(said.replace(/[[(,].*$/s, "")),
      // One that nobody knows is asked for: without it the values would pass as W/m².
      unit: bare.find(isAnyUnit) ?? bare.find((unit) => RATE.test(unit)),
      missing: missingIn(said),
    };
  }
  return undefined;
}

/*
 * Programs and services whose tables say by themselves what a reader of tables would ask: what names hold, in what unit, and what stamps
 * mark. A new one is a row of `PROGRAMS`; what they write before the header is read in `preamble.ts`.
 */

/** What a table is recognised by. */
interface Head {
  /** Without units. */
  readonly names: readonly string[];
  /** The lines before the header. */
  readonly before: string;
}

/** A name in the file, what it holds, and its unit where the file does not state one. The first row of a column that is there counts. */
type Holding = readonly [name: RegExp, column: WeatherColumn, unit?: string];

export interface Program {
  readonly is: (head: Head) => boolean;
  /** What stamps mark; "instant": the values are those of the stamp. */
  readonly label?: Label | "instant";
  /** Why, where that is usual and not certain. */
  readonly why?: string;
  /** The label holds for whole hours only. */
  readonly wholeHours?: true;
  /** Hours ahead of UTC. */
  readonly zone?: number;
  readonly isTypical?: true;
  /** Ms from a stamp to the time that it marks, by the first and the last one and the step in ms. */
  readonly shift?: (first: number, last: number, step: number) => { readonly ms: number; readonly message?: string };
  readonly columns?: readonly Holding[];
  /** A value of rain that means less than the least amount. */
  readonly trace?: number;
}

const has = (pattern: RegExp) => (head: Head) => head.names.some((name) => pattern.test(name));
const says = (pattern: RegExp) => (head: Head) => pattern.test(head.before);

const OPEN_METEO = /^(?:shortwave|direct|diffuse)_radiation(?:_|$)/;
const INSTANT = /_instant(?:_|$)/;
const isOpenMeteo = (head: Head) => has(OPEN_METEO)(head) || says(/^latitude,longitude,.*utc_offset_seconds/m)(head);
const isMean = has(
  /^(?:shortwave_radiation|direct_radiation|diffuse_radiation|direct_normal_irradiance)(?!.*_instant)/,
);
const OPEN_METEO_COLUMNS: readonly Holding[] = [
  [/^shortwave_radiation(?:_instant)?$/, "global_horizontal_irradiance"],
  [/^direct_radiation(?:_instant)?$/, "direct_horizontal_irradiance"],
  [/^diffuse_radiation(?:_instant)?$/, "diffuse_horizontal_irradiance"],
  [/^direct_normal_irradiance(?:_instant)?$/, "direct_normal_irradiance"],
];

/** MeteoSwiss' hourly values ended 20 minutes before their stamp until 2018 (opendata-download, "Time stamps and time intervals"). */
function synopHours(first: number, last: number, step: number) {
  const end = yearStart(2018);
  if (step !== HOUR || first >= end) return { ms: 0 };
  if (last < end) return { ms: -20 * MINUTE };
  const message =
    "MeteoSwiss' hours before 2018 end 20 minutes before their stamps, and are read as if they ended there: cut the file";
  return { ms: 0, message };
}

const PROGRAMS: readonly Program[] = [
  { is: says(/^"?TOA5"?,/), label: "end", why: ", as Campbell Scientific's loggers write them" },
  {
    is: (head) => says(/\bPVsyst\b/i)(head) && says(/\bTMY\b/)(head),
    label: "start",
    wholeHours: true,
    isTypical: true,
  },
  { is: says(/\bPVsyst\b/i), label: "start", wholeHours: true },
  { is: has(/^SRRL BMS /), label: "end" },
  // SolarAnywhere states it.
  { is: says(/Averaging Method: End of Period/), label: "end" },
  // Light is "preceding hour mean" or of 15 minutes, as the API's documentation has it, but for names in _instant.
  {
    is: (head) => isOpenMeteo(head) && has(INSTANT)(head) && !isMean(head),
    label: "instant",
    columns: OPEN_METEO_COLUMNS,
  },
  {
    is: isOpenMeteo,
    label: "end",
    columns: OPEN_METEO_COLUMNS.map(([name, column]) => [new RegExp(name.source.replace("(?:_instant)?", "")), column]),
  },
  // KNMI's hourly file: hour 1 is 00:00 to 01:00 UT. RH is no humidity; −1 of it is less than 0.05 mm.
  {
    is: (head) => says(/\bKNMI\b|NEDERLANDS METEOROLOGISCH/i)(head) || (has(/^YYYYMMDD$/)(head) && has(/^STN$/)(head)),
    label: "end",
    zone: 0,
    columns: [
      [/^Q$/, "global_horizontal_irradiance", "J/cm2"],
      [/^T$/, "temperature", "0.1 C"],
      [/^TD$/, "dew_point_temperature", "0.1 C"],
      [/^FH$/, "wind_speed", "0.1 m/s"],
      [/^U$/, "relative_humidity", "%"],
      [/^RH$/, "precipitation", "0.1 mm"],
    ],
    trace: -1,
  },
  // MeteoSwiss' open data and data portal, hours (h) and ten minutes (z, s): the stamp, in UTC, is the end.
  {
    is: has(/^(?:gre|ods|tre|ure|fkl|rre|sre|prest)[a0-9]{3}[hzs]0$/),
    label: "end",
    zone: 0,
    shift: synopHours,
    columns: [
      [/^gre000[hz]0$/, "global_horizontal_irradiance", "W/m2"],
      [/^ods000[hz]0$/, "diffuse_horizontal_irradiance", "W/m2"],
      [/^tre200[hs]0$/, "temperature", "C"],
      [/^tde200[hs]0$/, "dew_point_temperature", "C"],
      [/^fkl010[hz]0$/, "wind_speed", "m/s"],
      [/^ure200[hs]0$/, "relative_humidity", "%"],
      [/^presta[hs]0$/, "pressure", "hPa"],
      [/^rre150[hz]0$/, "precipitation", "mm"],
    ],
  },
  // Meteonorm: G_Gh global and G_Dh diffuse on the level, G_Bn normal.
  {
    is: has(/^G_(?:Gh|Dh|Bn)$/),
    columns: [
      [/^G_Gh$/, "global_horizontal_irradiance", "W/m2"],
      [/^G_Dh$/, "diffuse_horizontal_irradiance", "W/m2"],
      [/^G_Bn$/, "direct_normal_irradiance", "W/m2"],
      [/^G_Bh$/, "direct_horizontal_irradiance", "W/m2"],
      [/^Ta$/, "temperature", "C"],
      [/^Td$/, "dew_point_temperature", "C"],
      [/^FF$/, "wind_speed", "m/s"],
      [/^RH$/, "relative_humidity", "%"],
    ],
  },
  // FLUXNET and AmeriFlux: _F is "filled"; further figures are the place of a sensor.
  {
    is: (head) =>
      has(/^TIMESTAMP_(?:START|END)$/)(head) || has(/^(?:SW_IN|TA|WS|PA|P)_F_(?:MDS|QC)$|^SW_IN(?:_F)?$/)(head),
    columns: [
      ["SW_IN", "global_horizontal_irradiance", "W/m2"],
      ["SW_DIF", "diffuse_horizontal_irradiance", "W/m2"],
      ["TA", "temperature", "C"],
      ["WS", "wind_speed", "m/s"],
      ["RH", "relative_humidity", "%"],
      ["PA", "pressure", "kPa"],
      ["P", "precipitation", "mm"],
    ].flatMap(([name, column, unit]): Holding[] =>
      ["_F", "", "_F_MDS", "(?:_PI)?(?:_F)?_\\d+_\\d+_\\d+"].map((end) => [
        new RegExp(`^${name}${end}$`),
        column as WeatherColumn,
        unit!,
      ]),
    ),
  },
  // DWD's hours of light end at MESS_DATUM (wetterdienst #69); they are hours of the true sun.
  { is: has(/^F[GD]_LBERG$/), label: "end", zone: 0 },
  // INMET's stations sum up the 60 minutes before the stamp.
  {
    is: has(/^RADIACAO GLOBAL/i),
    label: "end",
    columns: [
      [/^RADIACAO GLOBAL/i, "global_horizontal_irradiance", "kJ/m2"],
      [/^TEMPERATURA DO AR - BULBO SECO/i, "temperature", "C"],
      [/^TEMPERATURA DO PONTO DE ORVALHO/i, "dew_point_temperature", "C"],
      [/^VENTO, VELOCIDADE/i, "wind_speed", "m/s"],
      [/^UMIDADE RELATIVA DO AR/i, "relative_humidity", "%"],
      [/^PRESS[AÃ]O ATMOSFERICA AO NIVEL DA ESTA/i, "pressure", "hPa"],
      [/^PRECIPITA[CÇ][AÃ]O TOTAL/i, "precipitation", "mm"],
    ],
  },
];

export function programOf(head: Head): Program | undefined {
  return PROGRAMS.find((program) => program.is(head));
}

/** Index of every column whose name the program fixes. */
export function fixedNames(program: Program | undefined, names: readonly string[]): Map<WeatherColumn, number> {
  const found = new Map<WeatherColumn, number>();
  for (const [pattern, column] of program?.columns ?? []) {
    const index = names.findIndex((name) => pattern.test(name));
    if (index >= 0 && !found.has(column)) found.set(column, index);
  }
  return found;
}

export function fixedUnit(program: Program | undefined, column: WeatherColumn, name: string): string | undefined {
  return program?.columns?.find(([pattern, other]) => other === column && pattern.test(name))?.[2];
}
