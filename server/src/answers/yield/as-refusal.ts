/** Errors of a system's chain as refusals. */
import { Refusal } from "../refusal.js";

/** What a yield or a forecast cannot be computed of is the weather's fault, or the system's: both say which. */
export function asRefusal(cause: unknown): never {
  const { code, name, message = "" } = (cause ?? {}) as { code?: unknown; name?: unknown; message?: string };
  const text = message.replace(/^(?:yieldOf|optimumOf|yieldSeries|forecastPower|resolveSystem): /, "");
  const isCheck = code === "ERR_WEATHER" || name === "RangeError" || name === "TypeError";
  if (isCheck && text.startsWith("system")) throw new Refusal("request", text, { parameter: "system", cause });
  if (code === "ERR_WEATHER") throw new Refusal("no data", text, { cause });
  throw cause;
}
