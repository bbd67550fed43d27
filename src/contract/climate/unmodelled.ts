/** What a climate request may ask for that no model stands behind. */
import type { ClimateRequest } from "./request.js";

interface Gap {
  readonly parameter: string;
  /** The value that has no model; undefined where the request asks for nothing of the kind. */
  readonly asked: (request: ClimateRequest) => string | undefined;
  /** What to send instead. */
  readonly instead: string;
}

const GAPS: readonly Gap[] = [
  {
    parameter: "situation",
    asked: ({ situation }) => (situation === "open" ? undefined : situation),
    instead: "only open is answered",
  },
  {
    parameter: "future_scenario",
    asked: ({ endpoint, futureScenario }) => (endpoint === "amy" ? futureScenario : undefined),
    instead: "an actual year is that of its dates",
  },
  {
    parameter: "extreme",
    asked: ({ endpoint, extreme }) => (endpoint === "amy" ? extreme : undefined),
    instead: "an actual year is that of its dates",
  },
];

/**
 * Which value of a valid request cannot be answered, as no model stands behind it; undefined where all can.
 * A server refuses such a request instead of answering another one.
 *
 * @returns the query key, and a message for the caller that names the value
 */
export function unmodelled(request: ClimateRequest): { parameter: string; message: string } | undefined {
  for (const { parameter, asked, instead } of GAPS) {
    const value = asked(request);
    if (value === undefined) continue;
    const message = `parameter "${parameter}": no model stands behind "${value}" here; ${instead}`;
    return { parameter, message };
  }
  return undefined;
}
