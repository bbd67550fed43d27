// The documentation as static pages: npm run docs (builds first: the page of the HTTP API shows what the server serves).
// Writes out/site/, which any static host or a browser by itself can show. Ends with an error when a link leads nowhere.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeHttpPage } from "./docs/http-page.mjs";
import { correctAddresses, deadLinks } from "./docs/links.mjs";
import { writeReference } from "./docs/reference.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const site = join(root, "out", "site");

const warnings = await writeReference(root, site);
writeHttpPage(root, site);
correctAddresses(site);
const { pages, links, dead } = deadLinks(site);
for (const link of dead) console.error(link);
console.log(`${pages} pages, ${links} links, ${dead.length} of them dead; ${warnings} warnings; out/site/index.html`);
if (dead.length > 0) process.exit(1);
