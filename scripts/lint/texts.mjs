// What files say: marks that must not be there, sources of models, plain English, links between pages.
import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { TABLE } from "./code.mjs";
import { ROOT } from "./files.mjs";
import { SHIPPED } from "./tree.mjs";

/** Lines that no file of a kind has. `reasons`: parts of paths that may, and why. */
const LINES = [
  { rule: "no mark of unfinished work: finish it, or say in the docs what is not there", line: /\b(TODO|FIXME)\b/ },
  { rule: "no path of somebody's machine", line: /(^|[\s"'`(=:,])\/(work|tmp|root|home|Users)(\/|["'`\s):,]|$)/ },
  {
    rule: "no package registry: which one is used is the reader's configuration",
    line: /\bregistry\.[a-z][a-z0-9-]*\.[a-z]+|\b(npmjs|yarnpkg)\.(org|com)|\bpypi\.org|\bpythonhosted\.org/,
  },
  { rule: "no mark of a conflict", line: /^(<{7}|>{7}) / },
  { rule: "no focused test", files: /\.test\.ts$/, line: /\b(it|test|describe)\.only\b/ },
  {
    rule: "no markup from strings in the page: what sources say is shown as text",
    files: /^server\/explorer\//,
    line: /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
  },
  {
    rule: "nothing is decided by the text of an error: give it a code, or the file a reason",
    files: SHIPPED,
    line: /\bmessage\)?\??\.(?:startsWith|endsWith|includes|match|search|indexOf)\(|\.(?:test|exec)\([^()]*(?:\([^()]*\))?[^()]*\bmessage\b|(?<!typeof [\w?.]*)\bmessage\s*[!=]==\s*["'`]|\bString\((?:cause|error|thrown|reason)\)\.(?:startsWith|endsWith|includes|match|search|indexOf)\(/,
    reasons: {
      "/packages.ts": "Node names the module that it did not find in the message alone",
      "/rows/csv-rows.ts": "JSON.parse gives the position of an error in the message alone",
      "/accuracy/nearest.ts": "a notice names the kind of place in its words alone",
      "/cli/yield/system.ts": "checks of a system name the field in the message alone",
      "/contract/yield/request.ts": "checks of a system name the field in the message alone",
      "/postgres/errors.ts": "errors of pg's connections have no code",
      "/sqlite/database.ts": "libsql gives the code of a failed opening in the message alone",
    },
  },
];

/** A paper with its year, a numbered table or equation, pvlib, or the decision that stands in for them. */
const CITATION = /\b(1[89]|20)\d\d\b|\b(table|equation|eq\.) [A-Z]?\d|\bpvlib\b|\bdecisions?\b/i;
/** Files in models/ that need no source, each with the reason. */
const NO_SOURCE = {
  "models/stage.ts": "plumbing",
  "shading/horizon-line.ts": "geometry",
  "shading/shade-map.ts": "a table",
  "shading/shade-view.ts": "geometry: an integral, tested against brute force",
  "shading/sky-view.ts": "geometry: an integral, tested against brute force",
  "shading/tracker-sky-view.ts": "tables of sky-view.ts",
  "tracking/tracker-rows.ts": "singleaxis.ts, which cites, and dual-axis.ts, from the sun's unit vector",
};

/** Forms that mark a sentence as translated. A form is a hint, not a verdict ("there is no file" is good English). */
const FORM = new RegExp(
  [
    /\btold\b/, // by whom, to whom? "reported", "listed"
    /\btells? (?:that|of|by|which|whether|how|what)\b/, // "says", "shows"
    /\b(?:is|are|was|were) none\b/, // "there is no …", "does not"
    /\b(?:it|that|this|which|what|who) (?:is|are|was|were) no [a-z]+/, // "is not a …"
    /\bof which\b/, // "whose", or a sentence of its own
    /\bso many\b/,
    /\b(?:that|those) of\b/, // name the thing
    /(?:^|[.;:] )What (?:is|are|was|has|had) [^.,]*\b(?:is|are|was|has)\b/, // a noun as the subject
    /\bstands? (?:for itself|in it|there|beside)\b/, // "is"
    /\bbesides it\b/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join("|"),
  "gm",
);
/** What users read, and how many of the forms each may have: the numbers only fall. */
const AREAS = [
  { area: "front pages", files: /^((archive|server)\/)?[^/]+\.md$/, most: 0 },
  { area: "tutorial, how-to, explanation", files: /^docs\/((how-to|explanation)\/)?[^/]+\.md$/, most: 3 },
  { area: "reference and contract", files: /^docs\/reference\/[^/]+\.md$|^server\/openapi\.yaml$/, most: 0 },
  { area: "texts of programs", files: new RegExp(`${SHIPPED.source}|^server/explorer/[^/]+\\.html$`), most: 0 },
];

/** What a reader sees: strings of programs; pages without code, whose names are not sentences. */
function proseOf(tree, path) {
  if (path.endsWith(".ts")) return tree.source(path).texts;
  const withoutBlocks = tree.text(path).replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, "");
  return [withoutBlocks.replace(/`[^`\n]*`/g, "x")];
}

/** Not the rules themselves, and not what no person wrote. */
const isRead = (path) =>
  !/^(scripts\/lint\/|test\/policy\/lint)|\.(png|tif|nc|h5|grib2?|parquet|om|ico|woff2?)$/.test(path);

function linesWith(tree, { line, files = /./, reasons = {} }) {
  const excused = Object.keys(reasons);
  return tree.files
    .filter((path) => files.test(path) && isRead(path) && !excused.some((end) => path.endsWith(end)))
    .flatMap((path) => {
      const text = tree.text(path);
      if (text.includes("\0") || !new RegExp(line.source, `${line.flags}m`).test(text)) return [];
      const lines = text.split("\n");
      return lines.flatMap((one, k) => (line.test(one) ? [`${path}:${k + 1}: ${one.trim().slice(0, 120)}`] : []));
    });
}

/** Reasons of a table that nothing needs any more. */
function needless(tree, reasons, isNeeded) {
  if (!tree.isWhole) return [];
  return Object.keys(reasons)
    .filter((end) => !tree.shipped.some((path) => path.endsWith(end) && isNeeded(path)))
    .map((end) => `${end} needs no reason any more`);
}

function citationFaults(tree) {
  const comments = (path) => (tree.text(path).match(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join("\n");
  const models = tree.shipped.filter(
    (path) => /^src\/(\w+\/)?models\//.test(path) && !path.endsWith("/index.ts") && !TABLE.test(path),
  );
  const uncited = models.filter((path) => !CITATION.test(comments(path)));
  const excused = Object.keys(NO_SOURCE);
  return [
    ...uncited.filter((path) => !excused.some((end) => path.endsWith(end))),
    ...needless(tree, NO_SOURCE, (path) => uncited.includes(path)),
  ];
}

/** A doc comment with a blank line behind it, but for the file's own. */
function orphans(tree) {
  const orphan = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n\n/;
  return tree.shipped.filter((path) => orphan.test(tree.text(path).replace(/^\/\*\*[\s\S]*?\*\/\n/, "")));
}

function englishFaults(tree) {
  return AREAS.flatMap(({ area, files, most }) => {
    const found = tree.files
      .filter((path) => files.test(path) && !path.endsWith(".generated.ts"))
      .flatMap((path) =>
        proseOf(tree, path).flatMap((text) => [...text.matchAll(FORM)].map(([form]) => `${path}: ${form}`)),
      );
    return found.length > (tree.isWhole ? most : 0) ? [`${area}: ${found.join(", ")}`] : [];
  });
}

const withoutBlocks = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");

/** Anchors as the hosting pages and the documentation site make them: lower case, words joined by hyphens. */
function anchorsOf(text) {
  const seen = new Map();
  const headings = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading]) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return new Set([...headings, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => name)]);
}

/** Inline links and images, reference definitions, and addresses in HTML. */
function linksOf(text) {
  const plain = text.replace(/`[^`\n]*`/g, "");
  const patterns = [
    /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^\[[^\]]+\]:\s+(\S+)/gm,
    /<(?:a|img)\b[^>]*(?:href|src)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, target]) => target));
}

const isThere = (tree, path) => tree.has(path) || (tree.isWhole && existsSync(join(ROOT, path)));

function linkFault(tree, from, link) {
  if (/^(https?:|mailto:)/.test(link)) return undefined;
  const [path, anchor] = link.split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
  if (target.startsWith("..")) return "leaves the repository";
  if (!isThere(tree, target)) return "leads to no file";
  if (tree.isWhole && statSync(join(ROOT, target)).isDirectory()) return "leads to a folder: static pages have none";
  if (anchor === undefined || !target.endsWith(".md")) return undefined;
  return anchorsOf(withoutBlocks(tree.text(target))).has(anchor) ? undefined : "leads to no heading";
}

const pagesOf = (tree) => tree.files.filter((path) => path.endsWith(".md"));

/** Sources that guides name: a command with a file's old name ends in an error. */
function lostSources(tree) {
  const source = /(?<![\w/.-])(?:src|scripts|research|test|bench|server|archive)\/[\w./-]+\.(?:ts|mjs|py)\b/g;
  const example = /\/models\/decomposition\/foo\.ts$/;
  return pagesOf(tree)
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) =>
      [...tree.text(page).matchAll(source)]
        .filter(([path]) => !example.test(path))
        .filter(([path]) => ![path, posix.join(posix.dirname(page), path)].some((one) => isThere(tree, one)))
        .map(([path]) => `${page}: ${path}`),
    );
}

/** Folders and files that the map for newcomers names. */
function lostOnTheMap(tree) {
  const map = "ARCHITECTURE.md";
  if (!tree.has(map)) return [];
  const paths = [...tree.text(map).matchAll(/`((?:src|archive|server|test|docs|scripts)\/[\w./-]+)`/g)].map(
    ([, path]) => path,
  );
  const folders = new Set(tree.files.filter((path) => path.startsWith("src/")).map((path) => posix.dirname(path)));
  const rows =
    tree
      .text(map)
      .split("\n## ")
      .find((part) => part.startsWith("Where things are"))
      ?.split("\n") ?? [];
  const inRooms = rows.flatMap((row) => {
    const [, rooms = "", text = ""] = row.split("|");
    const homes = [...rooms.matchAll(/`([\w/]+)\/`/g)].map(([, room]) => room);
    const isIn = (name) => {
      const place = new RegExp(`^src/(\\w+/)?(${[name, ...homes.map((home) => `${home}/(.*/)?${name}`)].join("|")})$`);
      return [...folders].some((path) => place.test(path));
    };
    return [...text.matchAll(/`([\w-]+)\/`/g)]
      .filter(([, name]) => !isIn(name))
      .map(([, name]) => `${homes}: ${name}/`);
  });
  return [...paths.filter((path) => !/FAMILY/.test(path) && !isThere(tree, path)), ...inRooms].map(
    (lost) => `${map}: ${lost}`,
  );
}

export const TEXT_RULES = {
  ...Object.fromEntries(
    LINES.map((line) => [
      line.rule,
      (tree) => [
        ...linesWith(tree, line),
        ...needless(tree, line.reasons ?? {}, (path) => line.line.test(tree.text(path))),
      ],
    ]),
  ),
  "no doc comment of nothing: a blank line follows a file's own alone": orphans,
  "models cite where they come from, or have a reason in NO_SOURCE": citationFaults,
  "plain English: say it in another form": englishFaults,
  "links in pages lead to files and headings that are there": (tree) =>
    pagesOf(tree).flatMap((page) =>
      linksOf(withoutBlocks(tree.text(page))).flatMap((link) => {
        const fault = linkFault(tree, page, link);
        return fault ? [`${page}: ${link} ${fault}`] : [];
      }),
    ),
  "sources that guides name are there": lostSources,
  "what ARCHITECTURE.md names is there": lostOnTheMap,
};
