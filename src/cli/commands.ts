/** The commands: where they stand in help, what they take, and what executes them, which is loaded only when it is called. */
import { Argument, type Command } from "commander";
import { printCompletion, SHELLS } from "./completion.js";
import { printModels, printParameters } from "./lists.js";
import { LEARN, type LearnFlags } from "./options/meter.js";
import {
  BULK,
  type BulkOptions,
  EXPLAIN,
  type ExplainOptions,
  FORECAST,
  type ForecastFlags,
  OBSERVE,
  type ObserveOptions,
  YIELD,
  type YieldFlags,
} from "./options/power.js";
import { addRows, type FlagsOf, type OptionRow } from "./options/rows.js";
import {
  ALTITUDE,
  BENCH,
  CHECK,
  type CheckFlags,
  DEMO,
  EQUIPMENT,
  type EquipmentFlags,
  GENERATE,
  type GenerateFlags,
  HORIZON,
  type HorizonFlags,
  TYPICAL_YEAR,
  type TypicalYearFlags,
  VERIFY,
  type VerifyFlags,
  WEATHER,
} from "./options/weather.js";

interface CommandRow {
  readonly name: string;
  readonly text: string;
  readonly takes?: readonly (readonly [name: string, text: string, choices?: readonly string[]])[];
  readonly options?: readonly OptionRow[];
  /** Words behind `irradiance`. */
  readonly examples?: readonly string[];
  /** Is given the arguments, the flags and the command. */
  run(...given: never): Promise<void>;
}

/** By their headings in help. */
const COMMANDS: { readonly [heading: string]: readonly CommandRow[] } = {
  "Light and power:": [
    {
      name: "yield",
      text: "energy of a PV system by month and year, from weather files or for a place alone",
      options: YIELD,
      examples: [
        "yield --lat 47.4 --lon 8.5 --surface-tilt 30 --surface-azimuth 180 --kwp 8",
        "yield --weather roof.csv --lat 47.4 --lon 8.5 --plane 10/90/4 10/270/4 --inverter-ac 6 --plot months.svg",
        "yield --weather 20*.csv --system plant.json --export-limit 700kW --series hours.parquet",
      ],
      run: async (flags: YieldFlags) => (await import("./yield/run.js")).runYield(flags),
    },
    {
      name: "forecast",
      text: "power of a PV system in the days to come, by hour and day, from a run of a weather model",
      options: FORECAST,
      examples: [
        "forecast --weather open-meteo --lat 47.4 --lon 8.5 --surface-tilt 30 --surface-azimuth 180 --kwp 8",
        "forecast --weather run.csv --lat 47.4 --lon 8.5 --system roof.json --observations roof.csv --plot tomorrow.svg",
      ],
      run: async (flags: ForecastFlags) => (await import("./forecast.js")).runForecast(flags),
    },
    {
      name: "learn",
      text: "your own system from your own meter: planes, power, limit, shade and health, from recorded power, and weather if there is some",
      takes: [["<meter>", "power or energy over time, gzip or not: any logger's, inverter's or portal's table"]],
      options: LEARN,
      examples: [
        "learn meter.csv --lat 47.4 --lon 8.5 --out system.json",
        "learn meter.csv --lat 47.4 --lon 8.5 --kwp 8 --meter-as column=P_AC,unit=W --report learn.json --plot learn.svg",
      ],
      run: async (file: string, flags: LearnFlags) => (await import("./learn.js")).runLearn(file, flags),
    },
    {
      name: "observe",
      text: "irradiance, PV output and temperature over time, from a weather file, as the service's observation endpoints return them",
      options: OBSERVE,
      examples: [
        "observe --weather era5 --lat 47.4 --lon 8.5 --start 2024-01-01T00:00Z --end 2025-01-01T00:00Z --frequency 1_hour",
        "observe --weather weather.csv --surface-tilt 30 --surface-azimuth 180 --parameters all --out hours.csv",
        "observe --weather weather.csv --frequency 1_month --time-zone local --plot months.svg --out months.csv",
      ],
      run: async (flags: ObserveOptions) => (await import("./observe.js")).observe(flags),
    },
    {
      name: "explain",
      text: "show the plan of a request, and sun, sky and plane at every sub-step of one interval",
      options: EXPLAIN,
      examples: ["explain --weather weather.csv --at 2024-06-21T12:30Z"],
      run: async (flags: ExplainOptions) => (await import("./observe.js")).runExplain(flags),
    },
    {
      name: "bulk",
      text: "irradiance and PV output of many sites, computed in threads, into one Parquet, Arrow or CSV file",
      options: BULK,
      examples: [
        "bulk --sites sites.csv --weather weather.csv --parameters pv_production --aggregate monthly --out year.parquet",
      ],
      run: async (flags: BulkOptions) => (await import("./bulk/run.js")).bulk(flags),
    },
  ],
  "Weather:": [
    {
      name: "weather",
      text: "public sources of weather by name: list them, show one, check them live; needs irradiance-archive",
      takes: [
        ["<action>", "list, show NAME, or check [NAME[=ADDRESS]…]", ["list", "show", "check"]],
        ["[names...]", "names of sources, as weather list prints them"],
      ],
      options: WEATHER,
      examples: ["weather list", "weather show era5", "weather check era5 open-meteo"],
      run: async (action: string, names: string[], flags: FlagsOf<typeof WEATHER>) =>
        (await import("./archive-weather.js")).runWeather(action, names, flags),
    },
    {
      name: "check",
      text: "look at weather files, or a meter's, before they are believed: clock, dead or stuck sensors, scales, components",
      takes: [["[files...]", "weather files, gzip or not, and folders of them; - for standard input"]],
      options: CHECK,
      examples: [
        "check roof.csv --lat 47.4 --lon 8.5 --html roof.html",
        "check weather/ --html pages/ --json found.json",
        "check --meter inverter.csv --meter-as time-zone=Europe/Berlin --lat 47.4 --lon 8.5",
      ],
      run: async (files: string[], flags: CheckFlags) => (await import("./check.js")).runCheck(files, flags),
    },
    {
      name: "typical-year",
      text: "choose a typical year, month by month, from weather files that cover ten years or more",
      options: TYPICAL_YEAR,
      examples: ["typical-year --weather 20*.csv --audit audit.json --out typical.epw"],
      run: async (flags: TypicalYearFlags) => (await import("./typical-year.js")).typicalYear(flags),
    },
    {
      name: "generate",
      text: "draw a year of weather from twelve monthly values, or for a place from the embedded world climatology",
      options: GENERATE,
      examples: [
        "generate --lat 47.4 --lon 8.5 --out year.csv --plot year.svg",
        "generate --monthly monthly.csv --out year.epw",
      ],
      run: async (flags: GenerateFlags) => (await import("./generate/generate.js")).generate(flags),
    },
    {
      name: "verify",
      text: "errors and skill of forecasts of irradiance or power against measurements, by lead time and sky",
      options: VERIFY,
      examples: ["verify --forecast ours=ours.csv theirs=theirs.csv --observations roof.csv --lat 47.4 --lon 8.5"],
      run: async (flags: VerifyFlags) => (await import("./verify.js")).runVerify(flags),
    },
  ],
  "Places and equipment:": [
    {
      name: "horizon",
      text: "horizon line of a place from elevation data, as JSON",
      options: HORIZON,
      examples: ["horizon --lat 46.5 --lon 8.1 --dem tiles/ --plot line.svg --out line.json"],
      run: async (flags: HorizonFlags) => (await import("./terrain.js")).horizon(flags),
    },
    {
      name: "altitude",
      text: "altitude of a place from elevation data, in metres",
      options: ALTITUDE,
      examples: ["altitude --lat 46.5 --lon 8.1 --dem tiles/"],
      run: async (flags: HorizonFlags) => (await import("./terrain.js")).altitude(flags),
    },
    {
      name: "equipment",
      text: "find modules and inverters by name: a list of matches, or the parameters of one product",
      takes: [["[words...]", "words that the name must contain, all of them"]],
      options: EQUIPMENT,
      examples: ["equipment --kind inverters fronius primo"],
      run: async (words: string[], flags: EquipmentFlags) =>
        (await import("./equipment.js")).findEquipment(words, flags),
    },
  ],
  "First steps and lists:": [
    {
      name: "demo",
      text: "compute a typical year from the embedded sample; print a monthly table and a plot",
      options: DEMO,
      run: async (flags: FlagsOf<typeof DEMO>) => (await import("./sample.js")).demo(flags),
    },
    {
      name: "models",
      text: "list the models that --models takes, by family; a star marks the default",
      run: printModels,
    },
    { name: "parameters", text: "list the parameters that --parameters takes, with their units", run: printParameters },
    {
      name: "bench",
      text: "measure this machine: years and a day of the embedded sample, one thread, warmed up",
      options: BENCH,
      run: async (flags: FlagsOf<typeof BENCH>) => (await import("./sample.js")).bench(flags),
    },
    {
      name: "completion",
      text: "print a script that completes commands and options in a shell; its first line says how to install it",
      takes: [["<shell>", "your shell", SHELLS]],
      run: async (shell: string, _flags: object, command: Command) => printCompletion(shell, command.parent!),
    },
  ],
};

export function addCommands(program: Command): void {
  for (const [heading, rows] of Object.entries(COMMANDS)) {
    for (const { name, text, takes = [], options = [], examples = [], run } of rows) {
      const command = program.command(name).description(text).helpGroup(heading);
      for (const [argument, about, choices] of takes) {
        const taken = new Argument(argument, about);
        command.addArgument(choices === undefined ? taken : taken.choices(choices));
      }
      addRows(command, options).action(run as (...given: unknown[]) => Promise<void>);
      const lines = examples.map((words) => `  irradiance ${words}`);
      if (lines.length > 0) command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
    }
  }
}
