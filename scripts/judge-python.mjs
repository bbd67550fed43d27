// The Python package: its own tests with the library built here (bits, tables, models against pvlib, processes that end), then its wheel in
// an empty environment, where the guides for Python run as a reader types them.
//   npm run build && node scripts/judge-python.mjs [--only tests,wheel | --but …]
import { execFile } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runJudge } from "./lib/judge.mjs";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const home = join(root, "python");
const requirements = join(home, "tests/requirements.txt");
const GUIDES = ["python/README.md", "docs/how-to/python.md", "docs/how-to/from-pvlib.md"].map((path) =>
  join(root, path),
);

/** What a program writes, whatever its exit status. */
async function written(program, words, options = {}) {
  const limits = { maxBuffer: 1 << 26, cwd: home, ...options };
  const { stdout, stderr } = await execute(program, words, limits).catch((thrown) => thrown);
  return `${stdout ?? ""}${stderr ?? ""}`;
}

/** The last line of pytest, or of guide.py, is its count. Without one, as after a crash, it failed. */
function counted(report, name, text) {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0);
  const [passed, failed] = [count("passed"), count("failed") + count("error")];
  if (failed > 0 || passed === 0) console.log(text.trimEnd());
  report.add(name, { passed, failed: passed === 0 ? Math.max(failed, 1) : failed });
}

async function tests({ report, python }) {
  const env = { ...process.env, PYTHONPATH: join(home, "src") };
  const words = ["-m", "pytest", "-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"];
  counted(report, "tests of the package", await written(python, words, { env }));
}

/** The source distribution makes the same wheel; the packages that it needs come as for everybody. */
async function wheel({ report, python, folder }) {
  const dist = join(folder, "dist");
  const made = await written(python, ["-m", "hatchling", "build", "-d", dist]);
  const [file, ...others] = readdirSync(dist).filter((name) => name.endsWith(".whl"));
  report.check(
    "a wheel for every system",
    others.length === 0 && /-py3-none-any\.whl$/.test(file ?? ""),
    made.slice(-300),
  );
  const empty = join(folder, "empty");
  await execute("python3", ["-m", "venv", "--without-pip", empty]);
  const own = join(empty, "bin", "python");
  const install = ["install", "--quiet", "--disable-pip-version-check", "--no-compile", "-c", requirements];
  await execute("python3", ["-m", "pip", "--python", own, ...install, join(dist, file)]);
  counted(
    report,
    "guides in an empty environment",
    await written(own, [join(home, "tests/guide.py"), ...GUIDES], { cwd: folder }),
  );
  rmSync(empty, { recursive: true });
}

await runJudge(
  {
    tests: { run: tests, needs: ["Python"] },
    wheel: { run: wheel, needs: ["Python"] },
  },
  {
    async open() {
      await execute(process.execPath, [join(root, "scripts/python/build.mjs")]);
      return {};
    },
  },
);
