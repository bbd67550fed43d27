/** Whose an answer is: a door looks like another service, and its answers say that they are not of it. */
import type { OwnAnswer } from "./door.js";

const SOURCE = /"((?:[^"\\]|\\.)*)"(?=;class=)/g;

/** The service and the weather of an answer. @param than the service that the door looks like */
export function whose({ headers }: Pick<OwnAnswer, "headers">, than: string): string {
  const field = String(headers["weather-sources"] ?? "");
  const names = [...new Set([...field.matchAll(SOURCE)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1")))];
  const made = field.includes(";synthetic=?1") ? ", which is synthetic: no real weather" : "";
  return `a forecast of irradiance-server, not of ${than}; weather: ${names.join(", ") || "unknown"}${made}`;
}
