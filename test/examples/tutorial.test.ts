/**
 * docs/tutorial.md: every command runs in an empty folder, in order, and prints what the page shows; the pictures are those that the
 * commands draw. `npx vitest run test/examples/tutorial.test.ts -u` rewrites the page and its pictures; read what changed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = join(root, "docs/tutorial.md");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };

/** The words that call what a test has already installed and built, and what they stand for here. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ["npm ci && npm start", scripts.start.split(" && ").at(-1)!.replace("dist/", `${root}dist/`)],
  ["npx irradiance-engine ", `node ${root}dist/cli/main.js `],
  ["node examples/", `node ${root}examples/`],
];

/** What a command prints on both streams, cut as the page cuts it: "…" stands for all lines between those around it. */
function printed(command: string, shown: readonly string[], folder: string): string[] {
  const line = PROGRAMS.reduce((text, [words, here]) => text.replace(words, here), command);
  const { stdout } = spawnSync("sh", ["-c", `${line} 2>&1`], { cwd: folder, encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  const cut = shown.indexOf("…");
  const tail = shown.length - cut - 1;
  return cut < 0 ? lines : [...lines.slice(0, cut), "…", ...lines.slice(lines.length - tail)];
}

function consoleBlock(block: string, folder: string): string {
  const commands = block.split(/^\$ /m).slice(1);
  const texts = commands.map((text) => {
    const [command = "", ...shown] = text.trimEnd().split("\n");
    return [`$ ${command}`, ...printed(command, shown, folder)].join("\n");
  });
  return `\`\`\`console\n${texts.join("\n")}\n\`\`\``;
}

it("the tutorial's commands print what it shows, and draw its pictures", async () => {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-tutorial-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page = readFileSync(PAGE, "utf8");
  const made = page.replace(/```console\n([\s\S]*?)```/g, (_, block: string) => consoleBlock(block, folder));
  await expect(made).toMatchFileSnapshot(PAGE);
  const pictures = [...page.matchAll(/\]\(images\/tutorial-(\w+)\.svg\)/g)].map(([, name]) => name);
  expect(pictures.length).toBeGreaterThan(2);
  for (const name of pictures) {
    const drawn = readFileSync(join(folder, `${name}.svg`), "utf8");
    await expect(drawn).toMatchFileSnapshot(join(root, `docs/images/tutorial-${name}.svg`));
  }
});
