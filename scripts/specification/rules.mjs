// What rules.yaml says, held to the tests that it names. Tests are those of vitest (.test.ts), the methods test_… of Python (.py),
// and the checks of the judges (.mjs).
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url);
const titlesOfFiles = new Map();

/**
 * What is wrong with the rules; where nothing is, the page of them, how many there are, and the tests that are yet to be written.
 *
 * @param {string} text of rules.yaml
 * @returns {{ faults: string[], page?: string, counts?: string, unwritten?: string[] }}
 */
export function judgeRules(text) {
  const { files, sections } = parse(text);
  const rules = sections.flatMap((section) => section.rules);
  const faults = findFaults();
  if (faults.length > 0) return { faults };
  const unwritten = rules
    .filter(({ open }) => open)
    .flatMap((rule) => missing(rule).map(({ file, title }) => `${rule.id}: ${file}: ${title}`));
  return { faults, page: pageText({ sections, rules, testsOf, missing }), counts: countsLine(rules), unwritten };

  function findFaults() {
    const found = [];
    const ids = new Set();
    for (const rule of rules) {
      if (ids.has(rule.id)) found.push(`${rule.id}: there are two rules of this id`);
      ids.add(rule.id);
      if (rule.instead !== undefined && !String(rule.instead ?? "").trim())
        found.push(`${rule.id}: does not say what there is instead`);
      if (!rule.tests?.length) found.push(`${rule.id}: names no test, not even one to be written`);
      const unknown = (rule.tests ?? []).flatMap(Object.keys).filter((name) => files[name] === undefined);
      found.push(...unknown.map((name) => `${rule.id}: there is no file of the short name ${name}`));
      if (unknown.length > 0) continue;
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
      return { file: files[name], title: String(title) };
    });
  }

  /** The tests of a rule that do not exist. */
  function missing(rule) {
    return testsOf(rule).filter(({ file, title }) => !titlesOf(file).has(title));
  }
}

/** @param {any} judged sections and rules, and the tests of a rule @returns the page */
function pageText({ sections, rules, testsOf, missing }) {
  const lines = [
    "# Specification",
    "",
    "Every rule of the service and the tests that check it. Written by `node scripts/specification.mjs` from",
    "`server/specification/rules.yaml`; the interface itself is `server/openapi.yaml`.",
    "",
    `${countsLine(rules)}.`,
    "A rule not implemented in this version states what the server answers instead, with the tests of that answer;",
    "a test still to be written is marked ○. Tests in `scripts/` and in Python belong to the end-to-end checks that CI runs.",
  ];
  for (const section of sections) {
    lines.push("", `## ${section.title}`, "", "| rule | | tests |", "|---|---|---|");
    for (const rule of section.rules)
      lines.push(`| \`${rule.id}\` | ${statement(rule)} | ${holders(testsOf(rule), missing(rule))} |`);
  }
  return `${lines.join("\n")}\n`;
}

function countsLine(rules) {
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

function holders(tests, missing) {
  const lacking = new Set(missing.map(({ file, title }) => file + title));
  const marked = ({ file, title }) => `${lacking.has(file + title) ? "○ " : ""}${link(file)}: ${cell(title)}`;
  return tests.map(marked).join("<br>");
}

/**
 * The text of the rules without the marks that are no longer true; all else of it stays as somebody wrote it.
 *
 * @param {string} text
 * @returns {string}
 */
export function settledRules(text) {
  const { files, sections } = parse(text);
  let kept = text;
  for (const rule of sections.flatMap((section) => section.rules)) {
    const tests = (rule.tests ?? []).map((test) => Object.entries(test)[0]);
    if (!rule.open || !tests.every(([name, title]) => titlesOf(files[name]).has(String(title)))) continue;
    const from = kept.indexOf(`- id: ${rule.id}\n`);
    kept = kept.slice(0, from) + kept.slice(from).replace(/\n *open: true(?=\n)/, "");
  }
  return kept;
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

/** `check(name, …)`, `report.check(name, …)`; of what a page shows `tab.sees(name, …)` and `tab.says(name, …)`. */
function isCheck(callee) {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.text;
  return ["check", "sees", "says"].includes(name);
}

/** `it`, `it.skipIf(…)`, `test.each(…)`, `describe`. A test that is skipped for good or left to be written holds nothing. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return !["skip", "todo", "fails"].includes(callee.name.text) && isTest(callee.expression);
}

function link(file) {
  return existsSync(new URL(file, root)) ? `[${file}](../../${file})` : file;
}

function cell(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
}
