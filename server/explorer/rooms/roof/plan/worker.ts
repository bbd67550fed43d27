/** What stands before the modules, by rays, in a thread of its own: a map takes up to a second. */
import { moduleShade } from "irradiance-engine/internal/yield";
import { readSystem } from "irradiance-engine/system";

export interface ShadeJob {
  /** JSON, with a scene and modules in each plane. */
  readonly system: string;
  readonly latitude: number;
}

/** Of a plane: the share of its modules that the sun lights, over azimuth (first) and elevation, from north and from the horizon. */
export interface PlaneShade {
  readonly azimuthStep: number;
  readonly elevationStep: number;
  /** Means of the months, where they differ. */
  readonly passes: readonly number[];
}

export type ShadeNews =
  | { readonly kind: "shade"; readonly planes: readonly PlaneShade[] }
  | { readonly kind: "refused"; readonly message: string };

export function shadeOf({ system, latitude }: ShadeJob): PlaneShade[] {
  return moduleShade(readSystem(JSON.parse(system), "page"), { latitude }).map((plane) => {
    const { azimuthStep, elevationStep, passes } = plane.plane();
    const cells = Array.from(passes[0] as ArrayLike<number>, (_, cell) => {
      return passes.reduce((sum, month) => sum + (month[cell] as number), 0) / passes.length;
    });
    return { azimuthStep, elevationStep, passes: cells };
  });
}

function answer(job: ShadeJob): ShadeNews {
  try {
    return { kind: "shade", planes: shadeOf(job) };
  } catch (thrown) {
    return { kind: "refused", message: (thrown as Error).message.replace(/^page: |^moduleShade: /, "") };
  }
}

if ("importScripts" in globalThis)
  addEventListener("message", ({ data }: MessageEvent<ShadeJob>) => postMessage(answer(data)));
