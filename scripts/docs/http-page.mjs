/** The server's reference page as static files: the document lies inside a script, for a page from disk may not fetch. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { HTTP_PAGE } from "./reference.mjs";

/** What `server/dist/docs` fetches, and what stands in its place here. */
const FETCHED = 'url: "../openapi.yaml"';
const EMBEDDED = "spec: OPENAPI";

/**
 * Writes the page of the HTTP API.
 *
 * @throws Error when the server's own page is not as it is taken here
 */
export function writeHttpPage(root, site) {
  const home = join(site, dirname(HTTP_PAGE));
  mkdirSync(home, { recursive: true });
  cpSync(join(root, "server", "dist", "docs"), home, { recursive: true, filter: (path) => !path.endsWith(".md") });
  const document = readFileSync(join(root, "server", "openapi.yaml"), "utf8");
  writeFileSync(join(site, "openapi.yaml"), document);
  writeFileSync(join(home, "document.js"), `const OPENAPI = ${JSON.stringify(parse(document))};\n`);
  edit(join(home, "index.html"), '<script src="initialize.js"', '<script src="document.js" defer></script>\n    $&');
  edit(join(home, "initialize.js"), FETCHED, EMBEDDED);
  // There is no server behind these pages to send a request to.
  edit(join(home, "initialize.js"), /supportedSubmitMethods: \[.*\]/, "supportedSubmitMethods: []");
}

function edit(path, what, replacement) {
  const text = readFileSync(path, "utf8");
  if (text.search(what instanceof RegExp ? what : what.replace(/[[\]().*+?]/g, "\\$&")) < 0) {
    throw new Error(`${path} has no ${what}: scripts/docs/http-page.mjs no longer fits it`);
  }
  writeFileSync(path, text.replace(what, replacement));
}
