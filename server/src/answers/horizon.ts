/** Resolves `horizon=auto`: a line from elevation data, a flat one with a notice, or an error. */
import type { Notice } from "irradiance-engine";
import type { AnswerContext, Rights } from "./context.js";
import { Refusal } from "./refusal.js";

export interface HorizonChoice {
  /** Replaces "auto" in the request if there is no line. */
  readonly kind: "as given" | "terrain" | "flat";
  /** The rule for a place that the elevation data do not cover. */
  readonly otherwise: "flat" | "refuse";
}

const FLAT: Notice = {
  code: "horizon",
  message: "there is no elevation data for this place: the horizon is flat",
  facts: { line: "flat" },
};

/** @throws Refusal */
export function chosenHorizon({ places, settings }: AnswerContext, horizon: unknown, rights: Rights): HorizonChoice {
  const otherwise = rights.access === undefined ? "flat" : settings["horizon-without-terrain"];
  if (horizon !== "auto") return { kind: "as given", otherwise };
  if (places.terrain) return { kind: "terrain", otherwise };
  if (otherwise === "refuse") throw noTerrain();
  return { kind: "flat", otherwise };
}

function noTerrain(): Refusal {
  const message =
    'parameter "horizon": auto needs elevation data, which this server does not have for this place; send flat or 360 elevations ' +
    "(the operator can add files with --dem, or allow a flat line with --horizon-without-terrain flat)";
  return new Refusal("request", message, { parameter: "horizon" });
}

export interface HorizonData {
  /** As `context.horizon`; undefined: the request's own, or flat. */
  readonly profile: Float64Array | undefined;
  readonly notices: readonly Notice[];
}

/**
 * The line of a place.
 *
 * @throws Refusal where the elevation data do not cover it and a flat line is not allowed; TerrainError
 */
export async function horizonLine(
  { places }: AnswerContext,
  choice: HorizonChoice,
  lat: number,
  lon: number,
): Promise<HorizonData> {
  if (choice.kind === "flat") return { profile: undefined, notices: [FLAT] };
  if (choice.kind === "as given") return { profile: undefined, notices: [] };
  try {
    const { profile, remarks } = await places.horizon(lat, lon);
    return { profile, notices: remarks };
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_TERRAIN_NO_DATA") throw cause;
    if (choice.otherwise === "refuse") throw noTerrain();
    return { profile: undefined, notices: [FLAT] };
  }
}
