/**
 * docs/tutorial.md and docs/yield.md: every command runs in a folder of its page, in order, and prints what the page shows; files that the
 * page shows whole lie there; the pictures are those that the commands draw. `npx vitest run test/examples/tutorial.test.ts -u` rewrites
 * the pages and their pictures; read what changed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
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

/** A file that the page shows whole, under its name: "`roof.json`:" and a block of JSON. */
const FILES = /`([\w.-]+\.json)`:\n\n```json\n([\s\S]*?)```/g;

it.each([
  ["tutorial", 3],
  ["yield", 2],
])("the commands of docs/%s.md print what it shows, and draw its pictures", async (name, fewest) => {
  const folder = mkdtempSync(join(tmpdir(), `irradiance-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(root, `docs/${name}.md`);
  const page = readFileSync(path, "utf8");
  for (const [, file, content] of page.matchAll(FILES)) writeFileSync(join(folder, file!), content!);
  const made = page.replace(/```console\n([\s\S]*?)```/g, (_, block: string) => consoleBlock(block, folder));
  await expect(made).toMatchFileSnapshot(path);
  const pictures = [...page.matchAll(new RegExp(`\\]\\(images/${name}-(\\w+)\\.svg\\)`, "g"))].map(
    ([, picture]) => picture,
  );
  expect(pictures.length).toBeGreaterThanOrEqual(fewest);
  for (const picture of pictures) {
    const drawn = readFileSync(join(folder, `${picture}.svg`), "utf8");
    await expect(drawn).toMatchFileSnapshot(join(root, `docs/images/${name}-${picture}.svg`));
  }
});
