/** The power of the roof in the days to come: all its planes, as the service forecasts them. */

import type { Exchange, Question } from "../service/exchange.js";
import { type PowerAnswer, powerAnswerOf } from "../service/power-answer.js";
import type { Optimum } from "../service/yield-answer.js";
import type { State } from "../state/state.js";
import type { Asked, Query } from "./request.js";
import { yieldRequestOf } from "./yield-request.js";

export interface PowerRequest extends Asked {
  readonly path: "forecast/pv";
}

export type PowerExchange = Exchange<PowerRequest, PowerAnswer>;

const OF_YEARS = /^(weather|start_year|end_year)$/;

/** The roof as its yield has it. @param best where the best plane is chosen, and known; else it is the state's own */
export function powerRequestOf(state: State, best: Optimum | undefined): PowerRequest {
  const plane = state.roof_plane === "best" ? { ...state, ...best, roof_plane: "own" as const } : state;
  const { query, body } = yieldRequestOf(plane);
  const kept = query.filter(([name]) => !OF_YEARS.test(name));
  return { path: "forecast/pv", query: kept, ...(body !== undefined && { body }) };
}

const BANDS: Query = [["quantiles", "p10,p50,p90"]];
/** HEAD takes no body, and any plane has the same price. */
const ANY_PLANE: Query = [
  ["surface_tilt", "0"],
  ["surface_azimuth", "0"],
];

/** @param bestOf the best plane of a state, as far as it is known */
export function powerQuestion(bestOf: (state: State) => Optimum | undefined): Question<PowerRequest, PowerAnswer> {
  return {
    requestOf: (state) => (state.room === "forecast" ? powerRequestOf(state, bestOf(state)) : undefined),
    isComplete: () => true,
    sent: (request) => ({ ...request, query: [...request.query, ...BANDS, ["meta", "extended"]] }),
    pricedAs: ({ path, query, body }) => ({ path, query: body === undefined ? query : [...query, ...ANY_PLANE] }),
    priceClass: ({ query }) => query.filter(([name]) => /^(lat|lon)$/.test(name)).join("&"),
    waits: () => false,
    answerOf: powerAnswerOf,
  };
}
