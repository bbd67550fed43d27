/**
 * The small public face: what README, guides and examples teach is stable, at most 150 names; all else that is exported says
 * `@experimental` in its doc comment and may change in a minor version.
 *
 * A stable name stays, and so do its arguments and what it returns; options and properties are added as optional ones.
 */
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";
import { PACKAGES, publicSurface } from "./surface.js";

const MOST = 150;
/** Named by the head of a stable function, and by nobody else: callers write the values. */
const UNWRITTEN = [
  ...["AoiInputs", "CheckedQuery", "Corrected", "Elevation", "EmbeddedClimatology", "Endpoint", "ForecastQuantiles"],
  ...[
    "Learned",
    "PlanOptions",
    "PowerForecast",
    "PowerForecastOptions",
    "RunSeries",
    "SolarPositionInput",
    "QuantileOptions",
    "SpreadTable",
    "YieldReading",
  ],
];
/** One name for two things, each with its reason. */
const SAME_NAME = new Map([
  ["readWeather", "of a file's path in Node, where it also takes what the other one takes"],
  ["sapm", "pvlib's names: the incidence angle modifier and the module, each imported from its family"],
]);

const surface = publicSurface(PACKAGES);
const stable = read("test/policy/stable-names.txt").trim().split("\n");
const stableNames = new Set(stable.map((line) => line.split(" ")[1]!));
const all = surface.flatMap(({ specifier, exports }) => exports.map((one) => ({ ...one, specifier })));
const keyOf = ({ specifier, name }: { specifier: string; name: string }) => `${specifier} ${name}`;
/** Names of one declaration are one: a package's entry has those of its Node entry. */
const declarationOf = ({ path, name }: { path: string; name: string }) => `${path} ${name}`;
const stableDeclarations = new Set(all.filter((one) => stable.includes(keyOf(one))).map(declarationOf));
const isStable = (one: (typeof all)[number]) => stableDeclarations.has(declarationOf(one));

/** Names that the code of a text imports from our packages. */
function taughtBy(path: string): string[] {
  const text = read(path);
  const code = path.endsWith(".md")
    ? [...text.matchAll(/```[cm]?[jt]s\n([\s\S]*?)```/g)].map(([, block]) => block)
    : [text];
  const imports = code.join("\n").matchAll(/import (?:type )?\{([^}]*)\} from "(irradiance-[\w/-]+)"/g);
  return [...imports].flatMap(([, names = "", specifier]) =>
    names
      .split(",")
      .flatMap((name) => (name.trim() ? [`${specifier} ${name.trim().replace(/^type | as .*$/g, "")}`] : [])),
  );
}

describe("the stable names", () => {
  it("are those that README, guides and examples teach, and what these need", () => {
    const texts = repositoryFiles("README.md", "docs/*.md", "examples/*", "archive/README.md", "server/README.md");
    const taught = texts.flatMap(taughtBy);
    expect(taught.length).toBeGreaterThan(40);
    expect([...new Set(taught)].filter((name) => !stable.includes(name))).toEqual([]);
  });

  it("are exported, sorted and few", () => {
    const exported = all.map(keyOf);
    expect(stable.filter((name) => !exported.includes(name))).toEqual([]);
    expect(stable).toEqual([...new Set(stable)].sort());
    expect(stable.length).toBeLessThanOrEqual(MOST);
  });

  it("have stable types in their heads", () => {
    const exported = new Set(all.map(({ name }) => name));
    const loose = all
      .filter((one) => isStable(one) && one.callable)
      .flatMap(({ name, types }) =>
        types
          .filter((type) => exported.has(type) && !stableNames.has(type) && !UNWRITTEN.includes(type))
          .map((type) => `${name}: ${type}`),
      );
    expect([...new Set(loose)]).toEqual([]);
  });

  it("are all that is not marked as experimental", () => {
    const isMarked = ({ doc }: { doc: string }) => /^@experimental\b/m.test(doc);
    expect([...new Set(all.filter((one) => !isStable(one) && !isMarked(one)).map(declarationOf))]).toEqual([]);
    expect([...new Set(all.filter((one) => isStable(one) && isMarked(one)).map(declarationOf))]).toEqual([]);
  });
});

it("a name is one thing in all packages", () => {
  const declared = new Map<string, Set<string>>();
  for (const { name, path } of all) declared.set(name, (declared.get(name) ?? new Set()).add(path));
  const ambiguous = [...declared].filter(([name, paths]) => paths.size > 1 && !SAME_NAME.has(name));
  expect(ambiguous.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
});
