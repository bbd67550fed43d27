/** Every link of a built site: to a page that is there, to a heading that is there, and nothing loaded from elsewhere. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { HTTP_PAGE } from "./reference.mjs";

/** Elements that load what they name when a page opens; a link is only followed by who clicks it. */
const LOADING = /<(?:script|img|link|iframe|source|video|audio|object|embed)\b[^>]*?\s(?:src|href|data)="([^"]*)"/g;
const LINKS = /\s(?:href|src)="([^"]*)"/g;
const IDS = /\s(?:id|name)="([^"]*)"/g;

/** { pages, links, dead }: how many pages and links a site has, and a line for each link that leads nowhere. */
export function deadLinks(site) {
  const pages = new Map(
    readdirSync(site, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".html"))
      .map((path) => [
        join(site, path),
        readFileSync(join(site, path), "utf8").replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, keepTag),
      ]),
  );
  const anchors = new Map([...pages].map(([path, html]) => [path, new Set(matches(html, IDS))]));
  const dead = [];
  let links = 0;
  for (const [path, html] of pages) {
    const report = (link, why) => dead.push(`${relative(site, path)}: ${link} ${why}`);
    for (const link of matches(html, LOADING)) if (isForeign(link)) report(link, "is loaded from elsewhere");
    for (const link of matches(html, LINKS)) {
      links++;
      if (isForeign(link) || link.startsWith("data:") || link.startsWith("mailto:")) continue;
      const why = problem(path, link, anchors);
      if (why) report(link, why);
    }
  }
  return { pages: pages.size, links, dead };
}

/** The tag with its address, without the code inside. */
function keepTag(script) {
  return script.slice(0, script.indexOf(">") + 1);
}

function matches(html, pattern) {
  return [...html.matchAll(pattern)].map(([, value]) => value.replaceAll("&amp;", "&"));
}

function isForeign(link) {
  return /^(https?:)?\/\//.test(link);
}

function problem(page, link, anchors) {
  const [path, anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), decodeURIComponent(path));
  if (!statSync(target, { throwIfNoEntry: false })?.isFile()) return "leads to no file";
  if (!anchor || !anchors.has(target)) return null;
  return anchors.get(target).has(decodeURIComponent(anchor)) ? null : "leads to no heading";
}

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
