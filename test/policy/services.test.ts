/** `npm test` is green on a busy machine: what starts processes runs with the services (vitest.config.ts). */
import { expect, it } from "vitest";
import config from "../../vitest.config.js";
import { read, repositoryFiles } from "./repository.js";

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude: string[] };
}

/** They ask git, which answers at once. */
const ASKING_GIT = ["test/policy/build-stamp.test.ts"];

/** Of a list of globs, with double stars, stars and braces. */
function patternOf(globs: readonly string[]): RegExp {
  const parts = globs.map((glob) =>
    glob
      .replace(/[.+^$()|[\]\\]/g, "\\$&")
      .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`)
      .replace(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?")),
  );
  return new RegExp(`^(?:${parts.join("|")})$`);
}

const projects = config.test!.projects as unknown as readonly Project[];
const isOf = (withServices: boolean) => {
  const chosen = projects
    .filter(({ test }) => test.name.startsWith("services") === withServices)
    .map(({ test }) => ({ include: patternOf(test.include), exclude: patternOf(test.exclude) }));
  return (file: string) => chosen.some(({ include, exclude }) => include.test(file) && !exclude.test(file));
};
const tests = repositoryFiles("*.test.ts");

it("files of `npm test` start no processes", () => {
  const starting = tests.filter((file) => isOf(false)(file) && /from "node:(child_process|cluster)"/.test(read(file)));
  expect(tests.filter(isOf(false)).length).toBeGreaterThan(400);
  expect(starting).toEqual(ASKING_GIT);
});

it("each file of tests belongs to a command", () => {
  expect(tests.filter((file) => !isOf(false)(file) && !isOf(true)(file))).toEqual([]);
});
