/** Options that describe planes and PV systems. */
import type { YieldSystem } from "../../answers/yield/index.js";
import { LOSS_SETS } from "../../data/system/losses.js";
import { toNumber, toPlane, toValue } from "./parse.js";
import { longOf, type OptionRow, optionOf } from "./rows.js";

/** The plane, or planes. */
export const PLANES = [
  ["--surface-tilt <degrees>", "0 = horizontal, 90 = vertical (default: the best plane's)", toNumber],
  ["--surface-azimuth <degrees>", "0 = north, 90 = east, 180 = south (default: the best plane's)", toNumber],
  ["--kwp <power>", "peak power in kW (default: 1)", toNumber],
  [
    "--plane <tilt/azimuth/kwp...>",
    "several planes, each with its own inverter, such as 10/90/4 10/270/4; or tracker/KWP",
    toPlane,
  ],
  ["--tracking-mode <mode>", "1_axis: a tracker, which the options below describe", ["none", "1_axis"]],
  ["--rows", "the plane is one of many rows that shade one another; --gcr sets their ground coverage ratio"],
  [
    "--blocks <count>",
    "bypass-diode sections per module across the row; sets the loss from partial shading; with --rows",
    toNumber,
  ],
  [
    "--row-height <widths>",
    "height of the rows' middle, or axis, over their width, for --bifacial: 1.5 m of 2.4 m is 0.63 (default: 0.6)",
    toNumber,
  ],
  ["--bifacial <factor>", "bifaciality factor: efficiency of the rear over the front, 0 to 1; with --rows", toNumber],
] as const satisfies readonly OptionRow[];

type Names<Choice extends "iam" | "cellTemperature" | "module" | "spectrum"> = {
  readonly [name in Extract<NonNullable<YieldSystem[Choice]>, string>]: true;
};

/** Written out, so that offering names loads no model; the compiler knows all there are. */
const MODULE_KINDS: Names<"module"> = { standard: true, premium: true, thinFilm: true };
const IAM: Names<"iam"> = { physical: true, ashrae: true, martinRuiz: true, schlick: true, none: true };
const CELL_TEMPERATURES: Names<"cellTemperature"> = {
  ...{ sapm: true, pvsyst: true, faiman: true, ross: true, noctSam: true },
};
const SPECTRA: Names<"spectrum"> = { none: true, deSoto: true, sapm: true, firstSolar: true, caballero: true };
export const MODULES = Object.keys(MODULE_KINDS);

const LOSS_NAMES = Object.keys(LOSS_SETS);
const LOSSES = Object.entries(LOSS_SETS.owner)
  .filter(([, value]) => value > 0)
  .map(([name, value]) => `${name} ${value}`)
  .join(", ");

/** A text stays one, even if it looks like a number. */
const toText = (text: string) => text;

/**
 * The short form of a system's description: each sets the value at one path of it, in the library's spelling, as messages name it. All but
 * the planes, with which trackers, rows and the rear go. The description is checked as a whole, with better words than commander's.
 */
const BY_PATH: { readonly [path: string]: OptionRow } = {
  losses: [
    "--losses <percent>",
    `losses before the inverter: owner, bank (PVWatts', 14.08 together), one number, or the ones that differ, such as soiling=4,shading=3 (default: owner, 8.2 together: ${LOSSES})`,
    LOSS_NAMES,
  ],
  module: [
    "--module <kind>",
    "the modules: a kind, a name of `irradiance equipment`, or a data sheet as a .json file (default: standard)",
    toText,
    { offered: MODULES },
  ],
  gammaPdc: ["--gamma <coefficient>", "temperature coefficient of power, 1/°C, in place of the module's -0.0037"],
  iam: ["--iam <name>", "model of the reflection at the cover (default: physical)", Object.keys(IAM)],
  cellTemperature: [
    "--cell-temperature <name>",
    "model of the cell temperature (default: sapm, open rack)",
    Object.keys(CELL_TEMPERATURES),
  ],
  spectrum: ["--spectrum <name>", "spectral correction (default: none)", Object.keys(SPECTRA)],
  snow: [
    "--snow <model>",
    "snow on the modules: none, marion (from snow depth), or model=townsend,monthly-snowfall=20/15/…",
    ["none", "marion"],
  ],
  soiling: [
    "--soiling <percent>",
    "dirt: twelve monthly percents, kimber (from rain), or model=hsu,pm25=12,pm10=20",
    ["kimber"],
  ],
  ageing: ["--ageing <rate>", "percent a year, or rate=0.5,first-year=2,years=25"],
  dcAcRatio: ["--dc-ac-ratio <ratio>", "rated DC over rated AC power, 0.1 to 10 (default: 1.2)"],
  "inverter.name": [
    "--inverter <name>",
    "one inverter that all planes share, by a name of `irradiance equipment --kind inverters`",
    toText,
  ],
  "inverter.acPower": ["--inverter-ac <power>", "AC power of one inverter that all planes share, in kW or as 800W"],
  inverterEfficiency: ["--inverter-efficiency <share>", "nominal efficiency, 0.1 to 1 (default: 0.96)"],
  cabling: ["--cabling <percent>", "ohmic losses at rated power, such as dc=1.5,ac=0.5"],
  transformer: ["--transformer <percent>", "its losses at no load and at rated power, such as no-load=0.2,load=0.8"],
  exportLimit: ["--export-limit <power>", "power that the grid takes at most, in kW or as 7MW"],
  battery: ["--battery <kWh>", "a battery by its capacity, or capacity=10,charge-power=5,standby=10; with --load"],
  "house.load": [
    "--load <kWh|file>",
    "what the house takes: kWh a year, by a standard profile, or a file of any logger: own use is then stated",
    toText,
  ],
  "house.tariff": ["--tariff <items>", "what a kWh costs and earns, such as price=0.32,feed-in=0.08,investment=14000"],
  "house.batterySizes": ["--battery-sizes <kWh>", "sizes to compare, such as 2,5,10"],
  clipping: [
    "--clipping <kind>",
    "at the limits: withinHour (default from 15 minutes on), as minutes would clip, or steps",
    ["steps", "withinHour"],
  ],
  smoothing: [
    "--smoothing <hectares>",
    "area of a plant over which clouds take time to pass, or auto; for weather of at most 5 minutes",
    ["auto"],
  ],
};

export interface SystemOption {
  readonly path: string;
  /** `--inverter-ac` */
  readonly long: string;
  /** `inverterAc`, as commander stores it. */
  readonly stored: string;
}

export const SYSTEM_OPTIONS: readonly SystemOption[] = Object.entries(BY_PATH).map(([path, row]) => ({
  ...{ path, long: longOf(row[0]), stored: optionOf(row).attributeName() },
}));

export const SYSTEM: readonly OptionRow[] = [
  [
    "--system <file>",
    "the whole system as JSON; options in place of its planes are refused, the others replace what it says",
  ],
  ...Object.values(BY_PATH).map(
    ([flags, text, read, more]): OptionRow =>
      typeof read === "function"
        ? [flags, text, read, more]
        : [flags, text, toValue, { ...(read && { offered: read }) }],
  ),
  ["--write-system <file>", "write the system there as JSON, for --system"],
];
