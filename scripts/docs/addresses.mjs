/** Addresses that hold on every host and from disk: TypeDoc's navigation links and links to the front page do not. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HTTP_PAGE } from "./reference.mjs";

/** Navigation links are written alike at every depth, links to the front page as those of its folder. */
export function correctAddresses(site) {
  for (const path of readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".html"),
  )) {
    const up = "../".repeat(path.split(/[\\/]/).length - 1);
    const text = readFileSync(join(site, path), "utf8");
    const corrected = text
      .replaceAll(`href="${HTTP_PAGE}"`, `href="${up}${HTTP_PAGE}"`)
      .replace(/href="(\.\.?\/)"/g, 'href="$1index.html"');
    if (corrected !== text) writeFileSync(join(site, path), corrected);
  }
}
