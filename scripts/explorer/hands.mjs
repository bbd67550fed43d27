// What hands do: the mouse, the finger, and the keyboard alone. What leaves the page is in taken-away.mjs.
import { setTimeout as pause } from "node:timers/promises";
import { $, $$, button, labelled, PHONE, part, ROOM, STATUS, SUGGESTED, textsOf } from "./desk.mjs";

/** In fixtures/terrain/jacksboro.tif. */
const HILLS = "lat=36.5&lon=-84.2";
const LIGHT = "#room=light&endpoint=observation/realtime";
const SUN = "#room=sun&date=2024-06-21";
const MOST_A_SECOND = 5;
/** ms in which something would be seen to happen that must not. */
const A_WHILE = 500;
const HANDLE = (name) => $(`.handle[aria-label^="${name}"]`);
const ANGLE = (name) => `${HANDLE(name)}.getAttribute("aria-valuenow")`;
const MAP = $("canvas.map");
/** In the page: a sum of the map's pixels. */
const DRAWN_MAP = `((map) => new Uint32Array(map.getContext("2d").getImageData(0, 0, map.width, map.height).data.buffer)
  .reduce((sum, pixel) => Math.imul(sum, 31) + pixel | 0, 0))(${MAP})`;
const MAP_BUTTON = $(".place-map-button");
const PLACE = `String([Number(${part("lat")} ?? 36.1), Number(${part("lon")} ?? -79.95)])`;
const SKY = $(".drawable svg .axes rect");
const RIDGE = $(".drawable svg .horizon");
const IS_DRAWN = "/horizon=\\d/.test(location.hash)";
/** The horizon of the address, in which runs of one height are written `height*count`. */
const HEIGHTS = `(${part("horizon")} ?? "").split(",").flatMap((run) => {
  const [height, count = "1"] = run.split("*").map(Number);
  return new Array(Number(count)).fill(height);
})`;

export async function judgeHands({ open, report }) {
  const tab = await open();
  for (const work of [
    ...[dragPanel, useMap, zoomCurves, drawHorizon, goBack, showTerrain],
    ...[keysAlone, everyControl, useFingers, waitForObservations],
  ])
    await work(tab, open).catch((cause) => report.failed(`hands: ${work.name}`, cause));
  tab.clean("hands");
}

/** The panel of Light lies behind its angles. */
async function openLight(tab) {
  await tab.load(LIGHT);
  await tab.unfold("#content details.group");
}

async function dragPanel(tab) {
  await openLight(tab);
  tab.requests.length = 0;
  const { x, y } = await tab.middle(HANDLE("Tilt"));
  const way = Array.from({ length: 60 }, (_, k) => ({ x: x - k - 1, y: y - k - 1 }));
  await tab.drag({ x, y }, way, 30);
  const tilt = Number(await tab.evaluate(ANGLE("Tilt")));
  tab.check("dragging the panel tilts it", tilt > 45, tilt);
  const isOfTilt = ({ url }) => url.includes("/v1/") && url.includes(`surface_tilt=${tilt}&`);
  await tab.sees(
    "its angle is in the address",
    `location.hash.includes("surface_tilt=${tilt}") && /intervals/.test(${STATUS})`,
  );
  await tab.holds(() => tab.requests.some(isOfTilt));
  await pause(A_WHILE);
  const series = tab.requests.filter(({ url }) => url.includes("/v1/"));
  tab.check("dragging the panel asks for the series", series.length >= 4, series.length);
  tab.check("the last request is of where the panel stands", isOfTilt(series.at(-1)), series.at(-1));
  const times = series.map(({ time }) => time);
  const most = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 0.999).length));
  tab.check(`dragging asks at most ${MOST_A_SECOND} times a second`, most <= MOST_A_SECOND, most);
}

/** Opens the map, and waits until it is drawn as it stays. */
async function openMap(tab) {
  await tab.click(MAP_BUTTON);
  await tab.holds(MAP);
  await drawnMap(tab);
}

async function drawnMap(tab) {
  for (let same = 0; same < 3; ) {
    await tab.note(DRAWN_MAP);
    await tab.still();
    same = (await tab.changed(DRAWN_MAP, 100)) ? 0 : same + 1;
  }
}

async function useMap(tab) {
  await tab.show("#room=roof");
  await openMap(tab);
  const { x, y, width } = await tab.middle(MAP);
  const before = await tab.evaluate(PLACE);
  await tab.note(DRAWN_MAP);
  await tab.drag({ x, y }, [
    { x: x + 40, y },
    { x: x + 80, y },
  ]);
  const isMoved = await tab.changed(DRAWN_MAP);
  await pause(A_WHILE);
  const place = await tab.evaluate(PLACE);
  tab.check("dragging the map moves it, not the place", isMoved && place === before, place);
  await tab.drag({ x: x + width / 8, y });
  await tab.sees("a click on the map is a place", `${PLACE} !== "${before}" && Math.abs(${part("lat")}) <= 90`, PLACE);
  await tab.fill($("#place-search"), "36°06'N 79°57'W");
  await tab.holds(SUGGESTED);
  await tab.press("Enter");
  await tab.sees("coordinates are found by typing", `${PLACE} === "36.1,-79.95"`, PLACE);
  const wheel = async () => {
    const at = await tab.middle(MAP);
    await drawnMap(tab);
    await tab.note(DRAWN_MAP);
    await tab.send("Input.dispatchMouseEvent", { type: "mouseWheel", x: at.x, y: at.y, deltaX: 0, deltaY: -120 });
  };
  await wheel();
  tab.check("the wheel over the map scrolls the page", !(await tab.changed(DRAWN_MAP, A_WHILE)));
  await tab.evaluate(`${MAP}.focus()`);
  await wheel();
  tab.check("and zooms the map that was chosen", await tab.changed(DRAWN_MAP));
  await tab.click(MAP_BUTTON);
}

async function zoomCurves(tab) {
  await tab.show(LIGHT);
  const range = `${$(".curves .range")}.textContent`;
  const before = JSON.stringify(await tab.evaluate(range));
  const { x, y, width } = await tab.middle($("#view-curves .u-over"));
  await tab.drag({ x: x - width / 8, y }, [
    { x, y },
    { x: x + width / 8, y },
  ]);
  await tab.sees("dragging over the curves zooms in", `${range} !== ${before}`, range);
  await tab.sees("and the address keeps it", "/[#&]zoom=/.test(location.hash)");
  await tab.mouse("mouseMoved", 1, 1);
  await tab.click(button("Show all"));
  await tab.sees("“Show all” shows all again", `${range} === ${before}`, range);
}

async function drawHorizon(tab) {
  await tab.show(`${SUN}&lat=47.4&lon=8.5`);
  const { x, y, width } = await tab.middle(SKY);
  // A little more than a degree at a time, as a slow hand moves.
  const slow = Array.from({ length: 60 }, (_, k) => ({ x: x - width / 4 + (1.2 * k * width) / 360, y }));
  await tab.drag(slow[0], slow.slice(1));
  // The address follows when the hand is still: the last degree that was drawn is in it, too.
  await tab.holds(`${HEIGHTS}[159] > 40`);
  const drawn = await tab.evaluate(HEIGHTS);
  tab.check("a horizon is drawn by hand", drawn[120] > 40 && drawn[10] === 0, drawn[120]);
  const holes = drawn.slice(91, 160).filter((degrees) => Math.abs(degrees - drawn[120]) > 1).length;
  tab.check("the line has no holes", holes === 0, holes);
  await judgeLoss(tab, drawn);
  await tab.unfold("#content details");
  for (const [label, value] of Object.entries({ "Direction (°)": 5, "Height (°)": 33, "Width (°)": 3 }))
    await tab.evaluate(
      `((field) => { field.value = ${value}; field.dispatchEvent(new Event("input")); })(${labelled(label)})`,
    );
  await tab.click(button("Set this part of the line"));
  const isSet = `((set) => [4, 5, 6].every((k) => set[k] === 33) && set[120] === ${drawn[120]})(${HEIGHTS})`;
  await tab.sees("a horizon is set by numbers", isSet);
  const list = labelled("Elevations, clockwise from north (°)");
  const paste = (text) =>
    tab.evaluate(`(() => { ${list}.value = "${text}"; ${list}.dispatchEvent(new Event("change")); })()`);
  await paste("10, 20, 30");
  await tab.sees("a horizon is pasted", `${HEIGHTS}[120] === 20`);
  await paste("10, 99");
  await tab.says("one that cannot be is refused in words", /number 2 is “99”/, `${textsOf(".wrong")}.join("")`);
}

/** What the page says that the line takes is the difference of two direct requests. */
async function judgeLoss(tab, line) {
  const data = `${$(".horizon-loss")}.dataset`;
  const said = await tab.holds(`${data}.lost`);
  const { lost, open, behind } = said ? await tab.evaluate(`({ ...${data} })`) : {};
  const query = "yield?lat=47.4&lon=8.5&kwp=8&surface_tilt=30&surface_azimuth=180";
  const [whole, rest] = [await tab.ask(query), await tab.ask(`${query}&horizon=${line}`)].map(
    ({ annual }) => annual.energy,
  );
  const good = Number(open) === whole && Number(behind) === rest && Math.abs(Number(lost) - (whole - rest)) < 1e-6;
  const facts = { lost, open, whole, behind, rest };
  tab.check("the page says what the horizon takes: the service's two yields", good && rest < whole, facts);
}

/** Each step back undoes a change, and stays on the page. */
async function goBack(tab) {
  await tab.load(SUN);
  const { x, y, width } = await tab.middle(SKY);
  await tab.drag({ x: x - width / 4, y }, [{ x, y }]);
  await tab.sees("a drawn horizon is in the address", IS_DRAWN);
  await tab.click(ROOM("light"));
  await tab.holds("location.hash.includes('room=light')");
  await tab.evaluate("history.back()");
  await tab.sees("a step back undoes the last change", `${$("#content")}.dataset.room === "sun" && ${IS_DRAWN}`);
  await tab.evaluate("history.back()");
  await tab.sees("and the next the drawn horizon", `!${IS_DRAWN} && ${RIDGE}.getBBox().height === 0`);
}

/** Observations that are on their way are not said to be missing. */
async function waitForObservations(tab) {
  const said = `${$("#view-forecast")}.innerText`;
  let waits = false;
  // On a busy machine they may come before the forecast, and nothing waits.
  for (let attempt = 0; attempt < 4 && !waits; attempt++) {
    await tab.delay(0);
    await tab.load(LIGHT);
    await tab.delay(800);
    await tab.click(ROOM("forecast"));
    waits = await tab.holds(`/Loading the observations/.test(${said})`, 5000);
  }
  const before = await tab.evaluate(said);
  tab.check("the page says that observations are on their way", waits && !before.includes("no values"), before);
  await tab.delay(0);
  await tab.says("and then are there", /^(?!.*Loading).*Before now: /s, said);
}

/** A finger scrolls over the sun path and the map; it draws and moves them in the mode that a button switches on. */
async function useFingers(_tab, open) {
  const tab = await open(PHONE);
  await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const swipe = async (element, dx, dy) => {
    const { x, y } = await tab.middle(element);
    const touch = (type, ...touchPoints) => tab.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", { x, y });
    for (let k = 1; k <= 10; k++) await touch("touchMove", { x: x + (dx * k) / 10, y: y + (dy * k) / 10 });
    await touch("touchEnd");
  };
  await tab.load(SUN);
  await openMap(tab);
  for (const [what, element, mode, state] of [
    ["the sun path", $(".drawable svg"), "Draw by touch", IS_DRAWN],
    ["the map", MAP, "✥", DRAWN_MAP],
  ]) {
    await tab.middle(element);
    await tab.note(state);
    const top = await tab.evaluate("scrollY");
    await swipe(element, 20, -120);
    await tab.sees(`a finger scrolls over ${what}`, `scrollY - ${top} > 50`, "scrollY");
    tab.check(`${what} stays as it is`, !(await tab.changed(state, A_WHILE)));
    await tab.click(button(mode));
    await swipe(element, 60, -60);
    tab.check(`in its mode it changes ${what}`, await tab.changed(state));
  }
  await tab.close();
}

/** The line of the elevation files, where they have the place. */
async function showTerrain(tab) {
  const { elevation } = await tab.ask(`horizon?${HILLS}`);
  await tab.show(`${SUN}&${HILLS}&horizon=auto`);
  const top = `${RIDGE}.getBBox().height / ${SKY}.getBBox().height * 90`;
  const highest = Math.max(...elevation);
  await tab.sees("the terrain's horizon is on the sun path", `${top} > 0 && Math.abs(${top} - ${highest}) < 0.5`, top);
  const rows = await tab.rows();
  const wrong = rows.filter((row) => Math.abs(Number(row[3]) - elevation[Math.round(Number(row[1])) % 360]) > 1);
  // Between two whole degrees it is a little of both.
  tab.check("the table has the terrain's horizon", rows.length === 24 && wrong.length <= 2, ...wrong);
}

async function keysAlone(tab) {
  await openLight(tab);
  /** Keys, one after the other, at an element. */
  const keys = async (element, ...names) => {
    await tab.evaluate(`${element}.focus()`);
    for (const name of names) await tab.press(name, name === "+" ? { text: "+" } : {});
  };
  await keys(HANDLE("Direction"), "ArrowRight", "ArrowUp", "PageUp");
  await tab.sees("arrow keys turn the panel", `${ANGLE("Direction")} === "192"`, ANGLE("Direction"));
  await keys($("#tab-curves"), "ArrowRight");
  await tab.sees("arrow keys change the view", `${$("#view-heat-map")} !== null`);
  await keys($(".drawings > details.table summary"), "Enter");
  await tab.sees("Enter opens the table", $(".drawings > details.table tbody tr"));
  await keys(MAP_BUTTON, "Enter");
  await tab.holds(MAP);
  await drawnMap(tab);
  await keys(MAP, "+", "ArrowRight", "ArrowRight", "ArrowRight", "Enter");
  await tab.sees("keys choose a place on the map", "/lon=(?!-79\\.95)/.test(location.hash)");
}

/** The Tab key comes to everything that can be used, in each room. Of a group of radio buttons it comes to the chosen one. */
const CONTROLS = `${$$("a[href], button, input, select, textarea, summary, [tabindex]")}
  .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked))`;

async function everyControl(tab) {
  for (const [room, least] of Object.entries({ roof: 20, light: 25, sun: 20, data: 20 })) {
    await tab.load(`#room=${room}`);
    await tab.unfold();
    await tab.still();
    await tab.evaluate(
      "window.met = new Set(); document.addEventListener('focusin', ({ target }) => met.add(target)); document.activeElement.blur()",
    );
    const count = await tab.evaluate(`${CONTROLS}.length`);
    const unmet = `${CONTROLS}.filter((one) => !met.has(one)).map((one) => one.outerHTML.slice(0, 120))`;
    let left = [];
    for (let k = 0; k < count + 20; k++) {
      await tab.press("Tab");
      if (k >= count - 2 && (left = await tab.evaluate(unmet)).length === 0) break;
    }
    const areMet = count > least && left.length === 0;
    tab.check(`${room}: the Tab key comes to all ${count} controls`, areMet, ...left.slice(0, 4));
  }
}
