/** Computes a request: small ones inline, large ones in a thread. The bytes are the same. */
import type { Notice, ObservationContext, ObservationRequest, WeatherSeries } from "irradiance-engine";
import { createWorkspace } from "irradiance-engine";
import { computeBody, type Encoding, type Pool } from "irradiance-engine/bulk";
import type { ClimateRequest } from "irradiance-engine/contract";
import { loopTurn } from "../loop-slices.js";
import type { Settings } from "../settings.js";

/** The server's data beyond request and weather, all of which can be sent to a thread. */
export type ComputeContext = Pick<
  ObservationContext,
  "altitude" | "linkeTurbidity" | "timeZone" | "horizon" | "software" | "albedo"
>;

export interface ComputeRequest {
  readonly request: ObservationRequest | ClimateRequest;
  readonly weather: WeatherSeries;
  readonly context: ComputeContext;
  /** Output intervals. */
  readonly rows: number;
  /** Members that `meta=extended` adds to `meta`; the computation's own notices are appended. */
  readonly extended: { readonly notices: readonly Notice[]; readonly [key: string]: unknown } | undefined;
  readonly encoding: Encoding;
  readonly signal: AbortSignal;
  readonly priority: 0 | 1;
}

export interface ComputedBody {
  readonly contentType: string;
  readonly encoding: Encoding;
  readonly body: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  readonly notices: readonly Notice[];
}

export type Compute = (order: ComputeRequest) => Promise<ComputedBody>;

/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING_ROWS = 12;

/** A dispatch to a thread alone costs more than a small request's computation (measured: bench/server.mjs). */
export function createCompute(pool: Pool, settings: Settings): Compute {
  const workspace = createWorkspace();
  const compatibility = settings.compatibility === "pvlib" ? ("pvlib" as const) : undefined;
  return async ({ request, weather, context, rows, extended, encoding, signal, priority }) => {
    const options = {
      context,
      encoding: rows < WORTH_COMPRESSING_ROWS ? "identity" : encoding,
      write: { ...(extended && { meta: extended }), ...(compatibility && { compatibility }) },
    } as const;
    const isSmall = rows <= settings["inline-rows"];
    // Small ones that arrive together would hold the loop together.
    if (isSmall) await loopTurn();
    signal.throwIfAborted();
    const answer = isSmall
      ? computeBody(request, weather, options, workspace)
      : await pool.observe(request, weather, { ...options, signal, priority });
    return { ...answer, notices: answer.diagnostics.notices };
  };
}
