/** Why a request gets no answer, without a status of HTTP: http/errors.ts has that. */

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
