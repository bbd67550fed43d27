/** An invalid request: `parameter` is the query key, the message states the given and the allowed values. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code = "ERR_REQUEST";
  readonly parameter: string;
  /** Whether the key's value is at fault, a required key is absent, or the key is none of the known ones. @experimental */
  readonly fault: "invalid" | "missing" | "unknown";

  constructor(parameter: string, message: string, fault: RequestError["fault"] = "invalid") {
    super(message);
    this.parameter = parameter;
    this.fault = fault;
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
