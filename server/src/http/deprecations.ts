/**
 * What this version still serves and a later one will not. Each answer says so in its headers, whatever its status: `Deprecation`
 * (RFC 9745), `Sunset` (RFC 8594) and `Link` to a page; each request is counted, and its log line names it. docs/reference/versions.md
 * has the rules.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics.js";
import { visitOf } from "./visit.js";

/** A path, or a parameter of its query. */
export interface Deprecation {
  /** As a route has it: /v1/jobs/:id. */
  readonly path: string;
  /** undefined: all that is at the path. Bodies are not looked into. */
  readonly parameter?: string | undefined;
  /** The day from which nobody should begin to use it, as 2027-01-31; it may lie ahead. */
  readonly since: string;
  /** The day from which it may be gone; not before `since`. undefined: not decided. */
  readonly sunset?: string | undefined;
  /** Address of a page that says what to use in its place. */
  readonly page: string;
}

/** Of this version: nothing. openapi.yaml marks the same with `deprecated`; a test compares. */
export const DEPRECATIONS: readonly Deprecation[] = [];

type Announce = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * What is done for each request before anything else. undefined where nothing is deprecated: then it costs nothing.
 *
 * @throws RangeError for a text that is no date, and for an end before the beginning
 */
export function announcerOf(table: readonly Deprecation[], metrics: Metrics): Announce | undefined {
  if (table.length === 0) return undefined;
  const entries = table.map(dated);
  return (request, reply) => {
    const query = request.query as { readonly [key: string]: unknown };
    const asked = entries.filter(
      ({ path, parameter }) =>
        path === request.routeOptions.url && (parameter === undefined || query[parameter] !== undefined),
    );
    if (asked.length === 0) return;
    reply.headers(headersOf(asked));
    const names = asked.map(nameOf);
    visitOf(request).deprecated = names;
    for (const name of names) metrics.noteDeprecated(name);
  };
}

interface Dated extends Omit<Deprecation, "since" | "sunset"> {
  /** Unix ms. */
  readonly since: number;
  readonly sunset: number | undefined;
}

function dated({ since, sunset, ...entry }: Deprecation): Dated {
  const name = nameOf(entry);
  const begin = dayOf(since, `since of ${name}`);
  const end = sunset === undefined ? undefined : dayOf(sunset, `sunset of ${name}`);
  if (end !== undefined && end < begin) {
    throw new RangeError(`sunset of ${name} must not be before ${since}, got ${sunset}`);
  }
  return { ...entry, since: begin, sunset: end };
}

function dayOf(text: string, name: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new RangeError(`${name} must be a date like 2027-01-31, got ${JSON.stringify(text)}`);
  return time;
}

function nameOf({ path, parameter }: Pick<Deprecation, "path" | "parameter">): string {
  return parameter === undefined ? path : `${path}?${parameter}`;
}

/** Of several the first dates count: the request as it is has no longer to live. */
function headersOf(asked: readonly Dated[]): { [name: string]: string } {
  const ends = asked.flatMap(({ sunset }) => sunset ?? []);
  const links = asked.flatMap(({ page, sunset }) => [
    `<${page}>; rel="deprecation"; type="text/html"`,
    ...(sunset === undefined ? [] : [`<${page}>; rel="sunset"; type="text/html"`]),
  ]);
  return {
    Deprecation: `@${Math.min(...asked.map(({ since }) => since)) / 1000}`,
    ...(ends.length > 0 && { Sunset: new Date(Math.min(...ends)).toUTCString() }),
    Link: [...new Set(links)].join(", "),
  };
}
