/** Where a system stands, as its chain needs it. */
import type { Notice } from "irradiance-engine";
import type { ComputeContext } from "../compute.js";
import type { HorizonData } from "../horizon.js";
import type { PlaceData } from "../places.js";
import { siteAltitude } from "../site-altitude.js";

/** What a query says of it. */
export interface SystemPlace {
  readonly lat: number;
  readonly lon: number;
  /** Metres. */
  readonly altitude: "auto" | number;
  readonly horizon: "flat" | "auto" | readonly number[];
}

export interface SystemSite {
  readonly context: Pick<ComputeContext, "altitude" | "linkeTurbidity" | "timeZone" | "horizon">;
  /** On the horizon line and the altitude. */
  readonly notices: readonly Notice[];
}

export function systemSite(
  { altitude: asked, horizon }: Pick<SystemPlace, "altitude" | "horizon">,
  ground: PlaceData,
  line: HorizonData,
): SystemSite {
  const { altitude, clearTurbidity, notices } =
    asked === "auto"
      ? siteAltitude(ground)
      : { altitude: asked, clearTurbidity: ground.clearTurbidity(asked), notices: [] };
  const profile = line.profile ?? (typeof horizon === "object" ? horizon : undefined);
  return {
    context: {
      ...{ altitude, linkeTurbidity: clearTurbidity, timeZone: ground.timeZone },
      ...(profile && { horizon: profile }),
    },
    notices: [...line.notices, ...notices],
  };
}
