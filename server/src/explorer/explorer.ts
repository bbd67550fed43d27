/** The page at `/`: its files, as the build made them, with a policy that lets it ask nobody but this server. */
import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import serveFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

// The same place seen from src/ and from dist/.
const FILES = fileURLToPath(new URL("../../dist/page/", import.meta.url));

/** Scripts and styles are files of ours; pictures of heat maps are data of the page's own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A hash stands in the names of scripts and styles, which never change therefore. */
const HASHED = /-[\w]{8}\.(js|css)(\.br|\.gz)?$/;
const FOR_EVER = "public, max-age=31536000, immutable";
/** Of everything else the browser asks whether it changed. */
const ASKED = "public, no-cache";

/**
 * Adds `GET /` and `GET /explorer/…`, which need no key.
 *
 * @throws Error when the package is incomplete: no dist/page (build it first)
 */
export async function explorer(app: FastifyInstance): Promise<void> {
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
        "content-security-policy": POLICY,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    },
  });
  app.get("/", { exposeHeadRoute: true }, (_request, reply) => reply.sendFile("index.html"));
}
