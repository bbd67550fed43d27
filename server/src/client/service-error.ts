/** The error of a request that the service refuses or fails. */

/** The service's answer with any status other than success. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** What went wrong, as a word that stays (docs/reference/errors.md). Servers of later versions may send other words, older ones send none. @experimental */
  readonly code: string | undefined;
  /** The query key at fault, if any. */
  readonly parameter: string | undefined;
  /** Seconds after which another attempt may succeed (429, 503). */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, headers: Headers, body: string) {
    const { code, message, parameter } = errorOf(body);
    super(message ?? `the service answered ${status}`);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
    this.retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
    this.requestId = headers.get("x-request-id") ?? undefined;
  }
}

/** Empty for a body that is not the service's, such as a proxy's page. */
function errorOf(body: string): { code?: string; message?: string; parameter?: string } {
  try {
    return JSON.parse(body).error ?? {};
  } catch {
    return {};
  }
}
