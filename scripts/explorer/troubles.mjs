// What the page says when something is wrong, what it keeps to itself, and what it does not do without a click.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openAccount, serve } from "../lib/process.mjs";
import { $, button, DESK, STATUS } from "./desk.mjs";
import { MONTHS } from "./rooms.mjs";

const MARKUP = "<img src=x onerror=window.taken=1>";
const HOUR = 3_600_000;
const KEY = $("input[type=password]");
const BERLIN = "#lat=52.5&lon=13.4";
const YEAR = `${BERLIN}&endpoint=observation/historical&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&frequency=1_hour`;
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

export async function judgeTroubles({ open, folder }) {
  await staysWithinRate(open);
  const data = join(folder, "data");
  const [key, poor] = [await openAccount(data, 1000, "rich"), await openAccount(data, 0.5, "poor")];
  const common = ["--data", data, "--demo", "places", "--weather", await writeWeather(folder)];
  const server = await serve([...common, "--demo-rate", "1000000"]);
  const tab = await open(DESK, { address: server.address });
  await placesAndKeys(tab, poor);
  await use(tab, key);
  await tab.says("a price is shown, and the balance", /This request: 1 token; balance: 1000 tokens/);
  for (const work of [neverWithoutClick, keepsTheKey, showsTextAsText, monthlyValues, wrongRequests, slow])
    await work(tab, key);
  await server.end();
  await tab.evaluate(`${$(".status .actions button:not([hidden])")}?.click()`);
  // The page is there already; what it asks for next is not.
  await tab.evaluate(`location.hash = "${BERLIN}&endpoint=observation/realtime&frequency=1_hour&language=en"`);
  await tab.says("the server is gone: what to check", /server does not answer.*Check that it is running/);
  const again = await serve(["--port", new URL(server.address).port, ...common]);
  await tab.says("when it is there again, the page asks by itself", /This request: /);
  await again.end();
}

/** Opens a state, of which an answer need not come. Requests that have a price are those of Light, unless the link says otherwise. */
async function openAt(tab, hash) {
  await tab.go("about:blank");
  const whole = /endpoint=|room=/.test(hash) ? hash : `${hash}&endpoint=observation/realtime`;
  await tab.go(`${tab.address}/${whole}&language=en`);
  await tab.holds($("#content .status"));
}

/** Enters a key under Account. */
async function use(tab, key) {
  await tab.set({ room: "account" });
  await tab.fill(KEY, key);
  await tab.press("Enter");
  await tab.set({ room: "light", endpoint: "observation/realtime" });
}

async function placesAndKeys(tab, poor) {
  await openAt(tab, "#lat=95&lon=8.5");
  await tab.says(
    "a place that cannot be read: nothing is asked",
    /place in this link cannot be read, so no request was sent\. Choose/,
  );
  await pause(1500);
  const asked = tab.requests.filter(({ url }) => url.includes("/v1/"));
  tab.check("nor about it", asked.length === 0, ...asked);
  await tab.says("both halves are named", /lat=95.*lon=8\.5/, `${$("main > .wrong")}.textContent`);
  await openAt(tab, "#lat=48&lon=11");
  await tab.says("a place that the demo key does not serve: those that it does", /Choose one of these places.*50, 10/s);
  await openAt(tab, BERLIN);
  await use(tab, "irr_wrong000_00000000000000000000000000000000");
  await tab.says("a wrong key: where to mend it", /does not know this key.*Check under “Account”/);
  await use(tab, poor);
  const lacks = /costs 1 token, 0\.5 (tokens )?are left.*ask the operator/s;
  await tab.says("no tokens: the price, the balance, and what to do", lacks);
}

async function neverWithoutClick(tab) {
  await openAt(tab, YEAR);
  await tab.says("a dear request waits for a click", /This request: 200\.?\d* tokens.*Press Send/s);
  await tab.unfold("#content details.group");
  const { x, y } = await tab.middle($(".handle"));
  for (let k = 0; k < 20; k++) await tab.drag({ x, y }, [{ x: x - k, y: y - k }], 40);
  await pause(800);
  const isSeries = ({ url, method }) => method === "GET" && url.includes("/v1/observation/historical");
  const series = tab.requests.filter(isSeries);
  tab.check("dragging never sends a dear request", series.length === 0, ...series);
  await tab.click($(".send"));
  await tab.says("a click sends it, and the balance is told", /balance: 800 tokens.*8784 intervals/s);
  await openAt(tab, `${BERLIN}&endpoint=observation/training&start=-20days&end=-19days`);
  await tab.says("a cheap one waits, too, unless it is allowed", /Press Send/);
}

async function keepsTheKey(tab, key) {
  const shown = await tab.evaluate("document.documentElement.outerHTML + location.href + document.title");
  tab.check("the key is neither in the page nor in its address", !shown.includes(key));
  const kept = await tab.evaluate("[Object.values(sessionStorage), Object.values(localStorage), document.cookie]");
  const isHere = kept[0].includes(key) && kept[1].length === 0 && kept[2] === "";
  tab.check("the key is in this tab's session and nowhere else", isHere, kept[1]);
  tab.check("no request has the key in its address", !tab.requests.some(({ url }) => url.includes(key)));
  const isInHeader = tab.requests.some(({ authorization }) => authorization === `Bearer ${key}`);
  tab.check("requests have it in their header", isInHeader);
  await openAt(tab, YEAR);
  await tab.set({ room: "account" });
  const usage = /Keys.*observation\/historical\s+1\s+200/s;
  await tab.says("the account view has keys and usage by day and endpoint", usage, `${$(".account")}.innerText`);
}

async function showsTextAsText(tab) {
  await openAt(tab, YEAR);
  await tab.holds(`!${$(".send")}.hidden`);
  await tab.click($(".send"));
  const sources = `${$(".sources")}.innerText`;
  await tab.sees("what a source says is shown as text", `${sources}.includes("${MARKUP}")`, sources);
  const taken = "window.taken === 1 || document.querySelector('img') !== null";
  tab.check("and is nothing but text", !(await tab.evaluate(taken)));
  await tab.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.taken = 1' }))",
  );
  tab.check("the policy holds: a script inside of the page does not run", !(await tab.evaluate(taken)));
}

/** 600 tokens are left; a year costs 500, and one whose answer is lost is paid for once. */
async function monthlyValues(tab) {
  tab.requests.length = 0;
  await openAt(tab, `${BERLIN}&endpoint=climate/import/monthly&monthly_temperature=${MONTHS.temperature}`);
  await tab.says(
    "monthly values that are not there yet: the field, and what to enter",
    /“Period”. Global horizontal irradiance: enter twelve monthly values\.(?!.*Temperature)/,
  );
  await tab.says("no lines are offered of it", /Enter the monthly/, `${$(".empty")}.innerText`);
  const area = $("[data-parameter=monthly_ghi]");
  const enter = async (text) => {
    await tab.evaluate(`${area}.value = ${JSON.stringify(text)}`);
    await tab.evaluate(`${area}.dispatchEvent(new Event("change"))`);
  };
  await enter("39 70 much 165");
  const wrong = `${area}.parentElement.querySelector(".wrong").textContent`;
  await tab.says("monthly values that cannot be: the month and what stands there", /March is “much”/, wrong);
  await tab.says("and so does the state of the request", /Global horizontal irradiance: March is “much”/);
  await enter(MONTHS.ghi.join("\t"));
  const price = /This request: 500 tokens; balance: 600 tokens.*Press Send/s;
  await tab.says("a year from a row of a spreadsheet: its price, and no more", price);
  await tab.evaluate(LOSE_ONE_ANSWER);
  await tab.click($(".send"));
  await tab.says("an answer is lost on its way: what to do", /server does not answer.*try again/);
  // The page may have done so by itself already.
  await tab.click(button("Try again"));
  await tab.says("the price is asked anew", /balance: 100 tokens.*Press Send/s);
  await tab.click($(".send"));
  const free = /This request: 500 tokens, paid for before; balance: 100 tokens.*8760 intervals/s;
  await tab.says("the same is sent again, and not paid for twice", free);
  const posted = tab.requests.filter(({ method, url }) => method === "POST" && url.includes("/v1/"));
  tab.check("nothing was posted without a click", posted.length === 2, ...posted);
}

async function wrongRequests(tab) {
  await openAt(tab, "#lat=-48&lon=-60");
  const lacks = /no such weather of this place for your key.*Choose another period or place/;
  await tab.says("no weather: what to do", lacks);
  await openAt(tab, `${BERLIN}&more=surface_tilt=95`);
  await tab.says("a wrong parameter: its name, and what would be right", /"?surface_tilt"?.*Change it/s);
}

async function slow(tab) {
  await openAt(tab, `${BERLIN}&endpoint=observation/realtime`);
  await tab.set({ room: "account" });
  await tab.click($("#content input[type=checkbox]"));
  await tab.set({ room: "light" });
  // The price comes as late, then the answer: long enough for any machine to see what the page says before it.
  await tab.delay(15_000);
  await tab.set({ parameters: "temperature" });
  const said = /No answer for \d+ s: .*connection is slow.*wait or stop/;
  await tab.says("a slow server: it says so, and what can be done", said);
  await tab.click(button("Stop"));
  await tab.says("a request is stopped", /Stopped; nothing was charged/);
  await tab.delay(0);
}

/** With few requests a minute the page goes slowly by itself, and says so: it is never refused. */
async function staysWithinRate(open) {
  const server = await serve(["--demo", "any", "--demo-rate", "12"]);
  const tab = await open(DESK, { address: server.address });
  await tab.load("#endpoint=observation/realtime");
  await tab.unfold("#content details.group");
  await tab.evaluate(`${$(".handle")}.focus()`);
  for (let k = 0; k < 20; k++) {
    await tab.press("ArrowUp");
    await pause(50);
  }
  await tab.says("the page says that it waits for the server's limit", /The page waits \d+ s/);
  await tab.holds(`location.hash.includes("surface_tilt=50") && /intervals/.test(${STATUS})`);
  tab.check("and is never refused", tab.errors.length === 0, ...tab.errors);
  await tab.close();
  await server.end();
}

/** Years of hours at 52.5, 13.4, up to now, with markup where text belongs. @returns the file */
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
  const file = join(folder, "weather.csv");
  await writeFile(file, `${rows.join("\n")}\n`);
  const described = { dataset: `Roof ${MARKUP}`, licence: MARKUP, attribution: MARKUP };
  await writeFile(join(folder, "weather.json"), JSON.stringify(described));
  return file;
}
