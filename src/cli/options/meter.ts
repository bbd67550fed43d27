/** Options of the command that learns from a meter. */
import { toItems, toNumber, toPositive } from "./parse.js";
import type { FlagsOf, OptionRow } from "./rows.js";
import { DOUBT, QUIET, READING, TABLE } from "./shared.js";

export const LEARN = [
  ["--lat <degrees>", "latitude, north positive", undefined, { required: true }],
  ["--lon <degrees>", "longitude, east positive", undefined, { required: true }],
  ["--altitude <metres>", "above sea level (default: a coarse map's)", toNumber],
  [
    "--meter-as <items>",
    "how to read the meter's file, such as column=P_AC,unit=kW,time-zone=Europe/Berlin (default: what the file says); fill=hold for a history",
    toItems,
  ],
  [
    "--weather <files...>",
    "weather of the meter's time, or sources by name, such as era5 (irradiance weather list): mends what shade turns; the options of weather files are about it",
  ],
  ["--archive <file>", "sources of weather (JSON), in place of --weather; needs irradiance-archive"],
  ...READING,
  ...TABLE,
  ...DOUBT,
  [
    "--kwp <power>",
    "peak power in kW, if it is known: to check what is found, and the unit of a column without one",
    toPositive,
  ],
  ["--tilt <degrees>", "tilt of the plane, if it is known: it is used, and checked", toNumber],
  ["--azimuth <degrees>", "azimuth of the plane, north over east, if it is known: it is used, and checked", toNumber],
  [
    "--limit <power>",
    "AC power in kW that inverter or contract let through, if it is known: it is used, and checked",
    toPositive,
  ],
  ["--out <file>", "write the system there, as JSON that --system reads"],
  ["--report <file>", "write there, as JSON, all that was found: clock, bands, rows left out, shade, health by week"],
  ["--plot <file>", "draw three clear days, the shade and the health there, as SVG"],
  ...QUIET,
] as const satisfies readonly OptionRow[];
export type LearnFlags = FlagsOf<typeof LEARN>;
