/** `engines` promises Node 20.11: of what users install no package says otherwise, and none runs a script unasked. */
import { expect, it } from "vitest";
import { read } from "./repository.js";

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read("package-lock.json")) as { packages: { [path: string]: Locked } };
const PROMISED = [
  [20, 11, 0],
  [22, 0, 0],
  [24, 0, 0],
] as const;

type Version = readonly [number, number, number];

function compare(a: Version, b: Version): number {
  const [k] = [0, 1, 2].filter((at) => a[at] !== b[at]);
  return k === undefined ? 0 : a[k]! - b[k]!;
}

/** The forms that packages use; any other is refused, so that nobody takes it for a yes. */
function admits(range: string, version: Version): boolean {
  return range.split("||").some((either) =>
    (either.trim().match(/(?:>=|<=|>|<|\^|~|=)?\s*v?[\d.x*]+/g) ?? [""]).every((term) => {
      const [, operator, text] = /^(>=|<=|>|<|\^|~|=)?\s*v?([\d.x*]*)$/.exec(term) ?? [];
      if (text === undefined) throw new RangeError(`${range} is no range that this test can read`);
      const given = text
        .split(".")
        .filter((part) => /^\d+$/.test(part))
        .map(Number);
      const least: Version = [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0];
      const order = compare(version, least);
      if (operator === ">=") return order >= 0;
      if (operator === ">") return order > 0;
      if (operator === "<") return order < 0;
      if (operator === "<=") return order <= 0;
      const same = operator === "^" ? 1 : operator === "~" ? Math.min(2, given.length) : given.length;
      return order >= 0 && least.slice(0, same).every((part, k) => part === version[k]);
    }),
  );
}

it("ranges of versions are read as they are meant", () => {
  const node: Version = [20, 11, 0];
  const yes = [">=20", ">= 18.0.0", "^20.9.0 || >=22", "18 || 20 || >=22", "20.x", "*", "", "~20.11", ">=12 <23"];
  const no = [">=22", "^20.19.0 || >=22.12.0", "18 || >=22", "^18", ">=20.12", ">=12 <20", "~20.10"];
  expect(yes.filter((range) => !admits(range, node))).toEqual([]);
  expect(no.filter((range) => admits(range, node))).toEqual([]);
});

it("every package that users install takes Node 20.11, 22 and 24", () => {
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
  expect(installed.length).toBeGreaterThan(100);
  const refusing = installed.flatMap(([path, { version, engines }]) => {
    const missed = PROMISED.filter((node) => !admits(engines?.node ?? "", node));
    return missed.map((node) => `${path}@${version} needs ${engines?.node}, not ${node.join(".")}`);
  });
  expect(refusing).toEqual([]);
});

/** Why each may run one. */
const SCRIPTS: { readonly [name: string]: string } = {
  esbuild: "its own binary; development alone",
  webgpu: "an optional peer: the driver of a GPU",
  "msgpackr-extract": "optional: without a compiler it is left out",
  "@scarf/scarf": "counts installations, which scarfSettings in package.json turns off",
};

it("no package runs a script when it is installed but those that are known", () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.sort()).toEqual(Object.keys(SCRIPTS).sort());
  expect(JSON.parse(read("package.json")).scarfSettings).toEqual({ enabled: false });
});
