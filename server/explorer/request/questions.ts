/** The kinds of questions that the page asks by itself: a time series, the yield of a roof, and its power in the days to come. */

import {
  type Answer,
  answerOf,
  type Optimum,
  type PowerAnswer,
  powerAnswerOf,
  type YieldAnswer,
  yieldAnswerOf,
} from "../service/answer.js";
import { Exchange, type Question } from "../service/exchange.js";
import type { Service, Session } from "../service/service.js";
import { isPosted, type RoomName, type State, type Store } from "../state/state.js";
import type { View } from "../view.js";
import {
  type Asked,
  extended,
  isComplete,
  isSame,
  type PowerRequest,
  priceClass,
  pricedAs,
  type Query,
  requestOf,
  type SeriesRequest,
  type YieldRequest,
  yieldRequestOf,
  yieldSent,
} from "./request.js";

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

/** From the morning of a day on, and for the next three, with their bands: the price is that of any period. */
const DAYS: Query = [
  ["start", "-12hours"],
  ["end", "+72hours"],
  ["quantiles", "p10,p50,p90"],
];
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
    sent: (request) => ({ ...request, query: [...request.query, ...DAYS, ["meta", "extended"]] }),
    pricedAs: ({ path, query, body }) => ({ path, query: body === undefined ? query : [...query, ...ANY_PLANE] }),
    priceClass: ({ query }) => query.filter(([name]) => /^(lat|lon)$/.test(name)).join("&"),
    waits: () => false,
    answerOf: powerAnswerOf,
  };
}

const OF_YEARS = /^(weather|start_year|end_year)$/;

/** The roof as its yield has it. @param best where the best plane is chosen, and known; else it is the state's own */
export function powerRequestOf(state: State, best: Optimum | undefined): PowerRequest {
  const plane = state.roof_plane === "best" ? { ...state, ...best, roof_plane: "own" as const } : state;
  const { query, body } = yieldRequestOf(plane);
  const kept = query.filter(([name]) => !OF_YEARS.test(name));
  return { path: "forecast/pv", query: kept, ...(body !== undefined && { body }) };
}

/**
 * A question that is asked once another one is answered. While that is asked anew, as under a hand that drags, what was asked last
 * stays asked: it may be the same again.
 */
export function askedAfter<Request extends Asked, Answer extends { readonly request: Request }>(
  first: Pick<YieldExchange | SeriesExchange, "isCurrent" | "stage" | "onChange">,
  question: Question<Request, Answer>,
  { store, service, session }: { readonly store: Store; readonly service: Service; readonly session: Session },
): Exchange<Request, Answer> {
  let asked: Request | undefined;
  const requestOf = (state: State) => {
    const request = question.requestOf(state);
    const isReady = first.isCurrent && first.stage.kind === "answered";
    const stays = request && asked && isSame(asked, request);
    asked = isReady || stays ? request : undefined;
    return asked;
  };
  const second = new Exchange({ ...question, requestOf }, store, service, session);
  first.onChange(() => second.follow());
  second.restart();
  return second;
}

export interface Page {
  readonly store: Store;
  readonly service: Service;
  readonly session: Session;
  /** Time series of Light, History, Forecast, Data and code. */
  readonly series: SeriesExchange;
  /** Yields of Your roof, also behind the line of Sun and horizon. */
  readonly yields: YieldExchange;
}

/** What a room's module has: its questions to the service are made once, when it is opened for the first time; its view is drawn while it is open. */
export interface RoomModule {
  make(page: Page): View | HTMLElement;
}
