/** The yield that a horizon is measured by: the same system on flat land. */
import { type YieldExchange, yieldQuestion } from "../../request/questions.js";
import type { Query } from "../../request/request.js";
import type { YieldRequest } from "../../request/yield-request.js";
import { Exchange } from "../../service/exchange.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import type { Page } from "../page.js";

/** Asks as soon as the yield behind the horizon is here, and never while the land is flat. */
export function flatLandOf({ store, service, session, yields }: Page): YieldExchange {
  const question = yieldQuestion(({ room, horizon }) => room === "sun" && horizon !== "flat");
  const open = new Exchange(
    {
      ...question,
      requestOf(state) {
        if (!question.requestOf(state) || !yields.answer || !yields.isCurrent) return undefined;
        return onFlatLand(yields.answer);
      },
    },
    store,
    service,
    session,
  );
  yields.onChange(() => open.follow());
  open.restart();
  return open;
}

/** The best plane behind a horizon may be another one than in the open: both are asked of the plane that was found behind it. */
export function onFlatLand({ request, planes }: YieldAnswer): YieldRequest {
  const [plane] = planes;
  const query: Query = request.query.flatMap(([name, value]): Query => {
    if (name === "horizon") return [];
    if (name !== "tilt" || value !== "best" || !plane) return [[name, value]];
    return [
      ["surface_tilt", String(plane.surface_tilt)],
      ["surface_azimuth", String(plane.surface_azimuth)],
    ];
  });
  return { ...request, query };
}
