/**
 * Traces of W3C Trace Context (https://www.w3.org/TR/trace-context/): a client or proxy that follows a request through several
 * systems names the trace in `traceparent`, and the log lines of the request name it, too. Nothing is sent on: what the server
 * fetches is shared by requests, and hosts of weather need not know who asks.
 */
import { randomBytes } from "node:crypto";

/** Under the names that log lines have them by. */
export interface Trace {
  /** 32 hexadecimal digits, the same in all systems that the request goes through. */
  readonly trace_id: string;
  /** 16 hexadecimal digits: the request in this server. */
  readonly span_id: string;
  /** The span of whoever sent the request; absent where the header was unusable, and the trace begins here. */
  readonly parent_id?: string;
}

/** Version, trace, parent, flags, and what follows them. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/;
const ZEROS = /^0+$/;

/**
 * The trace of a request.
 *
 * @param traceparent the header as it came
 * @returns undefined without the header; a new trace for one that the standard does not allow
 */
export function traceOf(traceparent: string | readonly string[] | undefined): Trace | undefined {
  if (traceparent === undefined) return undefined;
  const span_id = randomBytes(8).toString("hex");
  const [, version, trace_id = "", parent_id = "", end] = TRACEPARENT.exec(String(traceparent)) ?? [];
  const isVersion = version === "00" ? end === "" : version !== undefined && version !== "ff";
  if (!isVersion || ZEROS.test(trace_id) || ZEROS.test(parent_id)) {
    return { trace_id: randomBytes(16).toString("hex"), span_id };
  }
  return { trace_id, span_id, parent_id };
}
