/** Where a system stands, as its chain needs it; and errors of the chain as refusals. */
import type { Notice } from "irradiance-engine";
import type { ComputeContext } from "../compute.js";
import type { HorizonData } from "../horizon.js";
import type { PlaceData } from "../places.js";
import { Refusal } from "../refusal.js";
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

/** What a yield or a forecast cannot be computed of is the weather's fault, or the system's: both say which. */
export function asRefusal(cause: unknown): never {
  const { code, name, message = "" } = (cause ?? {}) as { code?: unknown; name?: unknown; message?: string };
  const text = message.replace(/^(?:yieldOf|optimumOf|yieldSeries|forecastPower|resolveSystem): /, "");
  const isCheck = code === "ERR_WEATHER" || name === "RangeError" || name === "TypeError";
  if (isCheck && text.startsWith("system")) throw new Refusal("request", text, { parameter: "system", cause });
  if (code === "ERR_WEATHER") throw new Refusal("no data", text, { cause });
  throw cause;
}
