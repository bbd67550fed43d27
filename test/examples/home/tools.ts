/** Others' programs that the examples for homes are run with: Home Assistant's template engine, and evcc's jq. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const RENDER = fileURLToPath(new URL("render.py", import.meta.url));

/** Debian puts its package beside a Python that may not be the first one on the path. */
const PYTHON = ["python3", "/usr/bin/python3"].find((python) => runs(python, "-c", "import jinja2.sandbox"));
/** evcc runs gojq; Debian's package, or jq itself. */
const JQ = ["gojq", "jq"].find((program) => runs(program, "--version"));

/** What is not here of what the examples need; none where the environment demands it, so that the tests fail. */
export const MISSING = [
  ...(PYTHON === undefined ? ["Python with jinja2 (apt-get install python3-jinja2)"] : []),
  ...(JQ === undefined ? ["jq (apt-get install gojq jq)"] : []),
  ...["jq", "curl"].filter((program) => !runs(program, "--version")).map((program) => `${program} on the path`),
];
export const WITHOUT_TOOLS = MISSING.length > 0 && process.env.REQUIRE_HOME_TOOLS !== "1";
if (WITHOUT_TOOLS) console.warn(`SKIPPED: there is no ${MISSING.join(", no ")}`);

export interface Rendered {
  readonly text?: string;
  readonly error?: string;
}

export interface TemplateInput {
  /** Attributes by entity. */
  readonly states?: { readonly [entity: string]: object };
  /** The body of an answer, for `value_json`. */
  readonly value?: string;
}

/** What Home Assistant makes of templates. */
export function render(templates: readonly string[], { states = {}, value }: TemplateInput): Rendered[] {
  return JSON.parse(run(PYTHON!, [RENDER], JSON.stringify({ states, value: value ?? null, templates })));
}

/** What evcc makes of an answer: the text that its `jq` gives, raw. */
export function jq(program: string, answer: string): string {
  return run(JQ!, ["--raw-output", program], answer);
}

function run(program: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

function runs(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
