/** The power of the roof in the days to come: all its planes, as the service forecasts them. */
import type { Optimum } from "../service/yield-answer.js";
import type { State } from "../state/state.js";
import type { Asked } from "./request.js";
import { yieldRequestOf } from "./yield-request.js";

export interface PowerRequest extends Asked {
  readonly path: "forecast/pv";
}

const OF_YEARS = /^(weather|start_year|end_year)$/;

/** The roof as its yield has it. @param best where the best plane is chosen, and known; else it is the state's own */
export function powerRequestOf(state: State, best: Optimum | undefined): PowerRequest {
  const plane = state.roof_plane === "best" ? { ...state, ...best, roof_plane: "own" as const } : state;
  const { query, body } = yieldRequestOf(plane);
  const kept = query.filter(([name]) => !OF_YEARS.test(name));
  return { path: "forecast/pv", query: kept, ...(body !== undefined && { body }) };
}
