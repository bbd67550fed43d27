// Times: the page's clocks at places where they are changed, against the time-zone data of Node; periods as they are typed or
// chosen; steps that are undone.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { $, DESK, HASH, IS_ANSWERED, STATUS, textsOf } from "./desk.mjs";

/** A place of each kind of zone: all the others are in server/test/explorer/time.test.ts. */
const PLACES = /** @type {{ [zone: string]: [lat: number, lon: number] }} */ ({
  "Europe/Zurich": [47.37, 8.54],
  "Europe/Dublin": [53.35, -6.26],
  "Atlantic/Azores": [37.74, -25.67],
  "America/St_Johns": [47.56, -52.71],
  "America/Havana": [23.13, -82.38],
  "America/Santiago": [-33.45, -70.67],
  "America/Nuuk": [64.18, -51.72],
  "Africa/Casablanca": [33.57, -7.59],
  "Africa/Cairo": [30.04, 31.24],
  "Asia/Beirut": [33.89, 35.5],
  "Asia/Tehran": [35.69, 51.39],
  "Australia/Lord_Howe": [-31.55, 159.08],
  "Australia/Adelaide": [-34.93, 138.6],
  "Pacific/Chatham": [-43.95, -176.55],
  "Pacific/Apia": [-13.83, -171.77],
  "Antarctica/Troll": [-72.01, 2.53],
});
const { zones } = JSON.parse(readFileSync(new URL("../../fixtures/time/clocks.json", import.meta.url), "utf8"));
const QUARTER = 900_000;
const DAY = 86_400_000;
/** Observations are served from then on. */
const FIRST = Date.UTC(2020, 0, 2);

export async function judgeTimes({ open, report }) {
  const tab = await open();
  for (const work of [judgeClocks, judgeFields, judgeSteps, judgeStarts])
    await work(tab, open).catch((cause) => report.failed(work.name, cause));
  tab.clean("times");
}

async function judgeClocks(tab) {
  for (const [zone, [lat, lon]] of Object.entries(PLACES)) {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
    /** As "2024-03-31 03:00". */
    const shown = (time) => format.format(time);
    const quartersOf = (date) =>
      Array.from({ length: (4 * DAY) / QUARTER }, (_, k) => Date.parse(date) - 2 * DAY + k * QUARTER).filter(
        (time) => shown(time).slice(0, 10) === date,
      );
    const changes = zones.find((one) => one.zone === zone).changes.map(([seconds]) => seconds * 1000);
    for (const change of changes.filter((time) => time > FIRST).slice(-2)) {
      // Where clocks change at midnight, the longer or shorter day may be the one before or after.
      const dates = [change - 1, change].map((time) => shown(time).slice(0, 10));
      const date = dates.find((one) => quartersOf(one).length !== DAY / QUARTER);
      const quarters = quartersOf(date);
      const next = new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);
      await tab.show(`#room=history&lat=${lat}&lon=${lon}&start=${date}&end=${next}&frequency=15_minutes`);
      const found = (await tab.rows()).map(([time]) => [time]);
      tab.same(
        `${zone}, ${date}: ${quarters.length / 4} hours by the place's clock`,
        found,
        clockTexts(quarters, shown),
      );
    }
  }
}

/** As the page's table has them: those that come twice with their offset. */
function clockTexts(times, shown) {
  const texts = times.map(shown);
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

const FIELD = (name) => $(`#content [data-parameter=${name}]`);
const WRONG_TIMES = ["2019-01-01", "2024-04-02", "2099-01-01"];

async function judgeFields(tab) {
  const enter = (name, value) =>
    tab.evaluate(`((field) => {
      field.value = "${value}";
      field.dispatchEvent(new Event("change", { bubbles: true }));
    })(${FIELD(name)})`);
  await tab.show("#room=history&lat=47.37&lon=8.54&frequency=1_hour");
  const year = new Date().getUTCFullYear() - 1;
  await tab.unfold("#content .period .exact");
  await tab.says("a day has the browser's own field", /^date$/, `${FIELD("start")}.type`);
  await enter("start", "2024-03-01");
  await enter("end", "2024-03-31");
  await tab.says("days are taken, the end with its whole day", /start=2024-03-01&end=2024-04-01/, HASH);
  await tab.says("and shown as days of the place", /^2024-03-31$/, `${FIELD("end")}.value`);
  await tab.holds(`/intervals/.test(${STATUS}) && !${$(".drawings.old")}`);
  await tab.still();
  const before = tab.requests.length;
  for (const wrong of WRONG_TIMES) {
    await enter("start", wrong);
    const said = `${$("#content .span [aria-invalid=true]")} && ${textsOf("#content .span .wrong")}.join(" ")`;
    await tab.says(`“${wrong}” is marked, with words`, /.{21}/, said);
    await tab.says(`“${wrong}” stays to be mended`, new RegExp(wrong), `${FIELD("start")}.value`);
  }
  await pause(600);
  tab.check("and nothing is asked for it", tab.requests.length === before, tab.requests.length - before);
  const preset = $("#content [data-preset=lastYear]");
  await tab.click(preset);
  await tab.sees("last year is one click", `${HASH}.includes("start=${year}-01-01&end=${year + 1}-01-01")`);
  await tab.sees("whose button is pressed", `${preset}.getAttribute("aria-pressed") === "true"`);
  await tab.says("and whose days stand in the fields", new RegExp(`^${year}-01-01$`), `${FIELD("start")}.value`);
}

/** The browser's history counts no further than 50. */
const STEP = "history.state.step";
const [UNDO, REDO] = [$(".undo button"), $(".undo button:last-child")];
const IS_TILTED = `${HASH}.includes("surface_tilt=")`;

async function judgeSteps(tab) {
  await tab.load("#room=roof&lat=47.37&lon=8.54");
  const first = await tab.evaluate(STEP);
  const { x, y } = await tab.middle($("#content .panel .handle"));
  await tab.drag(
    { x, y },
    [8, 16, 24, 32].map((up) => ({ x, y: y - up })),
    400,
  );
  await tab.holds(`${IS_TILTED} && ${STEP} === ${first + 1}`);
  await tab.sees("a slow drag is one step", `${STEP} === ${first + 1}`, STEP);
  await tab.says("that undo names", /^Undo: tilt$/, `${UNDO}.ariaLabel`);
  await tab.click(UNDO);
  await tab.sees("undo takes it back", `!${IS_TILTED} && ${UNDO}.ariaDisabled === "true"`);
  await tab.says("and redo names it", /^Redo: tilt$/, `${REDO}.ariaLabel`);
  await tab.click(REDO);
  await tab.sees("redo does it again", IS_TILTED);
  await tab.evaluate("document.activeElement.blur()");
  await tab.press("z", { modifiers: 2 });
  await tab.sees("so does the keyboard, with Ctrl+Z", `!${IS_TILTED}`);
}

/** The page begins in the browser's zone, without a word to the device; a name in a link stays as long as its place does. */
async function judgeStarts(tab, open) {
  const field = `${$("#place-search")}.value`;
  for (const [zone, town] of Object.entries({
    "Europe/Zurich": "Zürich",
    UTC: "Greensboro",
  })) {
    const fresh = await open(DESK);
    await fresh.send("Emulation.setTimezoneOverride", { timezoneId: zone });
    await fresh.go(`${fresh.address}/`);
    await fresh.sees(
      `a browser in ${zone} begins at ${town}`,
      `${IS_ANSWERED} && ${field}.startsWith("${town}")`,
      field,
    );
    fresh.clean(`a start in ${zone}`);
    await fresh.close();
  }
  await tab.load("#room=roof&name=Z%C3%BCrich&lat=25&lon=20");
  const isDropped = `!/Z.rich/.test(${field}) && !location.hash.includes("name=")`;
  await tab.sees("a name far from its town is left out", isDropped);
  await tab.says("and that is said", /elsewhere/, `${$(".place")}.innerText`);
}
