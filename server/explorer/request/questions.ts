/** The two kinds of questions that the page asks by itself: a time series, and the yield of a roof. */
import { type Answer, answerOf } from "../service/answer.js";
import type { Exchange, Question } from "../service/exchange.js";
import { type YieldAnswer, yieldAnswerOf } from "../service/yield-answer.js";
import { isPosted } from "../state/endpoints.js";
import type { RoomName, State } from "../state/state.js";
import { extended, isComplete, priceClass, pricedAs, requestOf, type SeriesRequest } from "./request.js";
import { type YieldRequest, yieldRequestOf, yieldSent } from "./yield-request.js";

export type SeriesExchange = Exchange<SeriesRequest, Answer>;
export type YieldExchange = Exchange<YieldRequest, YieldAnswer>;

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
