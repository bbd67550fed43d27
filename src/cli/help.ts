/** The order of help: commands and options under headings, what is required, and an example of each command. */
import { type Command, Help } from "commander";

const COMMANDS: { readonly [heading: string]: readonly string[] } = {
  "Light and power:": ["yield", "forecast", "observe", "explain", "bulk"],
  "Weather:": ["weather", "check", "typical-year", "generate", "verify"],
  "Places and equipment:": ["horizon", "altitude", "equipment"],
  "First steps and lists:": ["demo", "models", "parameters", "bench", "completion"],
};

/** Options that mean the same in every command, by their flags; the others stand under "Options:". */
const OPTIONS: { readonly [heading: string]: readonly string[] } = {
  "Reading weather files:": [
    "--weather-format --label --time-offset --year --columns --units --date-format --delimiter --decimal",
    "--weather-time-zone --duplicates --missing",
  ],
  "Trackers:": ["--axis-tilt --axis-azimuth --max-angle --gcr --cross-axis-tilt --no-backtrack --dual-axis"],
  "System:": [
    "--system --losses --module --gamma --iam --cell-temperature --spectrum --dc-ac-ratio --inverter --inverter-ac",
    "--inverter-efficiency --cabling --transformer --export-limit --snow --soiling --ageing --clipping --smoothing",
  ],
  "Horizon:": ["--horizon --horizon-file --horizon-zero --dem --projection --observer-height --range"],
  "Sky, ground and models:": ["--albedo --closure --temperature --turbidity --sub-steps --models"],
  "Output:": [
    "--out --html --json --format --response-format --decimals --station --report --audit --quiet",
    "--plot --plot-kind --plot-parameters --plot-date --plot-typical-year --loss-plot",
    "--series --losses-by-month --write-system --measured --measured-as --measured-plot",
  ],
};

/** Words behind `irradiance`. */
const EXAMPLES: { readonly [command: string]: readonly string[] } = {
  yield: [
    "yield --lat 47.4 --lon 8.5 --surface-tilt 30 --surface-azimuth 180 --kwp 8",
    "yield --weather roof.csv --lat 47.4 --lon 8.5 --plane 10/90/4 10/270/4 --inverter-ac 6 --plot months.svg",
    "yield --weather 20*.csv --system plant.json --export-limit 700kW --series hours.parquet",
  ],
  forecast: [
    "forecast --weather open-meteo --lat 47.4 --lon 8.5 --surface-tilt 30 --surface-azimuth 180 --kwp 8",
    "forecast --weather run.csv --lat 47.4 --lon 8.5 --system roof.json --observations roof.csv --plot tomorrow.svg",
  ],
  observe: [
    "observe --weather era5 --lat 47.4 --lon 8.5 --start 2024-01-01T00:00Z --end 2025-01-01T00:00Z --frequency 1_hour",
    "observe --weather weather.csv --surface-tilt 30 --surface-azimuth 180 --parameters all --out hours.csv",
    "observe --weather weather.csv --frequency 1_month --time-zone local --plot months.svg --out months.csv",
  ],
  explain: ["explain --weather weather.csv --at 2024-06-21T12:30Z"],
  bulk: [
    "bulk --sites sites.csv --weather weather.csv --parameters pv_production --aggregate monthly --out year.parquet",
  ],
  weather: ["weather list", "weather show era5", "weather check era5 open-meteo"],
  check: ["check roof.csv --lat 47.4 --lon 8.5 --html roof.html", "check weather/ --html pages/ --json found.json"],
  "typical-year": ["typical-year --weather 20*.csv --audit audit.json --out typical.epw"],
  generate: [
    "generate --lat 47.4 --lon 8.5 --out year.csv --plot year.svg",
    "generate --monthly monthly.csv --out year.epw",
  ],
  verify: ["verify --forecast ours=ours.csv theirs=theirs.csv --observations roof.csv --lat 47.4 --lon 8.5"],
  horizon: ["horizon --lat 46.5 --lon 8.1 --dem tiles/ --plot line.svg --out line.json"],
  altitude: ["altitude --lat 46.5 --lon 8.1 --dem tiles/"],
  equipment: ["equipment --kind inverters fronius primo"],
};

/** Arranges the help of a program that has all its commands. */
export function arrangeHelp(program: Command): void {
  const plain = new Help();
  program
    .commandsGroup("First steps and lists:")
    .helpCommand("help [command]", "display help for command")
    .configureHelp({
      optionDescription: (option) => `${plain.optionDescription(option)}${option.mandatory ? " (required)" : ""}`,
    })
    .addHelpText(
      "after",
      `
irradiance COMMAND --help shows the options of a command, with examples. To start:
  irradiance demo
  irradiance yield --lat 47.4 --lon 8.5
With npx, use the package's name (npx irradiance-engine demo): irradiance is another package there.`,
    );
  for (const command of program.commands) {
    command.copyInheritedSettings(program).helpGroup(headingOf(COMMANDS, command.name()) ?? "");
    for (const option of command.options) option.helpGroup(headingOf(OPTIONS, option.long ?? "") ?? "Options:");
    const examples = (EXAMPLES[command.name()] ?? []).map((words) => `  irradiance ${words}`);
    if (examples.length > 0) command.addHelpText("after", `\nExamples:\n${examples.join("\n")}`);
  }
}

function headingOf(groups: typeof COMMANDS, name: string): string | undefined {
  const found = Object.entries(groups).find(([, names]) => names.some((some) => some.split(" ").includes(name)));
  return found?.[0];
}
