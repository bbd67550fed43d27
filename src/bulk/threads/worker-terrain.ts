/** The worker's side of horizon lines and altitudes: its own terrain, opened when first needed. */
import { workerData } from "node:worker_threads";
import { parseObservationRequest } from "../../contract/observation/request.js";
import { shadingLine } from "../../terrain/horizon/shading-line.js";
import type { Terrain, TerrainGround, TerrainHorizon } from "../../terrain/terrain.js";
import type {
  AltitudeTask,
  GroundTask,
  HorizonTask,
  RunSpec,
  TerrainSpec,
  WorkerThreadsData,
} from "../messages/messages.js";
import { siteContext, siteQuery } from "../sites/site.js";
import type { BulkSite, SiteNote } from "../types.js";
import type { ThreadData } from "./threads.js";

let opened: Promise<Terrain> | undefined;

/** @throws as `Terrain.horizon` and `openTerrain` */
export async function horizon({ latitude, longitude, options }: HorizonTask): Promise<TerrainHorizon> {
  return (await terrain()).horizon(latitude, longitude, options);
}

/** @throws as `Terrain.altitude` and `openTerrain` */
export async function altitude({ latitude, longitude }: AltitudeTask): Promise<number> {
  return (await terrain()).altitude(latitude, longitude);
}

/** @throws as `Terrain.ground` and `openTerrain` */
export async function ground({ latitude, longitude }: GroundTask): Promise<TerrainGround> {
  return (await terrain()).ground(latitude, longitude);
}

/**
 * A site of a run with what the terrain knows of it: the horizon line if the site's horizon is `auto` and no line is given, the
 * altitude if none is.
 *
 * @throws RequestError for an invalid site; as `Terrain.horizon` and `openTerrain`
 */
export async function onTerrain(spec: RunSpec, site: BulkSite, tell: (note: SiteNote) => void): Promise<BulkSite> {
  if (files() === null) return site;
  const given = siteContext(spec.context, site);
  const { now } = spec.context;
  const request = parseObservationRequest(siteQuery(spec.query, site), now === undefined ? {} : { now });
  const { lat, lon } = request;
  const known: { altitude?: number; horizon?: number[] } = {};
  if (request.horizon === "auto" && given.horizon === undefined) {
    const { profile, notices } = await (await terrain()).horizon(lat, lon);
    known.horizon = shadingLine(profile);
    for (const message of notices) tell({ code: "horizon", message });
  }
  if (given.altitude === undefined) {
    const { altitude: height, notices } = await (await terrain()).ground(lat, lon);
    known.altitude = height;
    for (const message of notices) tell({ code: "altitude", message });
  }
  return { ...site, ...known };
}

/** A terrain that cannot be opened is tried again with the next job. */
function terrain(): Promise<Terrain> {
  opened ??= open().catch((cause) => {
    opened = undefined;
    throw cause;
  });
  return opened;
}

async function open(): Promise<Terrain> {
  const { paths, options } = files()!;
  // Imported here: the code that reads elevation files is as large as the engine, and most threads never need it.
  const { openTerrain } = await import("../../terrain/terrain.js");
  return openTerrain(paths, options);
}

/** Null: the threads were started without. */
function files(): TerrainSpec | null {
  return (workerData as ThreadData<WorkerThreadsData>).data.terrain;
}
