/** `irradiance weather`: public sources that `--weather` takes by name. Its options; run.ts executes it. */
import { Argument, type Command } from "commander";
import type { WeatherFlags } from "./run.js";

export function addWeather(program: Command): void {
  program
    .command("weather")
    .description("public sources of weather by name: list them, show one, check them live; needs irradiance-archive")
    .addArgument(
      new Argument("<action>", "list, show NAME, or check [NAME[=ADDRESS]…]").choices(["list", "show", "check"]),
    )
    .argument("[names...]", "names of sources, as weather list prints them")
    .option("--json", "print it as JSON")
    .action(async (action: string, names: string[], flags: WeatherFlags) =>
      (await import("./run.js")).runWeather(action, names, flags),
    );
}
