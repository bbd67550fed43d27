// What the page says when something is wrong, what it keeps to itself, and what it does not do without a click.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "../browser/devtools.mjs";
import { serve } from "../judges/server.mjs";
import { openAccount } from "../lib/process.mjs";
import { openView, STATUS, setParts } from "./desk.mjs";

const DESK = { width: 1280, height: 1000 };
const MARKUP = "<img src=x onerror=window.taken=1>";
const HOUR = 3_600_000;
const MONTHS = "39,70,118,165,200,221,222,188,139,84,46,32";
const TEMPERATURES = "0.3,1.4,5.5,9.1,13.6,17,19,18.4,14.3,9.9,4.5,1.2";
/** In the page: the answer to the first POST comes, and is thrown away. */
const LOSE_ONE_ANSWER = `(() => {
  const ask = window.fetch;
  let lost = false;
  window.fetch = async (address, options) => {
    const response = await ask(address, options);
    if (options?.method !== "POST" || lost) return response;
    lost = true;
    await response.text();
    throw new TypeError("lost");
  };
})()`;
const KEY = "document.querySelector('input[type=password]')";
const YEAR = "endpoint=observation/historical&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&frequency=1_hour";

export async function judgeTroubles(tally, browser) {
  await staysWithinRate(tally, browser);
  const folder = await mkdtemp(join(tmpdir(), "explorer-"));
  const data = join(folder, "data");
  const key = await openAccount(data, 1000, "rich");
  const poor = await openAccount(data, 0.5, "poor");
  await writeWeather(folder);
  const weather = join(folder, "weather.csv");
  const server = await serve(["--data", data, "--demo", "places", "--weather", weather, "--demo-rate", "1000000"]);
  let running = true;
  const tab = await browser.open(DESK);
  const says = async (name, pattern) => {
    const good = await tab.holds(`${pattern}.test(${STATUS})`, 8000);
    tally.check(name, good, await tab.evaluate(STATUS));
  };
  const use = async (text) => {
    await setParts(tab, { room: "account" });
    await tab.holds(KEY, 8000);
    await tab.evaluate(`${KEY}.value = ''`);
    await tab.fill(KEY, text);
    await tab.press("Enter", { text: "\r" });
    await setParts(tab, { room: "light", endpoint: "observation/realtime" });
  };
  const open = async (hash) => {
    await tab.go("about:blank");
    // Requests that have a price are those of Light, unless the link says otherwise.
    const whole = /endpoint=|room=/.test(hash) ? hash : `${hash}&endpoint=observation/realtime`;
    await tab.go(`${server.address}/${whole}&language=en`);
    await tab.holds("document.querySelector('#content .status')");
  };
  try {
    await open("#lat=95&lon=8.5");
    await says(
      "a place that cannot be read: nothing is asked",
      /place in this link cannot be read, so no request was sent\. Choose/,
    );
    await pause(1500);
    const asked = tab.requests.filter(({ url }) => url.includes("/v1/"));
    tally.check("nor about it", asked.length === 0, ...asked);
    const note = await tab.evaluate("document.querySelector('main > .wrong').textContent");
    tally.check("both halves are named", note.includes("lat=95") && note.includes("lon=8.5"), note);
    await open("#lat=48&lon=11");
    await says(
      "a place that the demo key does not serve: the places that it does",
      /Choose one of these places.*50, 10/s,
    );
    await open("#lat=52.5&lon=13.4");
    await use("irr_wrong000_00000000000000000000000000000000");
    await says("a wrong key: where to mend it", /does not know this key.*Check under “Account”/);

    await use(poor);
    await says(
      "no tokens: the price, the balance, and what to do",
      /costs 1 token, 0\.5 (tokens )?are left.*ask the operator/s,
    );

    await use(key);
    await says("a price is shown, and the balance", /This request: 1 token; balance: 1000 tokens/);
    await neverWithoutClick();
    await keepsTheKey();
    await showsTextAsText();
    await monthlyValues();

    await open("#lat=-48&lon=-60");
    await says("no weather: what to do", /no such weather of this place for your key.*Choose another period or place/);
    await open("#lat=52.5&lon=13.4&more=surface_tilt=95");
    await says("a wrong parameter: its name, and what would be right", /"?surface_tilt"?.*Change it/s);
    await slow();
    await server.end();
    running = false;
    await tab.evaluate("document.querySelector('.status .actions button:not([hidden])')?.click()");
    await open2("the server is gone: what to check");
    await comesBack();
  } finally {
    await tab.close();
    if (running) await server.end();
    await rm(folder, { recursive: true, force: true });
  }

  async function open2(name) {
    // The page is there already; what it asks for next is not.
    await tab.evaluate(
      "location.hash = '#lat=52.5&lon=13.4&endpoint=observation/realtime&frequency=1_hour&language=en'",
    );
    await says(name, /server does not answer.*Check that it is running/);
  }

  async function comesBack() {
    const { port } = new URL(server.address);
    const again = await serve(["--port", port, "--data", data, "--demo", "places", "--weather", weather]);
    try {
      const good = await tab.holds(`/This request: /.test(${STATUS})`, 30_000);
      tally.check("when it is there again, the page asks by itself", good, await tab.evaluate(STATUS));
    } finally {
      await again.end();
    }
  }

  async function neverWithoutClick() {
    await open(`#lat=52.5&lon=13.4&${YEAR}`);
    await says("a dear request waits for a click", /This request: 200\.?\d* tokens.*Press Send/s);
    await tab.evaluate("document.querySelectorAll('#content details.group').forEach((one) => { one.open = true; })");
    const { x, y } = await tab.middle("document.querySelector('.handle')");
    for (let k = 0; k < 20; k++) {
      await tab.drag({ x, y }, { x: x - k, y: y - k });
      await pause(40);
    }
    await pause(800);
    const series = tab.requests.filter(
      ({ url, method }) => method === "GET" && url.includes("/v1/observation/historical"),
    );
    tally.check("dragging never sends a dear request", series.length === 0, ...series);
    await tab.click("document.querySelector('.send')");
    await says("a click sends it, and the balance is told", /balance: 800 tokens.*8784 intervals/s);
    await open("#lat=52.5&lon=13.4&endpoint=observation/training&start=-20days&end=-19days");
    await says("a cheap one waits, too, unless it is allowed", /Press Send/);
  }

  async function keepsTheKey() {
    const shown = await tab.evaluate("document.documentElement.outerHTML + location.href + document.title");
    tally.check("the key is neither in the page nor in its address", !shown.includes(key));
    const kept = await tab.evaluate("[Object.values(sessionStorage), Object.values(localStorage), document.cookie]");
    tally.check(
      "the key is in this tab's session and nowhere else",
      kept[0].includes(key) && kept[1].length === 0 && kept[2] === "",
      kept[1],
    );
    const urls = tab.requests.filter(({ url }) => url.includes(key));
    tally.check("no request has the key in its address", urls.length === 0);
    tally.check(
      "requests have it in their header",
      tab.requests.some(({ authorization }) => authorization === `Bearer ${key}`),
    );
    await open(`#lat=52.5&lon=13.4&${YEAR}`);
    await setParts(tab, { room: "account" });
    await tab.holds("document.querySelector('.account table')", 5000);
    const account = await tab.evaluate("document.querySelector('.account').innerText");
    tally.check(
      "the account view has keys and usage by day and endpoint",
      /Keys/.test(account) && /observation\/historical\s+1\s+200/.test(account),
      account,
    );
  }

  async function showsTextAsText() {
    await open(`#lat=52.5&lon=13.4&${YEAR}`);
    await tab.holds("!document.querySelector('.send').hidden", 5000);
    await tab.click("document.querySelector('.send')");
    await tab.holds("document.querySelector('.sources li')", 8000);
    const sources = await tab.evaluate("document.querySelector('.sources').innerText");
    tally.check("what a source says is shown as text", sources.includes(MARKUP), sources);
    const taken = await tab.evaluate("window.taken === 1 || document.querySelector('img') !== null");
    tally.check("and is nothing but text", taken === false);
    tab.errors.length = 0;
    await tab.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.taken = 1' }))",
    );
    tally.check(
      "the policy holds: a script inside of the page does not run",
      (await tab.evaluate("window.taken")) === undefined,
    );
  }

  /** 600 tokens are left; a year costs 500, and one whose answer is lost is paid for once. */
  async function monthlyValues() {
    const place = "#lat=52.5&lon=13.4&endpoint=climate/import/monthly";
    await open(`${place}&monthly_temperature=${TEMPERATURES}`);
    await says(
      "monthly values that are not there yet: the field, and what to enter",
      /“Period”. Global horizontal irradiance: enter twelve monthly values\.(?!.*Temperature)/,
    );
    const aside = await tab.evaluate("document.querySelector('.empty').innerText");
    tally.check("no lines are offered of it", /Enter the monthly/.test(aside), aside);
    const area = "document.querySelector('[data-parameter=monthly_ghi]')";
    const enter = (text) =>
      tab.evaluate(
        `(() => { ${area}.value = ${JSON.stringify(text)}; ${area}.dispatchEvent(new Event("change")); })()`,
      );
    await enter("39 70 much 165");
    const wrong = await tab.evaluate(`${area}.parentElement.querySelector(".wrong").textContent`);
    tally.check("monthly values that cannot be: the month and what stands there", /March is “much”/.test(wrong), wrong);
    await says("and so does the state of the request", /Global horizontal irradiance: March is “much”/);
    await enter(MONTHS.replaceAll(",", "\t"));
    await says(
      "a year from a row of a spreadsheet: its price, and no more",
      /This request: 500 tokens; balance: 600 tokens.*Press Send/s,
    );
    await tab.evaluate(LOSE_ONE_ANSWER);
    await tab.click("document.querySelector('.send')");
    await says("an answer is lost on its way: what to do", /server does not answer.*try again/);
    // The page may have done so by itself already.
    await tab.click("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again')");
    await says("the price is asked anew", /balance: 100 tokens.*Press Send/s);
    await tab.click("document.querySelector('.send')");
    await says(
      "the same is sent again, and not paid for twice",
      /This request: 500 tokens, paid for before; balance: 100 tokens.*8760 intervals/s,
    );
    const posted = tab.requests.filter(({ method, url }) => method === "POST" && url.includes("/v1/"));
    tally.check("nothing was posted without a click", posted.length === 2, ...posted);
  }

  async function slow() {
    await open("#lat=52.5&lon=13.4&endpoint=observation/realtime");
    await setParts(tab, { room: "account" });
    await tab.click("document.querySelector('#content input[type=checkbox]')");
    await setParts(tab, { room: "light" });
    const late = { offline: false, latency: 4000, downloadThroughput: -1, uploadThroughput: -1 };
    await tab.send("Network.emulateNetworkConditions", late);
    await tab.evaluate(
      "location.hash = '#lat=52.5&lon=13.4&endpoint=observation/realtime&parameters=temperature&language=en'",
    );
    await says(
      "a slow server: it says so, and what can be done",
      /No answer for \d+ s: .*connection is slow.*wait or stop/,
    );
    await tab.click("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Stop')");
    await says("a request is stopped", /Stopped; nothing was charged/);
    await tab.send("Network.emulateNetworkConditions", { ...late, latency: 0 });
  }
}

/** With few requests a minute the page goes slowly by itself, and says so: it is never refused. */
async function staysWithinRate(tally, browser) {
  const server = await serve(["--demo", "any", "--demo-rate", "12"]);
  const tab = await browser.open(DESK);
  try {
    await openView(tab, server.address, "#endpoint=observation/realtime");
    await tab.evaluate("document.querySelectorAll('#content details.group').forEach((one) => { one.open = true; })");
    for (let k = 0; k < 20; k++) {
      await tab.evaluate(
        "document.querySelector('.handle').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', cancelable: true }))",
      );
      await pause(50);
    }
    const told = await tab.holds(`/The page waits \\d+ s/.test(${STATUS})`, 8000);
    tally.check("the page says that it waits for the server's limit", told, await tab.evaluate(STATUS));
    await tab.holds(`/surface_tilt=50/.test(location.hash) && /intervals/.test(${STATUS})`);
    tally.check("and is never refused", tab.errors.length === 0, ...tab.errors);
  } finally {
    await tab.close();
    await server.end();
  }
}

/** Years of hours at 52.5, 13.4, up to now, with markup where text belongs. */
async function writeWeather(folder) {
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  const rows = [
    "# latitude: 52.5",
    "# longitude: 13.4",
    "# altitude: 40",
    "start_time,global_horizontal_irradiance,temperature",
  ];
  for (let time = Date.UTC(2024, 0, 1); time < end; time += HOUR) {
    const sun = Math.max(0, Math.sin(((new Date(time).getUTCHours() - 5) / 12) * Math.PI));
    rows.push(`${new Date(time).toISOString().slice(0, 16)}Z,${Math.round(300 * sun)},${10 + Math.round(5 * sun)}`);
  }
  await writeFile(join(folder, "weather.csv"), `${rows.join("\n")}\n`);
  const described = { dataset: `Roof ${MARKUP}`, licence: MARKUP, attribution: MARKUP };
  await writeFile(join(folder, "weather.json"), JSON.stringify(described));
}
