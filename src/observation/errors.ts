/** A request that cannot be honoured: `parameter` is the query key, the message says what was given and what is allowed. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code = "ERR_REQUEST";
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}
