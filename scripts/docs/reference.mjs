/** Guides and API reference by TypeDoc, under names that a user knows: titles of guides, the subpaths that are imported. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Application, Converter, OptionDefaults, ReflectionKind } from "typedoc";

/** The four doors and what follows them: the pages of each in the order of the navigation, under their own first headings. */
const GROUPS = {
  Tutorial: ["docs/tutorial.md", "docs/real-weather.md", "docs/yield.md"],
  "How-to": [
    "program",
    "yield",
    "own-meter",
    "own-use",
    "weather-files",
    "check-files",
    "archives",
    "local-time",
    "horizon",
    "shade",
    "typical-years",
    "forecasts",
    "home-energy",
    "other-clients",
    "bulk",
    "gpu",
    "python",
    "from-pvlib",
    "accounts",
    "jobs",
    "several-servers",
    "runbook",
  ].map((name) => `docs/how-to/${name}.md`),
  Reference: ["accuracy", "archives", "errors", "versions", "specification", "models/README"].map(
    (name) => `docs/reference/${name}.md`,
  ),
  Models: [],
  Explanation: [
    "docs/how-accurate.md",
    "docs/explanation/accuracy.md",
    "docs/forecast.md",
    "docs/explanation/forecasts.md",
    "docs/explanation/own-meter.md",
    "docs/explanation/world-climate.md",
    "ARCHITECTURE.md",
    "docs/explanation/engine.md",
  ],
  Packages: ["server/README.md", "archive/README.md", "mcp/README.md"],
  Project: ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "NOTICE.md"],
};
const MODELS = "docs/reference/models";

/**
 * Writes the site's guides and reference.
 *
 * @returns how many warnings TypeDoc gave
 * @throws Error when it fails
 */
export async function writeReference(root, site) {
  const modules = publicModules(root);
  const documents = allDocuments(root);
  const app = await Application.bootstrap({
    name: "irradiance-engine",
    // No tests, and types unchecked: `npm run types` checks both.
    tsconfig: join(root, "scripts/docs/tsconfig.json"),
    skipErrorChecking: true,
    basePath: root,
    readme: join(root, "README.md"),
    entryPoints: [...modules.keys()].map((path) => join(root, path)),
    projectDocuments: documents.map(([path]) => join(root, path)),
    navigationLinks: { "HTTP API": HTTP_PAGE },
    // Guides, too: most words that a reader looks for are no symbols.
    searchInDocuments: true,
    searchGroupBoosts: { Tutorial: 20, "How-to": 20, Explanation: 5, Packages: 20 },
    navigation: { includeCategories: false, includeGroups: true, includeFolders: false },
    groupOrder: [...Object.keys(GROUPS), "Modules", "*"],
    highlightLanguages: [...OptionDefaults.highlightLanguages, "csv", "nginx", "python"],
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    githubPages: false,
    cleanOutputDir: true,
    sort: ["alphabetical-ignoring-documents"],
    validation: { notExported: false, invalidLink: true, notDocumented: false },
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => nameDocument(root, documents, document));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    nameModules(root, modules, context.project);
    dropKernels(context.project);
  });
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc could not read the sources, see above");
  await app.generateDocs(project, site);
  if (app.logger.hasErrors()) throw new Error("TypeDoc found errors, see above");
  return app.logger.warningCount;
}

/** Where the navigation leads to the HTTP API, from the site's root. */
export const HTTP_PAGE = "http/index.html";

/** Source files of what can be imported, each with its specifier: from "exports" of the packages that have code. */
function publicModules(root) {
  const modules = new Map();
  for (const folder of ["", "archive", "server"]) {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    for (const [subpath, target] of Object.entries(exports)) {
      const isOthers = subpath.startsWith("./internal/") || `${name}${subpath}` === "irradiance-server.";
      if (typeof target === "string" || isOthers) continue;
      const types = (target.node ?? target).types;
      for (const [path, at] of sourcesOf(root, folder, types)) {
        // What Node gets under the bare name has a subpath of its own, too: the shorter name wins.
        if (!modules.has(path)) modules.set(path, name + subpath.slice(1).replace("*", at));
      }
    }
  }
  return modules;
}

/** [source file, what the star stands for] of a path to types, with one star at most. */
function sourcesOf(root, folder, types) {
  const source = join(folder, types.replace(/^\.\/dist\//, "src/").replace(/\.d\.ts$/, ".ts"));
  const [before, after] = source.split("*");
  if (after === undefined) return [[source, ""]];
  const families = readdirSync(join(root, before), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return families.map(({ name }) => [before + name + after, name]);
}

/** [file, title, group] of every page; a page in docs/ that no door has is an error. */
function allDocuments(root) {
  const families = markdownIn(root, MODELS).filter((path) => !path.endsWith("/README.md"));
  const groups = Object.entries({ ...GROUPS, Models: families });
  const known = groups.flatMap(([, paths]) => paths);
  const doorless = markdownIn(root, "docs").filter((path) => path !== "docs/README.md" && !known.includes(path));
  if (doorless.length > 0) throw new Error(`scripts/docs/reference.mjs names no group for ${doorless.join(", ")}`);
  return groups.flatMap(([group, paths]) => paths.map((path) => [path, firstHeading(join(root, path)), group]));
}

function markdownIn(root, folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

function firstHeading(path) {
  const heading = /^# (.+)$/m.exec(readFileSync(path, "utf8"))?.[1];
  if (heading === undefined) throw new Error(`${path} has no heading to be named by`);
  return heading.replaceAll("`", "");
}

function nameDocument(root, documents, document) {
  const path = relative(root, document.project.files.getReflectionPath(document));
  const [, title, group] = documents.find(([known]) => known === path);
  document.name = title;
  document.frontmatter.group = group;
}

function nameModules(root, modules, project) {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const path = relative(root, project.files.getReflectionPath(module));
    module.name = modules.get(path);
  }
}

/** Row kernels are public for those who write their own stage; in a reference they hide the functions that people call. */
function dropKernels(project) {
  for (const kernel of project.getReflectionsByKind(ReflectionKind.Function | ReflectionKind.Reference)) {
    if (/Rows$/.test(kernel.name)) project.removeReflection(kernel);
  }
}
