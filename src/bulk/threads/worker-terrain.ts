/** The worker's side of horizon lines and altitudes: its own terrain, opened when first needed. */
import { workerData } from "node:worker_threads";
import type { Terrain, TerrainGround, TerrainHorizon } from "../../terrain/terrain.js";
import type { AltitudeTask, GroundTask, HorizonTask, WorkerThreadsData } from "../messages/messages.js";
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

/** A terrain that cannot be opened is tried again with the next job. */
function terrain(): Promise<Terrain> {
  opened ??= open().catch((cause) => {
    opened = undefined;
    throw cause;
  });
  return opened;
}

async function open(): Promise<Terrain> {
  const { paths, options } = (workerData as ThreadData<WorkerThreadsData>).data.terrain!;
  // Imported here: the code that reads elevation files is as large as the engine, and most threads never need it.
  const { openTerrain } = await import("../../terrain/terrain.js");
  return openTerrain(paths, options);
}
