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

/** Columns that live in a workspace were read after the workspace had been used again. */
export class StaleColumnsError extends Error {
  override readonly name = "StaleColumnsError";
  readonly code = "ERR_STALE_COLUMNS";

  constructor() {
    super(
      "these columns are views on a workspace that has been used again since: " +
        "serialise them before its next use, or keep a copyColumns(columns)",
    );
  }
}

const LONGEST_SHOWN = 60;

/** What JSON leaves as it is, and terminals obey. */
const LATE_CONTROL_CHARACTER = /[\u007f-\u009f]/g;

/** A value in an error message: shortened, strings in quotes, control characters escaped. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
    return text.replace(LATE_CONTROL_CHARACTER, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `an array of ${(value as unknown[]).length}`;
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
