/** What a column of a table holds, by its name: `Global CMP22 [W/m²]`, `SlrW_Avg`, `GlobHor`, `Globalstrahlung (kW/m2)`. */
import type { WeatherColumn } from "../../series.js";
import { LONGEST_NAME, matches, type NamePattern } from "../rows/recognise.js";
import { conversion } from "../rows/units.js";
import { amountFactor } from "./amounts.js";

export interface ColumnName {
  /** Lower case, without unit and statistics, single blanks for everything between words. */
  readonly plain: string;
  readonly unit: string | undefined;
  /** A measure of scatter, a flag, an extreme value: never the mean. */
  readonly isStatistic: boolean;
}

interface Known {
  readonly column: WeatherColumn;
  /** The first that matches a column decides. */
  readonly patterns: readonly NamePattern[];
  /** Similar names of other quantities. */
  readonly not?: RegExp;
}

const STATISTIC =
  /\b(?:std|stdev|stddev|sd|uncert\w*|min|max|mini|maxi|minimum|maximum|peak|gust|flag|qc|quality|count|source)\b/;
const OTHER_LIGHT =
  /\b(?:clear|clearsky|cs|gti|plane|inplane|array|south|north|east|west|toa|par|ir|infrared|longwave|thermal|terrestrial|net|lux|ratio|index|instant|cell|refcell|rear|back|effective|effektiv|globinc|globeff|albedo)\b|\b(?:tilt|incl|geneigt|modul|extra|uv|photo|refl|up|illum|accum)|poa/;
const OTHER_TEMPERATURE =
  /\b(?:dew|taupunkt|wet|soil|boden|sol|ground|cell|sky|chill|apparent|surface|skin|track|logger|ptemp|inverter|body|case|internal|back)\b|\b(?:zell|mod|panel|batt)/;

/** What is said of rain and snow that is no amount. */
const NOT_FALLEN =
  /\b(?:prob\w*|type|hours?|duration|dauer|code|sum since|water equivalent)\b|equivalent|convective|indicator/;

const KNOWN: readonly Known[] = [
  {
    column: "global_horizontal_irradiance",
    patterns: [
      /^(?:ghi|gh|g hor|ghor|glob ?hor|gs 10|fg lberg|allsky sfc sw dwn|swdown|sw ?dn?|swd|ssrd|slr ?k?w|slrw|solar ?wm2)\b/,
      [/\bglobal\w*\b/, /\bhoriz/],
      /\bglobal(?:e|es|strahlung|radiation|irradian\w*)?\b(?!.*\bnormal\b)/,
      /\b(?:shortwave|solar) (?:rad|radiation|irrad|irradiance|irradiation)\b/,
      /\bsolar_?rad(?:iation)?\b|\bsolarradiation\b/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_normal_irradiance",
    patterns: [
      /^(?:dni|bni|dn|bn|beam ?nor|allsky sfc sw dni)\b/,
      [/\b(?:direct\w*|beam|dir|directa|directe|direkt\w*)\b/, /\bnorm/],
      [/\bnorm\w*\b/, /\b(?:direct\w*|beam)\b/],
      /\bdirektnormalstrahlung\b/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_horizontal_irradiance",
    patterns: [/^(?:bhi|beam ?hor)\b/, [/\b(?:direct\w*|beam|dir|direkt\w*)\b/, /\bhor/]],
    not: OTHER_LIGHT,
  },
  {
    column: "diffuse_horizontal_irradiance",
    patterns: [
      /^(?:dhi|diff ?hor|ds 10|fd lberg|allsky sfc sw diff)\b/,
      [/\bdiff?us\w*\b/, /\bhor/],
      /\bdiff?us\w*|\bdifus[ao]\b|\bhimmelsstrahlung\b/,
    ],
    not: OTHER_LIGHT,
  },
  {
    column: "temperature",
    patterns: [
      /^(?:temp air|temperature|temp|tamb|t amb|t2m|tair|t air|tdry|airt[cfk]|airtemp|tt 10|lufttemperatur)$/,
      /\bdry.?bulb/,
      [/\b(?:air|ambient|outdoor|outside|ambiente|aire|ext\w*|umgebungs?|aussen|außen)\b/, /\btemp/],
      [/\btemp\w*\b/, /\b(?:air|aire|amb\w*|ext\w*|outdoor|outside|luft)\b/],
      /\b(?:luft|umgebungs|außen|aussen)temperatur\b/,
      /^t2m\b|^temp(?:eratur[ea]?|érature)?\b/,
    ],
    not: OTHER_TEMPERATURE,
  },
  { column: "dew_point_temperature", patterns: [/\bdew.?p(?:oint|t)\b|^tdew\b|\btaupunkt/] },
  {
    column: "wind_speed",
    patterns: [
      /\bwind ?(?:speed|vel\w*)\b|^wspd\b|^ws(?: \d+ ?m)?(?: m ?s)?$|^wind$|^windspeed\b|\bwindgeschw\w*|\bvitesse du vent\b|\bvelocidad del viento\b|^ff 10$/,
    ],
    not: /\bdir/,
  },
  { column: "snow_depth", patterns: [/\bsnow.?depth\b|\bschneehöhe\b/] },
  { column: "snowfall", patterns: [/^(?:snow ?fall|fresh snow|neuschnee)\b/], not: NOT_FALLEN },
  {
    column: "precipitation",
    patterns: [
      /\b(?:total )?precip(?:itation)?\b|^prcp\b|\bniederschlag\w*/,
      /^rain(?: ?fall)?\b|\bpluie\b|\blluvia\b/,
    ],
    not: NOT_FALLEN,
  },
  { column: "albedo", patterns: [/^(?:surface |ground )?albedo\b/] },
  {
    column: "pressure",
    patterns: [
      [/\b(?:station|surface|air|atmospheric|barometric)\b/, /\bpress/],
      /^(?:pressure|press|barometer|bp mbar|luftdruck|pression|presi[oó]n)\b/,
    ],
    not: /\b(?:sea|msl|vapou?r)\b/,
  },
  {
    column: "relative_humidity",
    patterns: [
      [/\brel(?:ative|hum)?\b/, /\bhum/],
      /\brelhum\b/,
      /^(?:rh|relhum)\b/,
      /\b(?:luft)?feucht\w*|\bhumedad\b|\bhumidit[éy]\b/,
    ],
    not: /\bspecific|absolut/,
  },
  { column: "precipitable_water", patterns: [/^(?:precipitable water|pwat)\b/] },
];

/** What an unknown name might be, loosest last. */
const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/\bsnow.?depth\b/, "snow_depth"],
  [/^snow.?fall\b/, "snowfall"],
  [/precip|^rain|^prcp/, "precipitation"],
  [/^(?:direct|beam|dir)\b/, "dni or bhi"],
  [/^(?:dbt|tdb|ta|t|tmp|temp.*|.*\btemp)$|°[cf]|\bdeg ?[cf]\b/, "temperature"],
  [/diff/, "dhi"],
  [/rad|irr|solar|sun|pyr|strahl|glob|light|^sw|einstr|^g$/, "ghi"],
  [/wind|^ws|^v$|^wv/, "wind_speed"],
  [/hum|feucht|^hr$/, "relative_humidity"],
  [/press|druck|baro|^bp/, "pressure"],
];

/** Open-Meteo calls the direct irradiance of the horizontal plane `direct_radiation`, and the global one shortwave. */
const OPEN_METEO = /^(?:instant )?(?:direct|shortwave) radiation$/;

/** Column index of every weather column that the names tell for sure. */
export function knownNames(names: readonly ColumnName[]): Map<WeatherColumn, number> {
  const found = new Map<WeatherColumn, number>();
  const taken = new Set<number>();
  for (const { column, patterns, not } of KNOWN) {
    const isCandidate = (name: ColumnName, k: number) =>
      !name.isStatistic && !taken.has(k) && !(not?.test(name.plain) ?? false) && fits(column, name.unit);
    const index = patterns
      .map((pattern) => names.findIndex((name, k) => isCandidate(name, k) && matches(pattern, name.plain)))
      .find((k) => k >= 0);
    if (index === undefined) continue;
    found.set(column, index);
    taken.add(index);
  }
  if (names.filter(({ plain }) => OPEN_METEO.test(plain)).length >= 2) {
    const direct = names.findIndex(({ plain }) => plain === "direct radiation");
    if (direct >= 0) found.set("direct_horizontal_irradiance", direct);
  }
  return found;
}

/** Whether a unit, if there is one, is one of the column's. */
function fits(column: WeatherColumn, unit: string | undefined): boolean {
  return unit === undefined || conversion(column, unit) !== undefined || amountFactor(column, unit) !== undefined;
}

/** What the column might be; undefined without an idea. */
export function guess(name: ColumnName): string | undefined {
  if (name.isStatistic) return undefined;
  const found = GUESSES.find(([pattern]) => pattern.test(name.plain));
  if (found === undefined) return undefined;
  const excluded = found[1] === "temperature" ? OTHER_TEMPERATURE : OTHER_LIGHT;
  return excluded.test(name.plain) || /azimuth|zenith|elev|angle|height|duration|hours|direction/.test(name.plain)
    ? undefined
    : found[1];
}

const PLANE_LIGHT = /\b(?:gti|\w*poa\w*|globinc)\b/;
/** Alone the first is an angle, the second any light. */
const PLANE = /\b(?:tilt\w*|inclin\w*|geneigt\w*|plane|inplane)\b/;
const LIGHT = /irr|rad|strahl|glob|light/;

/** Whether a name says light on the modules, which is no light on level ground. */
export function isPlaneLight(name: string): boolean {
  const { plain } = columnName(name);
  return PLANE_LIGHT.test(plain) || (PLANE.test(plain) && LIGHT.test(plain));
}

/** The last bracket is the unit, or what follows the last comma or underscore if it is a unit: `temp_c`, `GHI, W/m2`. */
export function columnName(name: string): ColumnName {
  const trimmed = name
    .slice(0, LONGEST_NAME)
    .replace(BRACKET, (text) => (SERIAL_NUMBER.test(text) ? "" : text))
    .trim();
  const bracket = /^(.*?)(?:\[([^[\]]*)\]|\(([^()]*)\))(?:[ _](?:avg|mean))?$/i.exec(trimmed);
  const bare = bracket?.[1] ?? trimmed;
  const words = bare
    .replace(/\bW\/m[2²^]*/gi, "Wm2")
    .toLowerCase()
    .replace(/[\s_.,:;/-]+/g, " ")
    .trim();
  const plain = words.replace(/ (?:avg|mean|mittel\w*|moyenne?|media|tot|average)$/, "");
  const unit = (bracket?.[2] ?? bracket?.[3])?.trim() || undefined;
  const isStatistic = STATISTIC.test(words);
  const { rest, tail } = unit === undefined ? tailUnit(plain) : { rest: plain, tail: unit };
  return { plain: rest, unit: tail, isStatistic };
}

/** `Temp, °C (LGR S/N: 10427, SEN S/N: 10427)`. */
const SERIAL_NUMBER = /\b(?:S\/N|LBL)\b/;
const BRACKET = /\([^()]*\)/g;

const TAIL =
  /^(.+?) (wm2|w m2|w m 2|kwm2|kw m2|kwh m2|whm2|wh m2|mj m2|deg ?c|deg ?f|°c|°f|c|f|k|hpa|mbar|kpa|pa|mm|cm|mm h|cm h|m s|ms|km h|kmh|mph)$/;
const TAIL_UNITS: { readonly [tail: string]: string } = {
  "w m 2": "W/m2",
  "m s": "m/s",
  "km h": "km/h",
  "mm h": "mm/h",
  "cm h": "cm/h",
  ms: "m/s",
};

function tailUnit(plain: string): { rest: string; tail: string | undefined } {
  const logger = /^(slrk?w|airt[cf])$/.exec(plain)?.[1];
  if (logger !== undefined) return { rest: plain, tail: LOGGER_UNITS[logger] };
  if (WEATHER_SERVICE.test(plain)) return { rest: plain, tail: "J/cm2" };
  const match = TAIL.exec(plain);
  if (match === null) return { rest: plain, tail: undefined };
  const tail = match[2]!;
  return { rest: match[1]!, tail: TAIL_UNITS[tail] ?? tail.replace(" m2", "/m2").replace(/m2$/, "m2") };
}

/** Names that Campbell Scientific's programs give, with the unit inside. */
const LOGGER_UNITS: { readonly [name: string]: string } = { slrw: "W/m2", slrkw: "kW/m2", airtc: "C", airtf: "F" };

/** Columns of the German weather service (global, diffuse), which state no unit: J/cm² in their interval. */
const WEATHER_SERVICE = /^(?:gs 10|ds 10|fg lberg|fd lberg)$/;
