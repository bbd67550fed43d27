/** The rules for Prometheus: it takes them, they fire when they should, and each figure and each page that they name exists. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { ROOT, read } from "../../../test/policy/repository.js";
import { accountsPlace } from "../../src/accounts/accounts-database.js";
import { openAccounts } from "../../src/accounts/open.js";
import { OPERATIONS_PORT, settingsWith, variableOf } from "../../src/settings.js";
import { startServer } from "../../src/start.js";
import { temporaryFolder } from "../temporary.js";

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
}

interface Tests {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
    readonly promql_expr_test?: readonly { readonly expr: string }[];
  }[];
}

const RULES = "server/deploy/prometheus-rules.yml";
const CONFIGURATION = "server/deploy/prometheus.yml";
const TESTS = ["rules", "feeds"].map((of) => `server/test/deploy/prometheus-${of}.test.yml`);

const rules = (parse(read(RULES)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const records = rules.flatMap(({ record }) => record ?? []);
const tests = TESTS.flatMap((file) => (parse(read(file)) as Tests).tests);

/** What Prometheus itself knows of a server. */
const OF_PROMETHEUS = ["up", "ALERTS"];
const LABELS = /\{[^}]*\}|\b(?:by|on|without|ignoring) \([^)]*\)/g;
const WORDS = /^(?:and|or|unless|offset)$/;

/** Names of figures in an expression: words that are no function, label, number, duration or word of the language. */
function figuresIn(expression: string): string[] {
  const plain = expression.replace(LABELS, " ");
  return [...plain.matchAll(/(?<![\w:.])([a-zA-Z_][\w:]*)(?!\w*\s*\()/g)]
    .map(([, name]) => name!)
    .filter((name) => !WORDS.test(name));
}

/** Names of all figures of a server with accounts, jobs, weather of its own and a database with a clock. */
async function figuresOfServer(): Promise<Set<string>> {
  const folder = temporaryFolder();
  const accounts = await openAccounts(accountsPlace(folder));
  Object.assign(accounts, { clockOffset: async () => 0 });
  const kept = { "keep-runs": 1, "kept-runs": join(folder, "kept") };
  const settings = settingsWith({ port: 0, "operations-port": 0, threads: 1, jobs: join(folder, "jobs"), ...kept });
  const server = await startServer(settings, { log: pino({ level: "silent" }), accounts });
  onTestFinished(() => server.stop());
  const text = await (await fetch(`${server.operations}/metrics`)).text();
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(typed.flatMap(([, name, type]) => (type === "histogram" ? [`${name}_bucket`] : [name!])));
}

describe("the rules for Prometheus", () => {
  it("name figures that a server has, or that they record themselves", async () => {
    const known = new Set([...(await figuresOfServer()), ...records, ...OF_PROMETHEUS]);
    const named = rules.flatMap(({ expr }) => figuresIn(expr));
    expect(named.length).toBeGreaterThan(rules.length);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const learning = ["places", "read_bytes", "failed_seconds"].map((figure) => `irradiance_learning_${figure}`);
    expect([...known]).toEqual(expect.arrayContaining(learning));
  });

  it("are read as they should be by this test", () => {
    const expression =
      'sum by (job, le) (rate(a_total{b="c"}[5m])) or 0 * d:e:rate5m unless on (f) g_h > 1.5 * 1024 offset 1d';
    expect(figuresIn(expression)).toEqual(["a_total", "d:e:rate5m", "g_h"]);
  });

  it("have a severity, a summary and a section of the runbook for each alert", () => {
    const headings = [...read("docs/how-to/runbook.md").matchAll(/^#{2,3} (.+)$/gm)].map(
      ([, title]) => `docs/how-to/runbook.md#${title!.toLowerCase().replaceAll(" ", "-")}`,
    );
    expect(alerts.length).toBeGreaterThan(15);
    for (const { alert, labels, annotations } of alerts) {
      expect(["page", "ticket", "info"], alert).toContain(labels?.severity);
      expect(annotations?.summary, alert).toMatch(/\S/);
      expect(headings, alert).toContain(annotations?.runbook);
      expect(read("docs/how-to/runbook.md"), alert).toContain(`\`${alert}\``);
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it("have a case in which each alert fires, and use or test each recorded figure", () => {
    const cases = tests.flatMap(({ alert_rule_test = [] }) => alert_rule_test);
    for (const { alert } of alerts) {
      const fired = cases.filter(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0);
      expect(fired.length, `${alert} never fires in ${TESTS.join(", ")}`).toBeGreaterThan(0);
    }
    const expressions = tests.flatMap(({ promql_expr_test = [] }) => promql_expr_test).map(({ expr }) => expr);
    const used = [...expressions, ...rules.map(({ expr }) => expr)].flatMap(figuresIn);
    expect(records.filter((name) => !used.includes(name))).toEqual([]);
  });
});

it("asks the servers of compose.yaml, by their addresses there, with the files that it is given", () => {
  interface Service {
    environment?: Record<string, string>;
    networks?: { inside?: { ipv4_address?: string } };
    volumes?: string[];
  }
  const { services } = parse(read("server/deploy/compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
  };
  const servers = Object.entries(services).filter(([name]) => name.startsWith("server-"));
  const { scrape_configs, rule_files } = parse(read(CONFIGURATION)) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    rule_files: string[];
  };
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(["irradiance"]);
  const targets = scrape_configs[0]!.static_configs.flatMap((one) => one.targets);
  expect(targets).toEqual(servers.map(([, { networks }]) => `${networks?.inside?.ipv4_address}:${OPERATIONS_PORT}`));
  for (const [name, { environment }] of servers) {
    expect(environment?.[variableOf("operations-host")], name).toBe("0.0.0.0");
  }
  const mounted = services.prometheus!.volumes!.map((volume) => volume.split(":")[0]!.replace("./", "server/deploy/"));
  expect(mounted).toEqual(
    expect.arrayContaining([CONFIGURATION, ...rule_files.map((file) => `server/deploy/${file}`)]),
  );
});

const WITHOUT_PROMTOOL = spawnSync("promtool", ["--version"]).status !== 0 && process.env.REQUIRE_PROMTOOL !== "1";
if (WITHOUT_PROMTOOL) console.warn("SKIPPED: there is no promtool on the path (Debian: in the package prometheus)");

describe.skipIf(WITHOUT_PROMTOOL)("Prometheus itself", () => {
  it.each([
    ["takes the rules", ["check", "rules", RULES]],
    ["takes the configuration", ["check", "config", CONFIGURATION]],
    ["fires the alerts when it should, and no others", ["test", "rules", ...TESTS]],
  ])("%s", (_, words) => {
    const { status, stdout, stderr } = spawnSync("promtool", words, { cwd: ROOT, encoding: "utf8" });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  });
});
