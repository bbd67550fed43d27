/** Values of a climate request that have no model yet. */
import type { ClimateRequest } from "./request.js";

interface Gap {
  readonly parameter: string;
  /** The value that has no model; undefined if the request has none. */
  readonly asked: (request: ClimateRequest) => string | undefined;
  /** What to send instead. */
  readonly instead: string;
}

const GAPS: readonly Gap[] = [
  {
    parameter: "situation",
    asked: ({ situation }) => (situation === "open" ? undefined : situation),
    instead: "only open is supported",
  },
  {
    parameter: "future_scenario",
    asked: ({ endpoint, futureScenario }) => (endpoint === "amy" ? futureScenario : undefined),
    instead: "an actual year has the climate of its dates",
  },
  {
    parameter: "extreme",
    asked: ({ endpoint, extreme }) => (endpoint === "amy" ? extreme : undefined),
    instead: "an actual year has the weather of its dates",
  },
];

/**
 * The value of a valid request that has no model in this version; undefined if there is none.
 * A server rejects such a request instead of answering a different one.
 *
 * @returns the query key, and a message for the caller that names the value
 */
export function unmodelled(request: ClimateRequest): { parameter: string; message: string } | undefined {
  for (const { parameter, asked, instead } of GAPS) {
    const value = asked(request);
    if (value === undefined) continue;
    const message = `parameter "${parameter}": this version has no model for "${value}"; ${instead}`;
    return { parameter, message };
  }
  return undefined;
}
