/** Options of the command that learns from a meter. */
import { toItems, toNumber, toPositive } from "./parse.js";
import type { FlagsOf, OptionRow } from "./rows.js";
import { QUIET } from "./shared.js";

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
    "--kwp <power>",
    "peak power in kW, if it is known: to check what is found, and the unit of a column without one",
    toPositive,
  ],
  ["--out <file>", "write the system there, as JSON that --system reads"],
  ["--report <file>", "write there, as JSON, all that was found: clock, bands, rows left out, shade, health by week"],
  ["--plot <file>", "draw three clear days, the shade and the health there, as SVG"],
  ...QUIET,
] as const satisfies readonly OptionRow[];
export type LearnFlags = FlagsOf<typeof LEARN>;
