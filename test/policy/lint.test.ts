/** Each rule of scripts/lint.mjs can fail: what is against it, and what keeps it. */
import { expect, it } from "vitest";
import { RULES } from "../../scripts/lint/rules.mjs";
import { treeOf } from "../../scripts/lint/tree.mjs";

type Files = Readonly<Record<string, string>>;

const bad: [rule: string, files: Files, fault: string][] = [];
const good: [rule: string, files: Files][] = [];
/** By the beginning of its name a rule finds a fault in files, or none. */
const finds = (rule: string, files: Files, fault: string) => void bad.push([rule, files, fault]);
const passes = (rule: string, files: Files) => void good.push([rule, files]);

const from = (specifier: string) => `import { a } from "${specifier}";\n`;
const lines = (count: number) => "x();\n".repeat(count);

finds("imports name files", { "src/a.ts": from("./b.js") }, "src/a.ts imports ./b.js");
passes("imports name files", { "src/a.ts": "", "src/b.ts": from("./a.js") });
finds(
  "files form no circle",
  { "src/a.ts": from("./b.js"), "src/b.ts": from("./a.js") },
  "src/a.ts → src/b.ts → src/a.ts",
);
finds("files form no circle", { "src/a.ts": "const a: import('./a.js').A = 1;" }, "src/a.ts → src/a.ts");
const manifest = JSON.stringify({ dependencies: { b: "1" }, peerDependencies: { c: "1" } });
finds("packages are declared", { "package.json": manifest, "src/a.ts": from("d") }, "src/a.ts imports d");
finds("packages are declared", { "package.json": manifest, "src/a.ts": from("c") }, "src/a.ts imports c");
finds("packages are declared", { "package.json": manifest, "src/a.ts": "" }, "package.json declares b");
passes("packages are declared", { "package.json": manifest, "src/a.ts": `${from("b/sub")}await import("c");` });
finds("modules of Node", { "src/a.ts": from("fs") }, "src/a.ts imports fs");
finds("a package takes of", { "server/src/a.ts": from("irradiance-engine/models/pv") }, "server/src/a.ts imports");
finds("a package takes of", { "server/explorer/a.ts": from("fastify") }, "server/explorer/a.ts imports fastify");
passes("a package takes of", { "server/explorer/a.ts": from("uplot"), "server/src/a.ts": from("fastify") });
finds("files import within", { "archive/src/a.ts": from("../../src/index.js") }, "archive/src/a.ts imports");
const twoFloors = { "src/physics/a/a.ts": from("../../foundation/b/b.js"), "src/foundation/b/b.ts": "" };
passes("rooms of src/ import", twoFloors);
const upwards = { "src/foundation/b/c.ts": from("../../physics/a/a.js"), "src/physics/a/a.ts": "" };
finds("rooms of src/ import", upwards, "of a higher floor");
finds("rooms of src/ import", { "src/data/a.ts": from("../index.js"), "src/index.ts": "" }, "of a higher floor");
const twoRooms = { "src/data/a/a.ts": from("../b/b.js"), "src/data/b/b.ts": "" };
passes("rooms of src/ import", twoRooms);
const circle = { "src/data/b/c.ts": from("../a/d.js"), "src/data/a/d.ts": "" };
finds("rooms of src/ import", { ...twoRooms, ...circle }, "a/ → b/ → a/");
const engine = {
  "src/engine/a/a.ts": from("../b/b.js"),
  "src/engine/b/b.ts": "",
  "src/engine/b/c.ts": from("../a/a.js"),
};
finds("rooms of src/engine/", engine, "a/ → b/ → a/");
finds(
  "rooms of src/ take",
  { "src/foundation/time/a.ts": from("node:fs") },
  "src/foundation/time/a.ts imports node:fs",
);
passes("rooms of src/ take", { "src/cli/a.ts": from("node:fs") });
finds("the core", { "src/index.ts": from("./a.js"), "src/a.ts": "process.exit();" }, "src/a.ts uses process");
finds("the core", { "src/answers/climate/index.ts": from("ndarray") }, "src/answers/climate/index.ts imports ndarray");
passes("the core", { "src/index.ts": "a.process;", "src/cli/a.ts": "process.exit();" });
finds(
  "contract/observation/",
  { "src/data/contract/observation/a.ts": from("../../models/b.js") },
  "src/data/contract/observation/a.ts",
);
const wayToHttp = { "server/src/b.ts": from("./http/c.js"), "server/src/jobs/a.ts": from("../b.js") };
finds("rooms of the server", wayToHttp, "server/src/jobs/a.ts → server/src/b.ts → server/src/http/c.ts");
passes("rooms of the server", { "server/src/b.ts": from("./http/c.js") });
finds("the client imports", { "server/src/client/a.ts": from("node:fs") }, "server/src/client/a.ts imports node:fs");
passes("the client imports", { "server/src/client/a.ts": 'import type { A } from "x";' });
finds("formats of the archive", { "archive/src/om/a.ts": from("../zarr/b.js") }, "archive/src/om/a.ts imports");
passes("formats of the archive", { "archive/src/zarr/a.ts": from("../cf/b.js") });
finds("a file of a few lines", { "src/a.ts": from("./b.js") + lines(40), "src/b.ts": lines(3) }, "src/b.ts");
passes("a file of a few lines", { "src/a.ts": lines(40) });
finds("docs/import-graph.svg", { "docs/import-graph.svg": "<svg/>" }, "docs/import-graph.svg is out of date");

for (const code of [
  "Math.sin(x)",
  "Math.random()",
  `\`$${"{Math.log10(x)}"}\``,
  "Math['pow'](x)",
  "const { exp } = Math",
])
  finds("src/ takes of Math", { "src/a.ts": code }, "src/a.ts:1 Math");
finds("src/ takes of Math", { "src/a.ts": "x ** 0.5" }, "src/a.ts:1 **");
passes("src/ takes of Math", {
  "src/a.ts": 'Math.sqrt(x) * Math.PI; // Math.sin(x)\n"W/m**2, Math.exp"; a.Math.sin(x);',
});
for (const clock of ["new Date", "Date.now", "performance.now"])
  finds("models, math, time", { "src/foundation/time/a.ts": `${clock}()` }, `src/foundation/time/a.ts:1 ${clock}`);
passes("models, math, time", { "src/cli/a.ts": "Date.now()", "src/foundation/time/a.ts": "Date.UTC(2026)" });
const median = "export const medianOf = (values) => values[0];";
finds("an idea has one home", { "src/a.ts": median }, "quantiles");
finds("an idea has one home", { "server/src/a.ts": "const DAY = 24 * HOUR;" }, "units of time");
passes("an idea has one home", {
  "src/foundation/statistics/a.ts": median,
  "src/b.ts": "const medians = medianOf(a);",
});
finds("an idea of tests", { "test/a.test.ts": '"server/dist/main.js"' }, "a server as a process");
const sum =
  "const one = (a, b) => { const c = a * 2 + b * 3; const d = c - a / b; return a + b + c * d - f(a, c, d) + g(b); };";
const sameSum = sum.replace(/\b[abcd]\b/g, (name) => `${name}x`).replace("(ax, bx)", "(ax: number, bx: number)");
finds("no function stands twice", { "src/a.ts": sum, "src/b.ts": sameSum }, "src/a.ts:1 = src/b.ts:1");
passes("no function stands twice", { "src/a.ts": sum, "src/b.ts": sum.replace("a / b", "b / a") });
finds("functions have at most", { "src/a.ts": `function a() {\n${lines(79)}}` }, "src/a.ts:1 (81)");
finds("functions have at most", { "src/a.ts": lines(351) }, "files: 1 where 0 may be: src/a.ts");
const folder = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`src/a/${k}.ts`, ""]));
finds("functions have at most", folder(31), "folders: 1 where 0 may be: src/a (31)");
passes("functions have at most", {
  "src/a.ts": `function a() {\n${lines(78)}}`,
  "src/b-terms.ts": lines(400),
  ...folder(30),
});

for (const [rule, text] of [
  ["no mark of unfinished", "TODO"],
  ["no path of somebody", "see `/home/me`"],
  ["no package registry", "registry.example.org"],
  ["no mark of a conflict", "<<<<<<< ours"],
] as const)
  finds(rule, { "a.md": text }, `a.md:1: ${text}`);
finds("no focused test", { "test/a.test.ts": "it.only('a')" }, "test/a.test.ts:1");
finds("no markup", { "server/explorer/a.ts": "a.innerHTML = b" }, "server/explorer/a.ts:1");
for (const look of [
  'cause.message.startsWith("a")',
  '(cause as Error).message.includes("a")',
  "/a/.test(cause.message)",
  "/a/.test((cause as Error).message)",
  'message === "gone"',
  'String(cause).includes("a")',
])
  finds("nothing is decided", { "src/a.ts": look }, `src/a.ts:1: ${look}`);
passes("nothing is decided", { "src/foundation/packages.ts": "/a/.test(cause.message)" });
finds("no doc comment of nothing", { "src/a.ts": "x();\n/** What is not there. */\n\ny();" }, "src/a.ts");
passes("no doc comment of nothing", { "src/a.ts": "/** The file. */\n\nx();" });
finds("models cite", { "src/physics/models/a.ts": "/** A model. */" }, "src/physics/models/a.ts");
passes("models cite", { "src/physics/models/a.ts": "/** Perez (1990). */", "src/physics/models/stage.ts": "" });
const translated = "that is no file, of which so many are told";
finds(
  "plain English",
  { "src/a.ts": `a("${translated}");` },
  "is no file, src/a.ts: of which, src/a.ts: so many, src/a.ts: told",
);
finds("plain English", { "README.md": "told `told`\n```\ntold\n```\n" }, "front pages: README.md: told");
passes("plain English", { "src/a.ts": "// told\nconst told = 1;", "README.md": "`told`" });
const headings = { "b.md": "# A `b`, c!\n# A b c" };
finds("links in pages", { "a.md": '![b](b.svg "c")' }, "a.md: b.svg leads to no file");
finds("links in pages", { "a.md": "[g]: ../b.md" }, "a.md: ../b.md leaves the repository");
finds("links in pages", { "a.md": "[b](b.md#c)", ...headings }, "a.md: b.md#c leads to no heading");
passes("links in pages", { "a.md": '`[b](c.md)` [b](b.md#a-b-c-1) <img src="b.md#a-b-c">', ...headings });
finds("sources that guides name", { "a.md": "node scripts/none.mjs" }, "a.md: scripts/none.mjs");
passes("sources that guides name", { "a.md": "node scripts/a.mjs", "scripts/a.mjs": "" });
finds("what ARCHITECTURE.md names", { "ARCHITECTURE.md": "`src/none/`" }, "ARCHITECTURE.md: src/none/");

function ruleOf(start: string) {
  const names = Object.keys(RULES).filter((name) => name.startsWith(start));
  expect(names, start).toHaveLength(1);
  return RULES[names[0]!]!;
}

it.each(bad)("%s: not in %j", (rule, files, fault) => {
  expect(ruleOf(rule)(treeOf(files)).join("\n")).toContain(fault);
});

it.each(good)("%s: keeps it in %j", (rule, files) => expect(ruleOf(rule)(treeOf(files))).toEqual([]));

it("each rule has something against it", () => {
  expect(Object.keys(RULES).filter((name) => !bad.some(([start]) => name.startsWith(start)))).toEqual([]);
});
