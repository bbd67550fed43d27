/** An invalid request: `parameter` is the query key, the message states the given and the allowed values. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code = "ERR_REQUEST";
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Columns that live in a workspace were read after the workspace had been used again. @experimental */
export class StaleColumnsError extends Error {
  override readonly name = "StaleColumnsError";
  readonly code = "ERR_STALE_COLUMNS";

  constructor() {
    super(
      "these columns are views of a workspace that has been reused since: " +
        "serialise them before its next use, or keep a copyColumns(columns)",
    );
  }
}
