/** `npm test` is green on a busy machine: what starts processes runs with the services (vitest.config.ts). */
import { expect, it } from "vitest";
import config from "../../vitest.config.js";
import { read, repositoryFiles } from "./repository.js";

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude: string[] };
}

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
  expect(tests.filter(isOf(false)).length).toBeGreaterThan(300);
  expect(starting).toEqual([]);
});

it("each file of tests belongs to a command", () => {
  expect(tests.filter((file) => !isOf(false)(file) && !isOf(true)(file))).toEqual([]);
});

it("each name in the lists of the services is a file's: one that was renamed would run with the others", () => {
  const names = projects
    .filter(({ test }) => test.name.startsWith("services"))
    .flatMap(({ test }) => test.include)
    .flatMap((glob) => {
      const [before = "", among, after = ""] = glob.split(/[{}]/);
      return among === undefined ? [glob] : among.split(",").map((name) => before + name + after);
    });
  expect(names.filter((name) => !tests.some((file) => patternOf([name]).test(file)))).toEqual([]);
});
