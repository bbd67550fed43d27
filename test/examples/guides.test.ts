/** The guides' code, top to bottom one module each, run against dist/ by the package's own name. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What shows that it ran to its end and that the figures are those of the sample's place. */
const LAST_LINES = {
  "how-to/program.md": /\[ 1[78]\d\d, 1[78]\d\d, 1[78]\d\d \]\n$/,
  "how-to/bulk.md":
    /^plant 1\d\nsouth 1\d{4} 0\.92\nbest 1\d{4} 0\.9\d\n\[ 20, 1, 1 \] true\n20 0 240 \[ 'months.csv', 'months.csv.units.json' \]\napplication\/json br true\n96 21 \[\]\n18 false 667\n$/,
  "how-to/yield.md":
    /^1\d{4} 0\.8\d\d\nhorizontal 1\.000, plane 1\.\d+, .*, inverter 0\.9\d+, clipping (?:0\.99\d|1\.000)\n8\d{3} 1[01]\.\d null\n3\d \[ 2\d, 4\d \] 1[78]\d \[ 1\d\d, [12]\d\d \]\n\[ true, true, true \]\n8760 1\d{4}\n35040\n$/,
  "how-to/own-use.md":
    /^[67]\d % used, 2\d\d EUR a year, paid back after 2\.\d years\n8\d{3} kWh; self-sufficient [45]\d % of the year, [12]\d % of January\n5 kWh: 5\d{3} from the grid; 10 kWh: 4\d{3} from the grid; 20 kWh: 3\d{3} from the grid\n\d+ kWh are lost at the limit, 3\d{4} are fed in\ntrue\nown use in quarters 1\d\.\d %, in hours [12]\d\.\d %\n$/,
  "how-to/forecasts.md":
    /^900 48\n\{\n {2}method: 'observation',[\s\S]*table: 'simulated-30',[\s\S]*\}\n19 \d{3}\nsimulated-30 with the place's own past 19\n48 48 1 3\d{3} W at most\n$/,
  "how-to/typical-years.md":
    /^undefined\n8760 \[[\s\S]*precipitation: null'[\s\S]*\]\n2005-01-01T12:00:00-05:00 \d+\.?\d* \d\.?\d*\ntrue\n$/,
  "explanation/world-climate.md": /^2[12]\d\.\d+ (18|19|20)\.\d+\n1\d\d\.\d+\n0\.0\d+ hazy air\n$/,
  "how-to/from-pvlib.md": /^1[2-6]\d\d kWh per kWp\n/m,
};

describe.each(Object.entries(LAST_LINES))("docs/%s", (name, expected) => {
  it("runs as it stands", () => {
    const guide = readFileSync(`${root}/docs/${name}`, "utf8");
    const code = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block]) => block).join("\n");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(expected);
  });
});
