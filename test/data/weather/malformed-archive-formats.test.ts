/** Every way in which a file of SURFRAD, BSRN, PVGIS, CAMS or ERA5 can be wrong has a message that names file and line. */
import { describe, it } from "vitest";
import { binary, cell, type Damaged, expectRefused, fixture, lastLine, swapped, withLine } from "./damage.js";

const plain = (name: string) => fixture(name).replaceAll("\r", "");
const SURFRAD = plain("surfrad-clear.dat");
const BSRN = plain("bsrn-clear.dat");
const HOURLY = plain("pvgis-hourly.csv");
const TMY = plain("pvgis-tmy.csv");
const HOURLY_JSON = plain("pvgis-hourly.json");
const TMY_JSON = plain("pvgis-tmy.json");
const PVGIS_EPW = plain("pvgis-tmy.epw");
const CAMS = plain("cams-clear.csv");
const ERA5 = plain("era5-clear.csv");

/** Cell k of a line of blanks and numbers. */
const word = (k: number, value: string) => (line: string) => {
  let n = -1;
  return line.replace(/\S+/g, (found) => {
    n += 1;
    return n === k ? value : found;
  });
};
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
const upTo = (text: string, line: number) => `${text.split("\n").slice(0, line).join("\n")}\n`;
const field = (name: string, value: string) => (text: string) =>
  withLine(text, lineOf(text, name), (line) => line.replace(/:\s*.*/, `: ${value}`));

const FIRST_MINUTE = lineOf(BSRN, "*C0100") + 1;
const ROWS = lineOf(HOURLY, "time,") + 1;
const TMY_ROWS = lineOf(TMY, "time(UTC)") + 1;
const PERIODS = lineOf(CAMS, "# Observation period;") + 1;
const RECORD = lineOf(TMY_JSON, '"20060630:0300"');

/** Every third minute. */
const SURFRAD_THIRDS = [
  ...SURFRAD.split("\n", 2),
  ...SURFRAD.split("\n")
    .slice(2, 20)
    .filter((_, k) => k % 3 === 0),
].join("\n");
const BSRN_THIRDS = BSRN.split("\n")
  .filter((_, k) => k < FIRST_MINUTE - 1 || (k - FIRST_MINUTE + 1) % 6 < 2)
  .join("\n");

const CASES: Damaged[] = [
  ["SURFRAD binary", binary(SURFRAD), lastLine(SURFRAD), "binary"],
  ["SURFRAD cut", SURFRAD.slice(0, -30), lastLine(SURFRAD), "the file ends within this row"],
  ["SURFRAD cut in its head", upTo(SURFRAD, 1), 1, "before the line with its place", "surfrad"],
  ["SURFRAD without rows", upTo(SURFRAD, 2), undefined, "no rows", "surfrad"],
  ["SURFRAD short row", withLine(SURFRAD, 8, (line) => line.slice(0, 100)), 8, "expected 48 cells, got"],
  ["SURFRAD long row", withLine(SURFRAD, 8, (line) => `${line} 1`), 8, "expected 48 cells, got 49"],
  ["SURFRAD place", withLine(SURFRAD, 2, () => "40 N 88 W"), 2, "latitude, longitude", "surfrad"],
  ["SURFRAD latitude", withLine(SURFRAD, 2, word(0, "140.05")), 2, "latitude"],
  ["SURFRAD month", withLine(SURFRAD, 8, word(2, "13")), 8, "month must be a whole number from 1 to 12"],
  ["SURFRAD date", withLine(SURFRAD, 8, word(3, "31")), 8, "there is no date 2021-06-31"],
  ["SURFRAD hour", withLine(SURFRAD, 8, word(4, "24")), 8, "hour must be a whole number from 0 to 23"],
  ["SURFRAD flag", withLine(SURFRAD, 8, word(9, "A")), 8, "the flag of dw_solar must be a whole number"],
  ["SURFRAD value", withLine(SURFRAD, 8, word(12, "*******")), 8, "direct_n must be a number"],
  ["SURFRAD columns shifted", withLine(SURFRAD, 8, (line) => `${line.slice(12)} 1 2 3`), 8, "must be a whole number"],
  ["SURFRAD mixed steps", withLine(SURFRAD_THIRDS, 6, word(5, "30")), 6, "equally spaced"],
  ["SURFRAD unsorted", swapped(SURFRAD, 8), 9, "time goes back"],
  ["SURFRAD row twice", withLine(SURFRAD, 8, (line) => `${line}\n${line}`), 9, "duplicate time"],
  ["SURFRAD with nothing but gaps", SURFRAD.replace(/ 0(?= |$)/gm, " 1"), undefined, "no column has a value"],

  ["BSRN binary", binary(BSRN), lastLine(BSRN), "binary"],
  [
    "BSRN cut in a line",
    BSRN.slice(0, BSRN.indexOf("*U0300") - 20),
    lineOf(BSRN, "*U0300") - 1,
    "ends within this row",
  ],
  ["BSRN cut in a minute", upTo(BSRN, FIRST_MINUTE), FIRST_MINUTE, "before the second line of its last minute"],
  ["BSRN without a second line", withLine(BSRN, lineOf(BSRN, "*U0300") - 1, () => undefined), lineOf(BSRN, "*U0300") - 1, "the second line of the previous minute"], // biome-ignore format: a case
  ["BSRN without measurements", upTo(BSRN, FIRST_MINUTE - 2), FIRST_MINUTE - 2, "no record 0100"],
  ["BSRN with empty measurements", upTo(BSRN, FIRST_MINUTE - 1), undefined, "no rows"],
  ["BSRN without its month", BSRN.slice(BSRN.indexOf("*U0002")), FIRST_MINUTE - 3, "no record 0001", "bsrn"],
  ["BSRN month", withLine(BSRN, 2, word(1, "13")), 2, "month must be a whole number from 1 to 12"],
  ["BSRN short month line", withLine(BSRN, 2, () => " 40 12"), 2, "expected station number, month, year"],
  ["BSRN place", withLine(BSRN, FIRST_MINUTE - 4, word(0, "259.333")), FIRST_MINUTE - 4, "latitude"],
  ["BSRN place as text", withLine(BSRN, FIRST_MINUTE - 4, word(1, "east")), FIRST_MINUTE - 4, "longitude"],
  ["BSRN day", withLine(BSRN, FIRST_MINUTE, word(0, "32")), FIRST_MINUTE, "day must be a whole number from 1 to 31"],
  ["BSRN day of a short month", withLine(BSRN, 2, word(1, "11")), FIRST_MINUTE, "there is no date 2019-11-31"],
  [
    "BSRN minute",
    withLine(BSRN, FIRST_MINUTE, word(1, "1440")),
    FIRST_MINUTE,
    "minute must be a whole number from 0 to",
  ],
  ["BSRN value", withLine(BSRN, FIRST_MINUTE, word(2, "****")), FIRST_MINUTE, "global must be a number"],
  [
    "BSRN value in the second line",
    withLine(BSRN, FIRST_MINUTE + 1, word(0, "x")),
    FIRST_MINUTE + 1,
    "diffuse must be",
  ],
  ["BSRN columns", withLine(BSRN, FIRST_MINUTE, (line) => `${line} 7`), FIRST_MINUTE, "expected 10 cells, got 11"],
  ["BSRN lines changed", swapped(BSRN, FIRST_MINUTE), FIRST_MINUTE, "expected 10 cells, got 11"],
  ["BSRN minute twice", withLine(BSRN, FIRST_MINUTE + 4, word(1, "541")), FIRST_MINUTE + 4, "duplicate time"],
  ["BSRN mixed steps", withLine(BSRN_THIRDS, FIRST_MINUTE + 8, word(1, "553")), FIRST_MINUTE + 8, "equally spaced"],

  ["PVGIS binary", binary(HOURLY), lineOf(binary(HOURLY), "\u0000"), "binary"],
  ["PVGIS cut in a row", HOURLY.slice(0, HOURLY.indexOf("\n\nGb(i)") - 10), lineOf(HOURLY, "\n\nGb(i)"), "ends within"],
  ["PVGIS cut in its head", upTo(HOURLY, 4), 4, "before its column names"],
  ["PVGIS without rows", upTo(HOURLY, ROWS - 1), undefined, "no rows"],
  ["PVGIS without names", withLine(HOURLY, ROWS - 1, () => undefined), ROWS - 1, "no line of column names"],
  ["PVGIS with other names", withLine(HOURLY, ROWS - 1, () => "time,a,b"), ROWS - 1, "no weather column of PVGIS"],
  ["PVGIS short row", withLine(HOURLY, ROWS + 2, (line) => line.slice(0, 20)), ROWS + 2, "expected 8 cells, got"],
  ["PVGIS long row", withLine(HOURLY, ROWS + 2, (line) => `${line},0`), ROWS + 2, "expected 8 cells, got 9"],
  ["PVGIS latitude", field("Latitude", "95")(HOURLY), 1, "latitude"],
  ["PVGIS longitude as text", field("Longitude", "east")(HOURLY), 1, "longitude"],
  ["PVGIS time", withLine(HOURLY, ROWS + 2, cell(0, "2020-02-28 02:10")), ROWS + 2, "time must be YYYYMMDD:HHMM"],
  ["PVGIS date", withLine(HOURLY, ROWS + 2, cell(0, "20200230:0210")), ROWS + 2, "there is no date 2020-02-30"],
  ["PVGIS hour", withLine(HOURLY, ROWS + 2, cell(0, "20200228:2510")), ROWS + 2, "time must be YYYYMMDD:HHMM"],
  ["PVGIS value", withLine(HOURLY, ROWS + 2, cell(5, "cold")), ROWS + 2, "T2m must be a number"],
  ["PVGIS mixed steps", withLine(HOURLY, ROWS + 2, cell(0, "20200228:0230")), ROWS + 2, "equally spaced"],
  ["PVGIS unsorted", swapped(HOURLY, ROWS + 2), ROWS + 3, "time goes back"],
  [
    "PVGIS row behind the end",
    `${HOURLY}20200302:0010,0,0,0,0,1,1,0\n`,
    lastLine(HOURLY) + 1,
    "after the end of the table",
  ],
  ["PVGIS typical year, offset", field("Irradiance Time Offset", "a bit")(TMY), 4, "irradiance time offset"],
  ["PVGIS typical year, value", withLine(TMY, TMY_ROWS, cell(3, "--")), TMY_ROWS, "G(h) must be a number"],
  ["PVGIS typical year, step", withLine(TMY, TMY_ROWS + 1, cell(0, "20060630:0105")), TMY_ROWS + 1, "equally spaced"],
  ["EPW of PVGIS, offset", PVGIS_EPW.replace("-0.8239", "none"), 7, "irradiance time offset"],

  ["PVGIS JSON binary", binary(TMY_JSON), lineOf(binary(TMY_JSON), "\u0000"), "binary"],
  ["PVGIS JSON cut", TMY_JSON.slice(0, 2000), lineOf(TMY_JSON, TMY_JSON.slice(2000)), "not valid JSON", "pvgis"],
  ["PVGIS JSON without inputs", TMY_JSON.replace('"inputs"', '"input"'), 1, "inputs and outputs"],
  ["PVGIS JSON that is a list", '{"outputs": {"hourly": []}, "inputs": {}}', 1, "array of records"],
  ["PVGIS JSON without place", HOURLY_JSON.replace('"latitude"', '"lat"'), 1, "latitude"],
  ["PVGIS JSON latitude", TMY_JSON.replace('"latitude": 45.0', '"latitude": "45"'), 3, "latitude"],
  ["PVGIS JSON offset", TMY_JSON.replace('_offset": 0.1761', '_offset": "0.1761"'), 3, "irradiance_time_offset"],
  ["PVGIS JSON time", TMY_JSON.replace("20060630:0300", "20060630:3"), RECORD, "time must be YYYYMMDD:HHMM"],
  [
    "PVGIS JSON without a time",
    withLine(TMY_JSON, RECORD, () => '"when": 3,'),
    lineOf(TMY_JSON, "20060630:0200"),
    "outputs.tmy_hourly[3] has no time(UTC)",
  ],
  ["PVGIS JSON mixed steps", TMY_JSON.replace("20060630:0300", "20060630:0330"), RECORD, "equally spaced"],
  ["PVGIS JSON value", withLine(TMY_JSON, RECORD + 1, () => '"T2m": "cold",'), RECORD, "T2m must be a number"],
  ["PVGIS JSON without a value", withLine(TMY_JSON, RECORD + 1, () => undefined), RECORD, "T2m must be a number"],
  ["PVGIS JSON record", '{"inputs": {"location": {"latitude": 1, "longitude": 2}}, "outputs": {"hourly": [\n{"time": "20200101:0010", "T2m": 1},\n7]}}', 2, "outputs.hourly[1] must be a record"], // biome-ignore format: a case

  ["CAMS binary", binary(CAMS), lastLine(CAMS), "binary"],
  ["CAMS cut in a row", CAMS.slice(0, -20), lastLine(CAMS), "the file ends within this row"],
  ["CAMS cut in its head", upTo(CAMS, 6), 6, "before its column names", "cams"],
  ["CAMS without rows", upTo(CAMS, PERIODS - 1), PERIODS - 1, "no rows"],
  ["CAMS without names", withLine(CAMS, PERIODS - 1, () => undefined), PERIODS - 1, "no line of column names", "cams"],
  ["CAMS of McClear", CAMS.replace("GHI;BHI;DHI;BNI;Rel", "a;b;c;d;Rel"), PERIODS - 1, "McClear"],
  ["CAMS in true solar time", field("Time reference", "True solar time (TST)")(CAMS), 8, "universal time"],
  ["CAMS unit", CAMS.replace("Wh m-2", "MJ m-2"), 11, 'unknown unit "MJ m-2"'],
  ["CAMS latitude", field("Latitude", "155")(CAMS), 4, "latitude"],
  ["CAMS short row", withLine(CAMS, PERIODS + 1, (line) => line.slice(0, 80)), PERIODS + 1, "expected 21 cells, got"],
  [
    "CAMS commas",
    withLine(CAMS, PERIODS + 1, (line) => line.replaceAll(";", ",")),
    PERIODS + 1,
    "expected 21 cells, got 1",
  ],
  ["CAMS period", withLine(CAMS, PERIODS, cell(0, "2020-06-01T09:00:00.0", ";")), PERIODS, "start/end"],
  ["CAMS period backwards", withLine(CAMS, PERIODS, cell(0, "2020-06-01T09:00Z/2020-06-01T08:00Z", ";")), PERIODS, "start/end"], // biome-ignore format: a case
  ["CAMS months", withLine(CAMS, PERIODS + 1, cell(0, "2020-06-01T09:15:00.0/2020-07-01T09:15:00.0", ";")), PERIODS + 1, "the interval is 2592000 s long"], // biome-ignore format: a case
  ["CAMS value", withLine(CAMS, PERIODS + 1, cell(6, "1,5", ";")), PERIODS + 1, "GHI must be a number"],
  ["CAMS mixed steps", withLine(CAMS, PERIODS + 1, cell(0, "2020-06-01T09:20:00.0/2020-06-01T09:35:00.0", ";")), PERIODS + 1, "equally spaced"], // biome-ignore format: a case
  ["CAMS unsorted", swapped(CAMS, PERIODS + 1), PERIODS + 2, "time goes back"],

  ["ERA5 binary", binary(ERA5), lastLine(ERA5), "binary"],
  ["ERA5 cut in a row", ERA5.slice(0, -12), lastLine(ERA5), "the file ends within this row"],
  ["ERA5 without rows", upTo(ERA5, 1), undefined, "no rows"],
  ["ERA5 without time", ERA5.replace("valid_time", "when"), 1, "no column valid_time", "era5"],
  ["ERA5 without weather", "valid_time,cape\n2021-01-01 00:00:00,1\n", 1, "no weather column of ERA5", "era5"],
  ["ERA5 short row", withLine(ERA5, 5, (line) => line.slice(0, 40)), 5, "expected 15 cells as in the header"],
  ["ERA5 long row", withLine(ERA5, 5, (line) => `${line},7`), 5, "expected 15 cells as in the header, got 16"],
  ["ERA5 time", withLine(ERA5, 5, cell(0, "31.1.2021 03:00")), 5, "time must be ISO 8601"],
  ["ERA5 value", withLine(ERA5, 5, cell(6, "high")), 5, "sp must be a number"],
  ["ERA5 in degrees Celsius", withLine(ERA5, 5, cell(4, "12.5")), 5, "t2m must be in kelvin, 150 to 350, got 12.5"],
  [
    "ERA5 sums since midnight",
    withLine(ERA5, 14, cell(7, "9000000")),
    14,
    "more than the extraterrestrial irradiance of an hour",
  ],
  ["ERA5 of two places", withLine(ERA5, 6, cell(13, "47.0")), 6, "more than one place"],
  ["ERA5 latitude", ERA5.replaceAll(",46.75,", ",146.75,"), 2, "latitude"],
  ["ERA5 half a place", ERA5.replace("latitude,longitude", "latitude,x"), 1, "must both be present"],
  ["ERA5 mixed steps", withLine(ERA5, 5, cell(0, "2021-01-31 03:30:00")), 5, "equally spaced"],
  ["ERA5 unsorted", swapped(ERA5, 5), 6, "time goes back"],
  ["ERA5 hour twice", withLine(ERA5, 5, (line) => `${line}\n${line}`), 6, "duplicate time"],
];

describe("malformed files", () => it.each(CASES)("%s", expectRefused));
