// Writes docs/specification.md: every rule of the service and the tests that hold it, from server/specification/rules.yaml.
//   node scripts/specification.mjs             checks the rules, writes the page and lists rules without a test
//   node scripts/specification.mjs --print     prints the page
//   node scripts/specification.mjs --settle    takes `open: true` from rules whose tests are all there, then writes the page
//   --rules FILE                               other rules (for tests of this script)
// Exit 1 when a test that is named does not exist, or a rule is marked as open that no longer is.
// Tests are those of vitest (.test.ts), the methods test_… of Python (.py), and the checks of the judges (.mjs).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { parse } from "yaml";

const root = new URL("../", import.meta.url);
const PAGE = new URL("docs/specification.md", root);
const { values: settings } = parseArgs({
  options: {
    print: { type: "boolean", default: false },
    settle: { type: "boolean", default: false },
    rules: { type: "string", default: fileURLToPath(new URL("server/specification/rules.yaml", root)) },
  },
});

const titlesOfFiles = new Map();
const text = readFileSync(settings.rules, "utf8");
if (settings.settle) writeFileSync(settings.rules, settled(text, parse(text)));
const { files, sections } = parse(readFileSync(settings.rules, "utf8"));
const rules = sections.flatMap((section) => section.rules);

const faults = findFaults();
if (faults.length > 0) fail(faults);
const page = pageText();
if (settings.print) process.stdout.write(page);
else {
  writeFileSync(PAGE, page);
  const open = rules.filter((rule) => rule.open);
  console.log(countsLine());
  for (const rule of open) for (const test of missing(rule)) console.log(`  ${rule.id}: ${test.file}: ${test.title}`);
}

function findFaults() {
  const found = [];
  const ids = new Set();
  for (const rule of rules) {
    if (ids.has(rule.id)) found.push(`${rule.id}: there are two rules of this id`);
    ids.add(rule.id);
    if (rule.instead !== undefined && !String(rule.instead ?? "").trim())
      found.push(`${rule.id}: does not say what there is instead`);
    if (!rule.tests?.length) found.push(`${rule.id}: names no test, not even one to be written`);
    const lacking = missing(rule);
    if (!rule.open) found.push(...lacking.map(({ file, title }) => `${rule.id}: no test "${title}" in ${file}`));
    else if (lacking.length === 0)
      found.push(`${rule.id}: is marked as open, but its tests are there: run with --settle`);
  }
  const used = new Set(rules.flatMap((rule) => testsOf(rule).map(({ file }) => file)));
  for (const [name, file] of Object.entries(files)) if (!used.has(file)) found.push(`files: nothing uses ${name}`);
  return found;
}

function testsOf(rule) {
  return (rule.tests ?? []).map((test) => {
    const [[name, title]] = Object.entries(test);
    if (files[name] === undefined) fail([`${rule.id}: there is no file of the short name ${name}`]);
    return { file: files[name], title: String(title) };
  });
}

/** The tests of a rule that do not exist. */
function missing(rule) {
  return testsOf(rule).filter(({ file, title }) => !titlesOf(file).has(title));
}

/** Titles of a test file, as they stand in its source. */
function titlesOf(file) {
  let titles = titlesOfFiles.get(file);
  if (titles === undefined) titlesOfFiles.set(file, (titles = readTitles(file)));
  return titles;
}

function readTitles(file) {
  const path = new URL(file, root);
  const titles = new Set();
  if (!existsSync(path)) return titles;
  if (file.endsWith(".py")) return methodsOf(readFileSync(path, "utf8"));
  const names = file.endsWith(".mjs") ? isCheck : isTest;
  const visit = (node) => {
    if (ts.isCallExpression(node) && names(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.add(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return titles;
}

/** Tests in Python are methods of unittest. */
function methodsOf(source) {
  return new Set([...source.matchAll(/^ +def (test_\w+)\(/gm)].map(([, name]) => name));
}

/** Of a literal its text, of a template its text with $ for each expression. */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("$");
}

/** `check(name, …)`, `report.check(name, …)`. */
function isCheck(callee) {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text === "check" : callee.text === "check";
}

/** `it`, `it.skipIf(…)`, `test.each(…)`, `describe`. A test that is skipped for good or left to be written holds nothing. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return !["skip", "todo", "fails"].includes(callee.name.text) && isTest(callee.expression);
}

/** The text of the rules without the marks that are no longer true; all else of it stays as somebody wrote it. */
function settled(text, { files, sections }) {
  let kept = text;
  for (const rule of sections.flatMap((section) => section.rules)) {
    const tests = (rule.tests ?? []).map((test) => Object.entries(test)[0]);
    if (!rule.open || !tests.every(([name, title]) => titlesOf(files[name]).has(String(title)))) continue;
    const from = kept.indexOf(`- id: ${rule.id}\n`);
    kept = kept.slice(0, from) + kept.slice(from).replace(/\n *open: true(?=\n)/, "");
  }
  return kept;
}

function pageText() {
  const lines = [
    "# Specification",
    "",
    "Every rule of the service and the tests that check it. Written by `node scripts/specification.mjs` from",
    "`server/specification/rules.yaml`; the interface itself is `server/openapi.yaml`.",
    "",
    `${countsLine()}.`,
    "A rule not implemented in this version states what the server answers instead, with the tests of that answer;",
    "a test still to be written is marked ○. Tests in `scripts/` and in Python belong to the end-to-end checks that CI runs.",
  ];
  for (const section of sections) {
    lines.push("", `## ${section.title}`, "", "| rule | | tests |", "|---|---|---|");
    for (const rule of section.rules) lines.push(`| \`${rule.id}\` | ${statement(rule)} | ${holders(rule)} |`);
  }
  return `${lines.join("\n")}\n`;
}

function countsLine() {
  const count = (name, those) => `${rules.filter(those).length} ${name}`;
  return [
    `${rules.length} rules: ${count("tested", ({ open, instead }) => !open && instead === undefined)}`,
    count("not implemented in this version", ({ instead }) => instead !== undefined),
    count("open", ({ open }) => open),
  ].join(", ");
}

function statement({ rule, instead }) {
  if (instead === undefined) return cell(rule.trim());
  return `${cell(rule.trim())} **Not implemented in this version.** ${cell(instead.trim())}`;
}

function holders(rule) {
  const lacking = new Set(missing(rule).map(({ file, title }) => file + title));
  const marked = ({ file, title }) => `${lacking.has(file + title) ? "○ " : ""}${link(file)}: ${cell(title)}`;
  return testsOf(rule).map(marked).join("<br>");
}

function link(file) {
  return existsSync(new URL(file, root)) ? `[${file}](../${file})` : file;
}

function cell(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
}

function fail(messages) {
  for (const message of messages) console.error(`specification: ${message}`);
  process.exit(1);
}
