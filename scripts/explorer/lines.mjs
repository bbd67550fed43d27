// The lines to copy give the values that the page shows.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DEMO_KEY, openView, tableRows } from "./desk.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SPAN = "start=2024-06-21T00:00Z&end=2024-06-22T00:00Z&frequency=1_hour";
const HORIZON = Array.from({ length: 360 }, (_, azimuth) => azimuth % 20).join(",");
const STATES = {
  "a fixed surface": `#endpoint=observation/historical&${SPAN}&zone=utc&horizon=${HORIZON}&parameters=global_tilted_irradiance_with_shading`,
  "a tracker": `#endpoint=observation/historical&${SPAN}&zone=utc&tracking_mode=1_axis`,
  "a climate":
    "#endpoint=climate/tmy&zone=utc&parameters=global_horizontal_irradiance,wind_speed&more=random_seed=7%26albedo=0.3",
};

export async function judgeLines(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 1000 });
  for (const [name, hash] of Object.entries(STATES)) {
    await openView(tab, address, hash);
    const shown = columnsOf(await tableRows(tab));
    const lines = await tab.evaluate(
      "Object.fromEntries([...document.querySelectorAll('.lines .line')].map((one) => [one.querySelector('h3').textContent, one.querySelector('pre').textContent]))",
    );
    const response = await fetch(lines.URL, { headers: { authorization: `Bearer ${DEMO_KEY}` } });
    tally.same(`the URL gives the values, ${name}`, valuesOf((await response.json()).values), shown);
    const curl = JSON.parse(execFileSync("sh", ["-c", `${lines.curl} -s`], { encoding: "utf8", maxBuffer: 1 << 26 }));
    tally.same(`the curl line gives the values, ${name}`, valuesOf(curl.values), shown);
    const program = `${lines.TypeScript}\nconsole.log(JSON.stringify(values));`;
    const flags = ["--input-type=module", "--eval", program];
    const said = execFileSync(process.execPath, flags, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
    tally.same(`the TypeScript lines give the values, ${name}`, valuesOf(JSON.parse(said)), shown);
  }
  await tab.close();
}

/** Columns of a table of rows, without the first, which names the row. */
function columnsOf(rows) {
  return rows[0].slice(1).map((_, k) => rows.map((row) => row[k + 1]));
}

function valuesOf(values) {
  return Object.values(values)
    .filter((column) => column !== null)
    .map((column) => column.map((value) => (value === null ? "–" : String(value))));
}
