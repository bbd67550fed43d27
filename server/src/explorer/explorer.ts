/** The page at `/`: its files, as the build made them, with a policy that lets it ask nobody but this server. */
import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import serveFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

// The same place seen from src/ and from dist/.
const FILES = fileURLToPath(new URL("../../dist/page/", import.meta.url));

/** A map service whose pictures the page's map shows. */
export interface MapService {
  /** The address of a picture, with {z}, {x} and {y}. */
  readonly tiles: string | undefined;
  /** Whom they are owed to. */
  readonly attribution: string | undefined;
}

/** Scripts and styles are files of ours; pictures of heat maps are data of the page's own, those of maps their service's. */
function policyOf(tiles: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${tiles === undefined ? "" : ` ${originOf(tiles)}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function originOf(tiles: string): string {
  return new URL(tiles).origin;
}

/** A hash stands in the names of scripts and styles, which never change therefore. */
const HASHED = /-[\w]{8}\.(js|css)(\.br|\.gz)?$/;
const FOR_EVER = "public, max-age=31536000, immutable";
/** Of everything else the browser asks whether it changed. */
const ASKED = "public, no-cache";

/**
 * Adds `GET /` and `GET /explorer/…`, which need no key; `explorer/map.json` says which map service the page's map may use.
 *
 * @throws Error when the package is incomplete: no dist/page (build it first)
 */
export async function explorer(app: FastifyInstance, { tiles, attribution }: Partial<MapService>): Promise<void> {
  const policy = policyOf(tiles);
  await access(`${FILES}index.html`);
  await app.register(serveFiles, {
    root: FILES,
    prefix: "/explorer/",
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.headers({
        "cache-control": HASHED.test(path) ? FOR_EVER : ASKED,
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    },
  });
  const map = tiles === undefined ? {} : { tiles, attribution: attribution ?? new URL(tiles).host };
  app.get("/explorer/map.json", { exposeHeadRoute: true }, (_request, reply) =>
    reply.header("cache-control", ASKED).header("x-content-type-options", "nosniff").send(map),
  );
  app.get("/", { exposeHeadRoute: true }, (_request, reply) => reply.sendFile("index.html"));
}
