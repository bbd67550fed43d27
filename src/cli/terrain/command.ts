/** `irradiance horizon`, `irradiance altitude`: from elevation files. Their options; run.ts executes them. */
import type { Command } from "commander";
import { toNumber } from "../numbers.js";
import type { PlaceOptions } from "./run.js";

export function addTerrain(program: Command): void {
  addPlaceOptions(program.command("horizon").description("horizon line of a place from elevation data, as JSON"))
    .option("--observer-height <metres>", "height of the eye above the ground (default: 0)", toNumber)
    .option("--range <metres>", "range of the search (default: 50000)", toNumber)
    .option("--plot <file>", "also draw the line there, with the sun's paths through the year, as SVG")
    .action(async (options: PlaceOptions) => (await import("./run.js")).horizon(options));
  addPlaceOptions(program.command("altitude").description("altitude of a place from elevation data, in metres")).action(
    async (options: PlaceOptions) => (await import("./run.js")).altitude(options),
  );
}

function addPlaceOptions(command: Command): Command {
  return command
    .requiredOption("--lat <degrees>", "latitude, north positive", toNumber)
    .requiredOption("--lon <degrees>", "longitude, east positive", toNumber)
    .requiredOption(
      "--dem <paths...>",
      "GeoTIFF or .hgt files, folders of them, or the address of one-degree tiles (docs/how-to/horizon.md)",
    )
    .option("--projection <definition>", "proj string, overriding the files")
    .option("--out <file>", "write the result there instead of to standard output");
}
