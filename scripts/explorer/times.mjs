// Times: the page's clocks at places where they are changed, against the time-zone data of Node; periods as they are typed or
// chosen; steps that are undone.
import { readFileSync } from "node:fs";
import { pause } from "../browser/devtools.mjs";
import { checkClean, openView, tableRows } from "./desk.mjs";
import { IS_ANSWERED } from "./roof.mjs";

const DESK = { width: 1280, height: 1000 };
/** A place of each zone. */
const PLACES = {
  "Europe/Zurich": [47.37, 8.54],
  "Europe/London": [51.5, -0.13],
  "Europe/Dublin": [53.35, -6.26],
  "Atlantic/Azores": [37.74, -25.67],
  "America/New_York": [40.71, -74.01],
  "America/St_Johns": [47.56, -52.71],
  "America/Havana": [23.13, -82.38],
  "America/Santiago": [-33.45, -70.67],
  "America/Asuncion": [-25.28, -57.63],
  "America/Nuuk": [64.18, -51.72],
  "Africa/Casablanca": [33.57, -7.59],
  "Africa/Cairo": [30.04, 31.24],
  "Asia/Beirut": [33.89, 35.5],
  "Asia/Jerusalem": [31.78, 35.22],
  "Asia/Tehran": [35.69, 51.39],
  "Australia/Lord_Howe": [-31.55, 159.08],
  "Australia/Adelaide": [-34.93, 138.6],
  "Australia/Sydney": [-33.87, 151.21],
  "Pacific/Auckland": [-36.85, 174.76],
  "Pacific/Chatham": [-43.95, -176.55],
  "Pacific/Apia": [-13.83, -171.77],
  "Antarctica/Troll": [-72.01, 2.53],
};
const { zones } = JSON.parse(readFileSync(new URL("../../fixtures/time/clocks.json", import.meta.url), "utf8"));
const QUARTER = 900_000;
const DAY = 86_400_000;
/** Observations are served from then on. */
const FIRST = Date.UTC(2020, 0, 2);

export async function judgeTimes(tally, browser, address, only = undefined) {
  const tab = await browser.open(DESK);
  const works = { clocks, typed, steps, starts };
  for (const [name, work] of Object.entries(works)) {
    if (only !== undefined && only !== name) continue;
    await work(tally, tab, address, browser).catch((cause) => tally.check(`times: ${name}`, false, cause.message));
  }
  checkClean(tally, "times", tab, address);
  await tab.close();
}

async function clocks(tally, tab, address) {
  for (const [zone, [lat, lon]] of Object.entries(PLACES)) {
    const changes = zones.find((one) => one.zone === zone).changes.map(([seconds]) => seconds * 1000);
    for (const change of changes.filter((time) => time > FIRST).slice(-2)) {
      // Where clocks change at midnight, the longer or shorter day may be the one before or after.
      const dates = [dateOf(change - 1, zone), dateOf(change, zone)];
      const date = dates.find((one) => quartersOf(one, zone).length !== DAY / QUARTER);
      const quarters = quartersOf(date, zone);
      await openView(tab, address, `#room=history&lat=${lat}&lon=${lon}&start=${date}&end=${nextDate(date)}`);
      const rows = await tableRows(tab);
      tally.same(
        `${zone}, ${date}: ${quarters.length / 4} hours by the place's clock`,
        rows.map(([time]) => [time]),
        clockTexts(quarters, zone),
      );
    }
  }
}

function dateOf(time, zone) {
  return shown(time, zone).slice(0, 10);
}

function nextDate(date) {
  return new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);
}

/** "2024-03-31 03:00" */
function shown(time, zone) {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(time);
}

/** Unix ms of all quarter hours of a date. */
function quartersOf(date, zone) {
  const around = Array.from({ length: (4 * DAY) / QUARTER }, (_, k) => Date.parse(date) - 2 * DAY + k * QUARTER);
  return around.filter((time) => dateOf(time, zone) === date);
}

/** As the page's table has them: those that come twice with their offset. */
function clockTexts(times, zone) {
  const texts = times.map((time) => shown(time, zone));
  return texts.map((text, k) => {
    const minutes = (Date.parse(`${text.replace(" ", "T")}Z`) - times[k]) / 60_000;
    return [texts.indexOf(text) === texts.lastIndexOf(text) ? text : `${text} ${offsetText(minutes)}`];
  });
}

function offsetText(minutes) {
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

const FIELD = (name) => `document.querySelector("#content [data-parameter=${name}]")`;
const HASH = "decodeURIComponent(location.hash)";

async function type(tab, name, text) {
  await tab.evaluate(`(() => { const one = ${FIELD(name)}; one.focus(); one.select(); })()`);
  await tab.send("Input.insertText", { text });
  await tab.press("Enter");
  await tab.evaluate("document.activeElement.blur()");
}

async function typed(tally, tab, address) {
  await openView(tab, address, "#room=history&lat=47.37&lon=8.54&frequency=1_hour");
  const year = new Date().getUTCFullYear() - 1;
  await tab.evaluate(`document.querySelector("#content .period .exact").open = true`);
  await type(tab, "start", "01.03.2024");
  await type(tab, "end", "31 Mar 2024");
  tally.check(
    "dates in two forms are taken, the end with its whole day",
    await tab.holds(`/start=2024-03-01&end=2024-04-01/.test(${HASH})`),
    await tab.evaluate(HASH),
  );
  tally.check("and shown as days of the place", (await tab.evaluate(`${FIELD("end")}.value`)) === "2024-03-31");
  await tab.holds("/intervals/.test(document.querySelector('#content .status')?.innerText ?? '')");
  await pause(500);
  const before = tab.requests.length;
  for (const wrong of ["some day", "30.02.2024", "1/2/2024", "-10years", "01.01.24", "2019-01-01", "2024-04-02"]) {
    await type(tab, "start", wrong);
    const said = await tab.evaluate(
      `[...document.querySelectorAll("#content .span .wrong")].map((one) => one.textContent).join(" ")`,
    );
    const isMarked = await tab.evaluate(`document.querySelector("#content .span [aria-invalid=true]") !== null`);
    tally.check(`“${wrong}” is marked at its field, with words`, isMarked && said.length > 20, said);
  }
  await pause(600);
  tally.check("and nothing is asked for it", tab.requests.length === before, tab.requests.length - before);
  const preset = `document.querySelector("#content [data-preset=lastYear]")`;
  await tab.click(preset);
  tally.check(
    "last year is one click",
    await tab.holds(`${HASH}.includes("start=${year}-01-01&end=${year + 1}-01-01")`),
    await tab.evaluate(HASH),
  );
  tally.check("whose button is pressed", await tab.holds(`${preset}.getAttribute("aria-pressed") === "true"`));
  await tab.evaluate(`${FIELD("start")}.parentElement.querySelector("button").focus()`);
  tally.check(
    "the calendar has a button with a name",
    await tab.evaluate(`/calendar/.test(document.activeElement.ariaLabel)`),
  );
}

/** The browser's history counts no further than 50. */
const STEP = "history.state.step";
const UNDO = "document.querySelector('.undo button')";
const REDO = "document.querySelector('.undo button:last-child')";

async function steps(tally, tab, address) {
  await openView(tab, address, "#room=roof&lat=47.37&lon=8.54");
  const handle = `document.querySelector("#content .panel .handle")`;
  const first = await tab.evaluate(STEP);
  const { x, y } = await tab.middle(handle);
  await tab.mouse("mousePressed", x, y);
  for (let k = 1; k <= 4; k++) {
    await tab.mouse("mouseMoved", x, y - 8 * k);
    await pause(400);
  }
  await tab.mouse("mouseReleased", x, y - 32);
  await tab.holds(`${HASH}.includes("surface_tilt=")`);
  await pause(500);
  tally.check("a slow drag is one step", (await tab.evaluate(STEP)) - first === 1);
  tally.check(
    "that undo names",
    (await tab.evaluate(`${UNDO}.ariaLabel`)) === "Undo: tilt",
    await tab.evaluate(`${UNDO}.ariaLabel`),
  );
  await tab.click(UNDO);
  tally.check(
    "undo takes it back",
    await tab.holds(`!${HASH}.includes("surface_tilt=") && ${UNDO}.ariaDisabled === "true"`),
  );
  tally.check("and redo names it", (await tab.evaluate(`${REDO}.ariaLabel`)) === "Redo: tilt");
  await tab.click(REDO);
  tally.check("redo does it again", await tab.holds(`${HASH}.includes("surface_tilt=")`));
  await tab.evaluate("document.activeElement.blur()");
  for (const type of ["rawKeyDown", "keyUp"]) {
    await tab.send("Input.dispatchKeyEvent", { type, key: "z", windowsVirtualKeyCode: 90, modifiers: 2 });
  }
  tally.check("so does the keyboard, with Ctrl+Z", await tab.holds(`!${HASH}.includes("surface_tilt=")`));
}

/** The page begins in the browser's zone, without a word to the device; a name in a link stays as long as its place does. */
async function starts(tally, _tab, address, browser) {
  const field = "document.querySelector('#place-search').value";
  for (const [zone, town] of Object.entries({
    "Europe/Zurich": "Zürich",
    "Australia/Sydney": "Sydney",
    UTC: "Greensboro",
  })) {
    const tab = await browser.open(DESK);
    await tab.send("Emulation.setTimezoneOverride", { timezoneId: zone });
    await tab.go(`${address}/`);
    const came = await tab.holds(IS_ANSWERED, 60_000);
    const name = await tab.evaluate(field);
    tally.check(`a browser in ${zone} begins at ${town}`, came && name.startsWith(town), name);
    checkClean(tally, `a start in ${zone}`, tab, address);
    await tab.close();
  }
  const tab = await browser.open(DESK);
  await openView(tab, address, "#room=roof&name=Z%C3%BCrich&lat=25&lon=20");
  const isDropped = await tab.holds(`!/Z.rich/.test(${field}) && !location.hash.includes("name=")`, 20_000);
  tally.check(
    "a name far from its town is left out, and that is said",
    isDropped && (await tab.holds("/elsewhere/.test(document.querySelector('.place').innerText)")),
  );
  await tab.close();
}
