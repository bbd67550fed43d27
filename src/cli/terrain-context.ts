/** Adds to a context what `--dem` provides: the horizon line for `auto`, and the altitude if none is given. */
import type { ObservationContext, ObservationRequest } from "../index.js";
import { shadingLine } from "../terrain/horizon/shading-line.js";
import { UsageError } from "./errors.js";
import type { PlacedOptions } from "./options.js";
import { printHorizonNotices, withTerrain } from "./terrain/open.js";

export async function withTerrainContext(
  { dem, quiet }: PlacedOptions,
  { lat, lon }: Pick<ObservationRequest, "lat" | "lon">,
  context: ObservationContext,
): Promise<ObservationContext> {
  if (dem === undefined) return context;
  if (context.horizon !== undefined)
    throw new UsageError("--dem and --horizon-file both give a horizon line: use one of them");
  const known = { ...context };
  await withTerrain({ dem }, async (terrain) => {
    const line = await terrain.horizon(lat, lon);
    known.horizon = shadingLine(line.profile);
    known.altitude ??= await terrain.altitude(lat, lon);
    if (!quiet) printHorizonNotices(line);
  });
  return known;
}
