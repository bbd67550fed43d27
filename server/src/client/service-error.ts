/** What the service says when it refuses or fails. */

/** The service's answer if it is not a good one. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** The query key at fault, where one is. */
  readonly parameter: string | undefined;
  /** Seconds after which a new try may succeed (429, 503). */
  readonly retryAfter: number | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, headers: Headers, body: string) {
    const { message, parameter } = errorOf(body);
    super(message ?? `the service answered ${status}`);
    this.status = status;
    this.parameter = parameter;
    this.retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
    this.requestId = headers.get("x-request-id") ?? undefined;
  }
}

/** Of a body that is not the service's (a proxy's page, say): nothing. */
function errorOf(body: string): { message?: string; parameter?: string } {
  try {
    return JSON.parse(body).error ?? {};
  } catch {
    return {};
  }
}
