/** What is on the page while it is not of the form's request: that is on its way, was not sent, or failed. */
import type { SeriesExchange } from "../request/questions.js";
import { endpointOf } from "../state/endpoints.js";
import { texts } from "../texts/texts.js";

/** Whose values are still shown; undefined where they are those of the form's request, or where there are none. */
export function lastAnswerText({
  answer,
  isCurrent,
}: Pick<SeriesExchange, "answer" | "isCurrent">): string | undefined {
  if (!answer || isCurrent) return undefined;
  const { place, request } = answer;
  return texts().status.sources.last(`${place.lat}, ${place.lon}`, endpointOf(request.path).name);
}
