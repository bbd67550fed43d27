/** `irradiance completion`: what the shells offer. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { runCli } from "./in-process.js";

const run = (...args: string[]) => runCli(args, ".");
const scriptOf = async (shell: string) => (await run("completion", shell)).stdout;

const bash = await scriptOf("bash");
/** What bash offers for the last of the words. */
function offered(...words: string[]): string[] {
  const quoted = words.map((word) => `"${word}"`).join(" ");
  const ask = `COMP_WORDS=(irradiance ${quoted}); COMP_CWORD=${words.length}; _irradiance; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", `${bash}\n${ask}`], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

describe("irradiance completion", () => {
  test.skipIf(spawnSync("bash", ["--version"]).status !== 0)("of bash has commands, options and choices", () => {
    expect(offered("y")).toEqual(["yield"]);
    expect(offered("")).toEqual(expect.arrayContaining(["observe", "bulk", "generate", "models", "completion"]));
    expect(offered("yield", "--dc")).toEqual(["--dc-ac-ratio"]);
    expect(offered("yield", "--module", "")).toEqual(["standard", "premium", "thinFilm"]);
    expect(offered("yield", "--module", "thin", "--surface-t")).toEqual(["--surface-tilt"]);
    expect(offered("completion", "")).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
    expect(offered("help", "y")).toEqual(["yield"]);
    expect(offered("hel")).toEqual(["help"]);
    expect(offered("observe", "--frequency", "1_h")).toEqual(["1_hour"]);
    expect(offered("observe", "--frequency", "=", "1_m")).toEqual(["1_minute", "1_month"]);
    expect(offered("generate", "--frequency", "")).toEqual(["1_hour", "15_minutes", "1_minute"]);
    expect(offered("observe", "--time-zone", "")).toEqual(["local", "standard", "UTC"]);
    expect(offered("observe", "--models", "transposition=re")).toEqual(["transposition=reindl"]);
    // As bash has them: split at the equals sign.
    expect(offered("observe", "--models", "transposition", "=", "re")).toEqual(["reindl"]);
    expect(offered("bulk", "--models", "pv", "=")).toEqual(["cecSystem", "defaultPv", "huldSystem", "pvwattsSystem"]);
    expect(offered("observe", "--models", "transposition", "=", "reindl", "--qu")).toEqual(["--quiet"]);
    // Left to the names of files.
    expect(offered("observe", "--weather", "")).toEqual([""]);
  });

  test("of zsh is that of bash, of fish a line for each option, with its description", async () => {
    for (const script of [bash, await scriptOf("zsh")])
      expect(script).toMatch(/-F _irradiance irradiance irradiance-engine$/m);
    expect(await scriptOf("fish")).toMatch(/^complete -c irradiance-engine -w irradiance$/m);
    expect(await scriptOf("zsh")).toContain("bashcompinit\n_irradiance() {");
    const fish = await scriptOf("fish");
    expect(fish).toMatch(/^complete -c irradiance -n __fish_use_subcommand -f -a yield -d 'energy of a PV system /m);
    expect(fish).toMatch(
      /^complete -c irradiance -n '__fish_seen_subcommand_from yield' -l module -x -a 'standard premium thinFilm' -d '/m,
    );
    // A quote in a description does not end it.
    expect(fish).toContain("PVWatts\\'");
    for (const line of fish.trim().split("\n")) expect(line.replace(/\\./g, "").split("'").length % 2).toBe(1);
  });

  test("of another shell is refused", async () => {
    const { status, stderr } = await run("completion", "tcsh");
    expect(status).toBe(2);
    expect(stderr).toContain("Allowed choices are bash, zsh, fish");
  });
});
