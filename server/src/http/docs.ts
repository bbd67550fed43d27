/** `/openapi.yaml`, and at `/docs` a page that shows it and sends requests. No request leaves this server. */
import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import serveFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

// The same places seen from src/ and from dist/.
const DOCUMENT = new URL("../../openapi.yaml", import.meta.url);
const PAGES = fileURLToPath(new URL("../../dist/docs/", import.meta.url));

/** Swagger UI writes styles into its elements and has small pictures in its style sheet. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

interface Frames {
  /** Who may show a page in a frame: none by default. */
  readonly frames: readonly string[];
}

function framesPolicy(frames: readonly string[]): string {
  return `frame-ancestors ${frames.join(" ") || "'none'"}`;
}

/** The files change with the release alone; a browser asks whether they did. */
const CACHE_CONTROL = "public, no-cache";

/**
 * Adds `GET /openapi.yaml` and `GET /docs/`. Both need no key.
 *
 * @throws Error when the package is incomplete: no openapi.yaml, or no dist/docs (build it first)
 */
export async function docs(app: FastifyInstance, { frames = [] }: Partial<Frames> = {}): Promise<void> {
  const policy = `${POLICY}; ${framesPolicy(frames)}`;
  const document = await readFile(DOCUMENT);
  await access(`${PAGES}index.html`);
  const etag = `"${createHash("sha256").update(document).digest("base64url")}"`;

  app.get("/openapi.yaml", { exposeHeadRoute: true }, (request, reply) => {
    reply.headers({ etag, "cache-control": CACHE_CONTROL, "x-content-type-options": "nosniff" });
    if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.type("application/yaml; charset=utf-8").send(document);
  });

  // Relative, so that it holds behind a proxy that puts a path before ours.
  app.get("/docs", (_request, reply) => reply.redirect("docs/"));
  await app.register(serveFiles, {
    root: PAGES,
    prefix: "/docs/",
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.headers({
        "cache-control": CACHE_CONTROL,
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    },
  });
}

/** Whether a tag of the list is ours; a weak one will do, as RFC 9110 has it for GET. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

// The same place seen from src/ and from dist/.
const FILES = fileURLToPath(new URL("../../dist/page/", import.meta.url));

const MAPS = dirname(createRequire(import.meta.url).resolve("irradiance-engine/climatology"));

/** A map service whose pictures the page's map shows. */
interface MapService {
  /** The address of a picture, with {z}, {x} and {y}. */
  readonly tiles: string | undefined;
  /** Whom they are owed to. */
  readonly attribution: string | undefined;
}

/** Scripts and styles are files of ours; pictures of heat maps are data of the page's own, those of maps their service's. */
function policyOf(tiles: string | undefined, frames: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${tiles === undefined ? "" : ` ${originOf(tiles)}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    framesPolicy(frames),
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
export async function explorer(
  app: FastifyInstance,
  { tiles, attribution, frames = [] }: Partial<MapService & Frames>,
): Promise<void> {
  const policy = policyOf(tiles, frames);
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
  // Maps of the world that threads of the page learn with; only they.
  await app.register(serveFiles, {
    root: MAPS,
    prefix: "/explorer/data/",
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => path.endsWith(".generated.js"),
    setHeaders: (reply) => {
      reply.headers({ "cache-control": ASKED, "x-content-type-options": "nosniff" });
    },
  });
  const map = tiles === undefined ? {} : { tiles, attribution: attribution ?? new URL(tiles).host };
  app.get("/explorer/map.json", { exposeHeadRoute: true }, (_request, reply) =>
    reply.header("cache-control", ASKED).header("x-content-type-options", "nosniff").send(map),
  );
  app.get("/", { exposeHeadRoute: true }, (_request, reply) => reply.sendFile("index.html"));
}
