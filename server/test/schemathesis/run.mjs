// Sends generated requests, right and wrong ones, to a running server and holds its answers to openapi.yaml.
//   node server/test/schemathesis/run.mjs --url http://127.0.0.1:8080/v1 --key KEY
//     [--seed 1] [--examples 20] [--least-cases 1000] [--least-answered 0.4] [--thorough] [--python python3] [--venv FOLDER]
// Needs Python; the packages of requirements.txt go into FOLDER (kept) or into a folder that is removed at the end.
// The server should have weather everywhere, and a key with tokens and request limits to spare.
// --thorough adds some 6,000 requests that are wrong in one place each; the share of 2xx is then not judged.
// Prints one line, what was wrong, and `N passed, N failed`. Exit: 0 as wanted, 1 not, 2 it could not run.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { closingLine, shortfalls, summaryLine, tally } from "./report.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "unsupported_method",
  "ignored_auth",
];

const { values: settings } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    seed: { type: "string", default: "1" },
    examples: { type: "string", default: "20" },
    "least-cases": { type: "string", default: "1000" },
    "least-answered": { type: "string", default: "0.4" },
    thorough: { type: "boolean", default: false },
    python: { type: "string", default: "python3" },
    venv: { type: "string" },
  },
});
if (!settings.url || !settings.key) stop("--url and --key are needed: the base address with /v1, and an API key");

const scratch = mkdtempSync(join(tmpdir(), "schemathesis-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const report = join(scratch, "report.ndjson");
generate(installed(settings.venv ?? join(scratch, "venv")));
const found = await tally(report);
const wanted = {
  cases: Number(settings["least-cases"]),
  answered: settings.thorough ? 0 : Number(settings["least-answered"]),
};
const short = shortfalls(found, wanted);
console.log(summaryLine(found));
for (const line of short) console.log(`  ${line}`);
console.log(closingLine(found, wanted));
process.exitCode = short.length > 0 ? 1 : 0;

/** The command, installed if it is not. */
function installed(venv) {
  const command = join(venv, "bin", "schemathesis");
  if (existsSync(command)) return command;
  must(settings.python, ["-m", "venv", venv]);
  must(join(venv, "bin", "pip"), [
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--no-compile",
    "-r",
    join(here, "requirements.txt"),
  ]);
  return command;
}

/** Its own exit status tells of findings: they are counted from the report. */
function generate(command) {
  const args = [
    settings.thorough ? [] : ["--config-file", join(here, "schemathesis.toml")],
    ["run", join(here, "..", "..", "openapi.yaml"), "--url", settings.url],
    ["--header", `Authorization: Bearer ${settings.key}`],
    // A job of all the sites that it may have takes its time to be checked: as much as the server gives it.
    ["--request-timeout", "40"],
    ["--seed", settings.seed, "--max-examples", settings.examples, "--phases", "examples,coverage,fuzzing"],
    ["--checks", CHECKS.join(","), "--continue-on-failure", "--no-shrink", "--generation-database", "none"],
    ["--report", "ndjson", "--report-ndjson-path", report, "--no-color", "--warnings", "off"],
  ].flat();
  const env = { ...process.env, SCHEMATHESIS_HOOKS: "hooks", PYTHONPATH: here, PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: scratch,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error || (status !== 0 && status !== 1) || !existsSync(report))
    stop(`${error ?? ""}${stdout}${stderr}`.slice(-4000));
}

function must(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) stop(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
}

function stop(message) {
  console.error(`schemathesis: ${message}`);
  process.exit(2);
}
