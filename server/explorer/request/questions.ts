/** The kinds of questions that the page asks by itself: a time series, the yield of a roof, and its power in the days to come. */
import { type Answer, answerOf } from "../service/answer.js";
import type { Exchange, Question } from "../service/exchange.js";
import { type PowerAnswer, powerAnswerOf } from "../service/power-answer.js";
import { type Optimum, type YieldAnswer, yieldAnswerOf } from "../service/yield-answer.js";
import { isPosted } from "../state/endpoints.js";
import type { RoomName, State } from "../state/state.js";
import { type PowerRequest, powerRequestOf } from "./power-request.js";
import { extended, isComplete, priceClass, pricedAs, type Query, requestOf, type SeriesRequest } from "./request.js";
import { type YieldRequest, yieldRequestOf, yieldSent } from "./yield-request.js";

export type SeriesExchange = Exchange<SeriesRequest, Answer>;
export type YieldExchange = Exchange<YieldRequest, YieldAnswer>;
export type PowerExchange = Exchange<PowerRequest, PowerAnswer>;

/** Rooms that show a time series, or what belongs to one. */
const OF_SERIES: readonly RoomName[] = ["light", "history", "forecast"];

/** @param isOpen whether the room of a state asks it */
export function seriesQuestion(
  isOpen = ({ room, data }: State) => OF_SERIES.includes(room) || (room === "data" && data === "series"),
): Question<SeriesRequest, Answer> {
  return {
    requestOf: (state) => (isOpen(state) ? requestOf(state) : undefined),
    isComplete,
    sent: extended,
    pricedAs: (request) => extended(pricedAs(request)),
    priceClass,
    waits: ({ path }) => isPosted(path),
    answerOf,
  };
}

export function yieldQuestion(
  isOpen = ({ room, data }: State) => room === "roof" || room === "sun" || (room === "data" && data === "yield"),
): Question<YieldRequest, YieldAnswer> {
  return {
    requestOf: (state) => (isOpen(state) ? yieldRequestOf(state) : undefined),
    isComplete: () => true,
    sent: yieldSent,
    // The price is that of the weather: HEAD takes no body.
    pricedAs: ({ path, query }) => ({ path, query }),
    priceClass: ({ query }) => query.filter(([name]) => /^(lat|lon|weather|.*_year)$/.test(name)).join("&"),
    waits: () => false,
    answerOf: yieldAnswerOf,
  };
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
