/** Every way in which a file of a foreign format can be wrong has a message that names file and line. */
import { describe, it } from "vitest";
import { at, binary, cell, type Damaged, expectRefused, fixture, lastLine, swapped, withLine } from "./damage.js";

const TMY2 = fixture("tmy2-miami-excerpt.tm2");
const EPW = fixture("epw-greensboro-excerpt.epw");
const PSM = fixture("psm4-clear-day.csv");
const RAW = fixture("midc-raw.csv");
const DATED = fixture("midc-date.csv");

const SAM = `Source,Latitude,Longitude,Time Zone,Elevation\nX,46.9,-96.8,-6,274\nYear,Month,Day,Hour,GHI,Tdry\n${[0, 1, 2, 3].map((hour) => `2011,6,21,${hour},${hour},20\n`).join("")}`;
const STAMPED = `time,GHI (W/m2),Temperature (C)\n${[10, 11, 12, 13].map((hour) => `2024-06-21T${hour}:00Z,1,2\n`).join("")}`;

const CASES: Damaged[] = [
  ["SAM binary", binary(SAM), 5, "binary"],
  ["SAM cut in its last row", SAM.slice(0, -5), 7, "the file ends within this row"],
  ["SAM cut before its columns", SAM.split("\n").slice(0, 2).join("\n"), 2, "before its column names", "sam"],
  ["SAM cut to nothing", "Source,Latitude\n", 2, "before its column names", "sam"],
  ["SAM without rows", SAM.split("\n").slice(0, 3).join("\n"), undefined, "no rows"],
  ["SAM with a short row", withLine(SAM, 5, () => "2011,6,21,1,1"), 5, "expected 6 cells as in the header, got 5"],
  ["SAM with a long row", withLine(SAM, 5, (line) => `${line},7`), 5, "expected 6 cells as in the header, got 7"],
  ["SAM without day", SAM.replace("Day", "Date"), 3, "no column day"],
  ["SAM without weather", SAM.replace("GHI,Tdry", "a,b"), 3, "no weather column"],
  ["SAM without time zone", SAM.replace("Time Zone", "Zone"), 2, "no field Time Zone"],
  ["SAM latitude", SAM.replace("46.9", "146.9"), 2, "latitude"],
  ["SAM longitude as text", SAM.replace("-96.8", "west"), 2, "longitude must be a number"],
  ["SAM unit", SAM.replace("Elevation", "GHI Units").replace("274", "BTU"), 3, 'unknown unit "BTU"'],
  ["SAM month", withLine(SAM, 5, cell(1, "13")), 5, "Month must be a whole number from 1 to 12"],
  ["SAM day", withLine(SAM, 5, cell(2, "31")), 5, "there is no date 2011-06-31"],
  ["SAM hour", withLine(SAM, 5, cell(3, "25")), 5, "Hour and Minute"],
  ["SAM hour as text", withLine(SAM, 5, cell(3, "noon")), 5, "Hour and Minute"],
  ["SAM year", withLine(SAM, 5, cell(0, "11.5")), 5, "Year"],
  ["SAM value", withLine(SAM, 6, cell(4, "much")), 6, 'GHI must be a number, or empty for missing, got "much"'],
  ["SAM mixed steps", withLine(SAM, 7, cell(3, "2.5")), 7, "equally spaced"],
  ["SAM unsorted", swapped(SAM, 5), 6, ": sort the rows by time and keep one for each time, or pass"],
  [
    "SAM row twice",
    withLine(SAM, 5, (line) => `${line}\n${line}`),
    6,
    "duplicate time: sort the rows by time and keep one",
  ],
  ["SAM with nothing but gaps", SAM.replace(/^(2011,.*),\d+,20$/gm, "$1,-999,NaN"), undefined, "no column has a value"],

  ["PSM binary", binary(PSM), lastLine(PSM), "binary"],
  ["PSM cut", PSM.slice(0, -30), lastLine(PSM), "the file ends within this row"],
  ["PSM short row", withLine(PSM, 9, (line) => line.split(",").slice(0, 9).join()), 9, "expected 19 cells"],
  ["PSM minute", withLine(PSM, 9, cell(4, "75")), 9, "Hour and Minute"],
  ["PSM 30 February", withLine(PSM, 9, cell(2, "30")), 9, "there is no date 2020-02-30"],
  ["PSM value", withLine(PSM, 9, cell(11, "fill")), 9, "GHI must be a number"],
  ["PSM mixed steps", withLine(PSM, 9, cell(4, "45")), 9, "equally spaced"],
  ["PSM unit", PSM.replace("mbar", "psi"), 3, 'Pressure: unknown unit "psi"'],
  ["PSM field twice as long", withLine(PSM, 2, cell(5, "")), 2, "latitude"],

  ["TMY2 binary", binary(TMY2), lastLine(TMY2), "binary"],
  ["TMY2 cut", TMY2.slice(0, -50), lastLine(TMY2), "the file ends within this line"],
  ["TMY2 without rows", TMY2.split("\n")[0]!, undefined, "no rows"],
  ["TMY2 station line", withLine(TMY2, 1, (line) => line.replace(" N ", " Q ")), 1, "station number", "tmy2"],
  ["TMY2 latitude", withLine(TMY2, 1, (line) => line.replace("N 25", "N 95")), 1, "latitude"],
  ["TMY2 short line", withLine(TMY2, 4, (line) => line.slice(0, 100)), 4, "expected 142 characters, got 100"],
  ["TMY2 long line", withLine(TMY2, 4, (line) => `${line}0`), 4, "got 143"],
  ["TMY2 month", withLine(TMY2, 4, at(3, "13")), 4, "month must be a whole number from 1 to 12"],
  ["TMY2 hour 0", withLine(TMY2, 4, at(7, "00")), 4, "hour must be a whole number from 1 to 24"],
  ["TMY2 date", withLine(TMY2, 4, at(5, "31")), 4, "there is no date"],
  ["TMY2 letters", withLine(TMY2, 4, at(17, "12a4")), 4, "global horizontal radiation must be a number"],
  ["TMY2 columns shifted", withLine(TMY2, 4, (line) => ` ${line.slice(0, -1)}`), 4, "month must be a whole number"],
  ["TMY2 unsorted", swapped(TMY2, 4), 5, "time goes back"],
  ["TMY2 hour twice", withLine(TMY2, 4, (line) => `${line}\n${line}`), 5, "duplicate time"],

  ["EPW binary", binary(EPW), lastLine(EPW), "binary"],
  ["EPW cut", EPW.slice(0, -20), lastLine(EPW), "the file ends within this row"],
  ["EPW cut in its header", EPW.split("\n").slice(0, 5).join("\n"), 5, "DATA PERIODS"],
  ["EPW without DATA PERIODS", withLine(EPW, 8, () => undefined), 8, "no line DATA PERIODS"],
  ["EPW without rows", EPW.split("\n").slice(0, 8).join("\n"), undefined, "no rows"],
  [
    "EPW with two records an hour",
    EPW.replace("DATA PERIODS,1,1", "DATA PERIODS,1,2"),
    lastLine(EPW),
    "DATA PERIODS says 2 records an hour, but its rows have one, by their minutes",
  ],
  ["EPW location", withLine(EPW, 1, (line) => line.split(",").slice(0, 6).join()), 1, "LOCATION"],
  ["EPW latitude", withLine(EPW, 1, cell(6, "north")), 1, "latitude"],
  ["EPW few cells", EPW.replace(/^(19\d\d(?:,[^,]*){10}).*$/gm, "$1"), 9, "expected 22 cells or more, got 11"],
  ["EPW short row", withLine(EPW, 11, (line) => line.split(",").slice(0, 20).join()), 11, "as in the first row"],
  ["EPW hour", withLine(EPW, 11, cell(3, "25")), 11, "hour must be a whole number from 1 to 24"],
  ["EPW date", withLine(EPW, 11, cell(2, "31")), 11, "there is no date"],
  ["EPW value", withLine(EPW, 11, cell(13, "*")), 11, "global horizontal radiation must be a number"],
  ["EPW unsorted", swapped(EPW, 11), 12, "time goes back"],

  ["MIDC binary", binary(RAW), lastLine(RAW), "binary"],
  ["MIDC cut", `${RAW.split("\n").slice(0, 5).join("\n")}\n0,2019,319,9`, 6, "the file ends within this row"],
  ["MIDC short row", withLine(RAW, 5, (line) => line.split(",").slice(0, 6).join()), 5, "expected 11 cells or more"],
  ["MIDC without rows", RAW.split("\n")[0]!, undefined, "no rows"],
  ["MIDC without time", "Year,DOY,Direct\n2019,1,2\n", 1, "after it the time zone", "midc"],
  ["MIDC zone", RAW.replace("CST", "XST"), 1, "unknown time zone XST: pass timeOffset"],
  [
    "MIDC without weather",
    `${RAW.split("\n")[0]!.replace(/CST.*/, "CST,a")}\n0,2019,319,900,1\n`,
    1,
    "no column name is recognised as weather",
  ],
  ["MIDC minute", withLine(RAW, 5, cell(3, "965")), 5, "time must be HHMM, got 965"],
  ["MIDC time", withLine(RAW, 5, cell(3, "2401")), 5, "time must be"],
  ["MIDC day of year", withLine(RAW, 5, cell(2, "366")), 5, "the year 2019 has no day 366"],
  ["MIDC value", withLine(RAW, 5, cell(4, "INF")), 5, "must be a number"],
  ["MIDC mixed steps", withLine(withLine(RAW, 5, cell(3, "901")), 6, cell(3, "901")), 6, "duplicate time"],
  ["MIDC unsorted", swapped(RAW, 5), 6, "time goes back"],
  ["MIDC date", withLine(DATED, 5, cell(0, "2019-11-15")), 5, "date must be MM/DD/YYYY"],
  ["MIDC date that is none", withLine(DATED, 5, cell(0, "11/31/2019")), 5, "there is no date 2019-11-31"],
  ["MIDC time of day", withLine(DATED, 5, cell(1, "9h01")), 5, "time must be HH:MM"],

  ["timestamped binary", binary(STAMPED), lastLine(STAMPED) - 1, "binary"],
  ["timestamped cut", STAMPED.slice(0, -3), 5, "the file ends within this row"],
  ["timestamped short row", withLine(STAMPED, 3, () => "2024-06-21T11:00Z,1"), 3, "expected 3 cells"],
  ["timestamped long row", withLine(STAMPED, 3, (line) => `${line},3`), 3, "expected 3 cells as in the header, got 4"],
  ["timestamped time", withLine(STAMPED, 3, cell(0, "noon")), 3, "time must be a date with a time of day"],
  ["timestamped value", withLine(STAMPED, 3, cell(1, "1 W")), 3, "GHI (W/m2) must be a number"],
  ["timestamped mixed steps", withLine(STAMPED, 5, cell(0, "2024-06-21T13:10Z")), 5, "equally spaced"],
  ["timestamped unsorted", swapped(STAMPED, 3), 4, "time goes back"],
  ["timestamped without rows", "time,ghi\n", 1, "no rows", "timestamped"],
  ["timestamped without time", "when,ghi\n1,2\n", 1, "no time column", "timestamped"],
  [
    "timestamped without weather",
    "time,x\n2024-06-21T13:10Z,2\n",
    1,
    "no column name is recognised as weather",
    "timestamped",
  ],
];

describe("malformed files", () => it.each(CASES)("%s", expectRefused));
