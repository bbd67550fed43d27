/** Errors of threads and of bulk files, and the transfer of errors between threads without loss of their class. */
import { RequestError } from "../../data/contract/observation/readers.js";
import { TerrainError, type TerrainErrorCode } from "../../data/terrain/errors.js";
import { WeatherError } from "../../data/weather/series.js";

export type BulkErrorCode =
  | "ERR_DEADLINE"
  | "ERR_QUEUE_FULL"
  | "ERR_POOL_CLOSED"
  | "ERR_WORKER_CRASHED"
  | "ERR_WORKER_OUT_OF_MEMORY";

/** A failure of the threads, not of the computation; `code` says which. @experimental */
export class BulkError extends Error {
  override readonly name = "BulkError";
  readonly code: BulkErrorCode;

  constructor(code: BulkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as plain data. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  readonly parameter?: string | undefined;
  readonly fault?: RequestError["fault"] | undefined;
  readonly problem?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Extracts the sendable parts of an error, or of any other thrown value. */
export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof Error))
    return { name: "Error", message: `the thrown value is not an Error: ${describe(thrown)}` };
  const { name, message, stack } = thrown;
  const more = thrown as { [key in "code" | "parameter" | "problem" | "file" | "line"]?: unknown };
  return {
    name: String(name),
    message: String(message),
    stack: text(stack),
    code: text(more.code),
    parameter: text(more.parameter),
    ...(thrown instanceof RequestError && { fault: thrown.fault }),
    problem: text(more.problem),
    file: text(more.file),
    line: typeof more.line === "number" ? more.line : undefined,
  };
}

const PLAIN: { readonly [name: string]: new (message: string) => Error } = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  URIError,
  EvalError,
};

/** Restores the error with its class, so that `instanceof` works; an unknown class becomes an `Error` with its name. */
export function fromWire(wire: WireError): Error {
  const { message, stack, code, problem, file, line } = wire;
  const own = Object.hasOwn(PLAIN, wire.name) ? new PLAIN[wire.name]!(message) : undefined;
  let error: Error;
  if (code === "ERR_REQUEST") error = new RequestError(wire.parameter ?? "", message, wire.fault);
  // The message already contains file and line, which are therefore restored separately.
  else if (code === "ERR_WEATHER") error = Object.assign(new WeatherError(message), { file, line });
  else if (isTerrainCode(code)) {
    error = Object.assign(new TerrainError(message, undefined, code), { file });
  } else error = Object.assign(own ?? new Error(message), own ? {} : { name: wire.name }, code ? { code } : {});
  if (problem !== undefined) Object.assign(error, { problem });
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isTerrainCode(code: string | undefined): code is TerrainErrorCode {
  return code !== undefined && Object.hasOwn(TERRAIN_CODES, code);
}

const TERRAIN_CODES: { readonly [code in TerrainErrorCode]: true } = {
  ERR_TERRAIN: true,
  ERR_TERRAIN_NO_DATA: true,
  ERR_TERRAIN_UNREADABLE: true,
};

/** Code and text of a failure: the error's code, else its name. */
export function failureOf(thrown: unknown): { code: string; message: string } {
  const { code, name, message } = toWire(thrown);
  return { code: code ?? name, message };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/**
 * `ERR_BULK_EXISTS`: the file, or an unfinished run of it, exists. `ERR_BULK_RESUME`: the unfinished run is a different one, or
 * there is nothing to resume. `ERR_BULK_DISK_FULL`: the disk is full; finished parts are kept and can be resumed. `ERR_BULK_BUSY`:
 * another run is writing this file. `ERR_BULK_PLACE`: the file cannot be created: its folder does not exist, or the name belongs
 * to a folder or a pipe.
 */
export type BulkFileCode =
  | "ERR_BULK_EXISTS"
  | "ERR_BULK_RESUME"
  | "ERR_BULK_DISK_FULL"
  | "ERR_BULK_BUSY"
  | "ERR_BULK_PLACE";

/** @experimental */
export class BulkFileError extends Error {
  override readonly name = "BulkFileError";
  readonly code: BulkFileCode;
  readonly file: string;

  constructor(code: BulkFileCode, file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.code = code;
    this.file = file;
  }
}

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function isDiskFull(cause: unknown): boolean {
  return NO_ROOM.has((cause as NodeJS.ErrnoException).code ?? "");
}
