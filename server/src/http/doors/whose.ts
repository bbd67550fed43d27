/** Whose an answer is: a door looks like another service, and its answers say that they are not of it. */
import type { OwnAnswer } from "./door.js";
import { stringsIn } from "./ours.js";

/** The service and the weather of an answer. @param than the service that the door looks like */
export function whose({ headers }: Pick<OwnAnswer, "headers">, than: string): string {
  const field = String(headers["weather-sources"] ?? "");
  const sources = stringsIn(field).filter(({ end }) => field.startsWith(";class=", end));
  const names = [...new Set(sources.map(({ text }) => text))];
  const made = field.includes(";synthetic=?1") ? ", which is synthetic: no real weather" : "";
  return `a forecast of irradiance-server, not of ${than}; weather: ${names.join(", ") || "unknown"}${made}`;
}
