/** Why a request gets no answer, without a status of HTTP (http/errors.ts has that), and failures of sources as customers may read them: where a source lies is for the log. */
import type { Archive } from "irradiance-archive";
import type { SourceFailure } from "irradiance-archive/internal/server";

/** A parameter of the request or its body is to blame; no source has the data, or not yet; or a source that may have them does not respond. */
export type RefusalKind = "request" | "body" | "no data" | "not yet" | "no response";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code = "ERR_REFUSAL";
  readonly kind: RefusalKind;
  /** The query key that is to blame. */
  readonly parameter: string | undefined;

  constructor(
    kind: RefusalKind,
    message: string,
    { parameter, cause }: { readonly parameter?: string; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.parameter = parameter;
  }
}

const PASSED_OVER = "passed-over";

export function withoutPaths(archive: Archive): Archive {
  return {
    ...archive,
    async read(plan, options) {
      const read = await archive.read(plan, options);
      if (read.failures.length === 0) return read;
      const others = read.notices.filter(({ code }) => code !== PASSED_OVER);
      const message = `passed over: ${describeFailures(read.failures)}`;
      return { ...read, notices: [...others, { code: PASSED_OVER, message }] };
    },
  };
}

/** "era5 (unreachable), land (damaged)". */
export function describeFailures(failures: readonly SourceFailure[]): string {
  return [...new Set(failures.map(({ source, kind }) => `${source} (${kind})`))].join(", ");
}

/** What a yield or a forecast cannot be computed of is the weather's fault, or the system's: both say which. */
export function asRefusal(cause: unknown): never {
  const { code, name, message = "" } = (cause ?? {}) as { code?: unknown; name?: unknown; message?: string };
  const text = message.replace(/^(?:yieldOf|optimumOf|yieldSeries|forecastPower|resolveSystem): /, "");
  const isCheck = code === "ERR_WEATHER" || name === "RangeError" || name === "TypeError";
  if (isCheck && text.startsWith("system")) throw new Refusal("request", text, { parameter: "system", cause });
  if (code === "ERR_WEATHER") throw new Refusal("no data", text, { cause });
  throw cause;
}
