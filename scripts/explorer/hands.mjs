// What hands do: the mouse, and the keyboard alone.
import { pause } from "../browser/devtools.mjs";
import { ask, CATCH_FILES, checkClean, openView, STATUS, tableRows } from "./desk.mjs";

/** In fixtures/terrain/jacksboro.tif. */
const HILLS = "lat=36.5&lon=-84.2";
const DESK = { width: 1280, height: 1000 };
const MOST_A_SECOND = 5;
const HANDLE = (name) => `document.querySelector('.handle[aria-label^="${name}"]')`;
const field = (label) =>
  `[...document.querySelectorAll('label')].find((one) => one.textContent === ${JSON.stringify(label)}).control`;
const button = (label) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(label)})`;

/** @param only the name of one of the works, to try it alone */
export async function judgeHands(tally, browser, address, only = undefined) {
  const works = {
    ...{ dragPanel, useMap, zoomCurves, drawHorizon, goBack, showTerrain, sendView, download, pictures },
    ...{ keysAlone, everyControl, useFingers, waitForObservations },
  };
  const tab = await browser.open(DESK);
  for (const [name, work] of Object.entries(works)) {
    if (only !== undefined && only !== name) continue;
    await work(tally, tab, address, browser).catch((cause) => tally.check(`hands: ${name}`, false, cause.message));
  }
  checkClean(tally, "hands", tab, address);
  await tab.close();
}

const PNG_FACTS = `createImageBitmap(window.saved).then((image) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, ground: String(data.slice(0, 4)), colours: new Set(new Uint32Array(data.buffer)).size };
})`;

const MAP = "document.querySelector('canvas.map').toDataURL()";

const sent = (tab) => tab.requests.filter(({ url }) => url.includes("/v1/"));

/** The most requests in any second. */
function busiest(requests) {
  const times = requests.map(({ time }) => time);
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 0.999).length));
}

/** In Light, whose panel lies behind its angles. */
async function dragPanel(tally, tab, address) {
  await openView(tab, address, "#room=light&endpoint=observation/realtime");
  await openPlane(tab);
  const before = sent(tab).length;
  const { x, y } = await tab.middle(HANDLE("Tilt"));
  await tab.mouse("mousePressed", x, y);
  for (let k = 1; k <= 60; k++) {
    await tab.mouse("mouseMoved", x - k, y - k);
    await pause(30);
  }
  await tab.mouse("mouseReleased", x - 60, y - 60);
  const tilt = Number(await tab.evaluate(`${HANDLE("Tilt")}.getAttribute("aria-valuenow")`));
  tally.check("dragging the panel tilts it", tilt > 45, tilt);
  const arrived = await tab.holds(`location.hash.includes("surface_tilt=${tilt}") && /intervals/.test(${STATUS})`);
  await pause(800);
  const series = sent(tab).slice(before);
  tally.check("dragging the panel asks for the series", arrived && series.length >= 4, series.length);
  tally.check(
    "the last request is of where the panel stands",
    series.at(-1)?.url.includes(`surface_tilt=${tilt}&`),
    series.at(-1),
  );
  const most = busiest(sent(tab));
  tally.check(`dragging asks at most ${MOST_A_SECOND} times a second`, most <= MOST_A_SECOND, most);
}

function openPlane(tab) {
  return tab.evaluate("document.querySelectorAll('#content details.group').forEach((one) => { one.open = true; })");
}

async function useMap(tally, tab, address) {
  await openView(tab, address, "#room=roof");
  const place = () =>
    tab.evaluate(
      `((parts) => [Number(parts.get("lat") ?? 36.1), Number(parts.get("lon") ?? -79.95)])(new URLSearchParams(location.hash.slice(1)))`,
    );
  await tab.click("document.querySelector('.place-map-button')");
  await tab.holds("document.querySelector('canvas.map')", 8000);
  await pause(500);
  const { x, y, width } = await tab.middle("document.querySelector('canvas.map')");
  const [before, drawn] = [await place(), await tab.evaluate(MAP)];
  await tab.drag({ x, y }, { x: x + 40, y }, { x: x + 80, y });
  await pause(500);
  const isMoved = drawn !== (await tab.evaluate(MAP));
  tally.check(
    "dragging the map moves it, not the place",
    isMoved && String(await place()) === String(before),
    await place(),
  );
  await tab.drag({ x: x + width / 8, y });
  await pause(800);
  const [lat, lon] = await place();
  tally.check("a click on the map is a place", String([lat, lon]) !== String(before) && Math.abs(lat) <= 90, lat, lon);
  await tab.fill("document.querySelector('#place-search')", "");
  await tab.evaluate("document.querySelector('#place-search').select()");
  await tab.send("Input.insertText", { text: "36°06'N 79°57'W" });
  await pause(300);
  await tab.press("Enter", { text: "\r" });
  const isThere = await tab.holds(
    `/^#?(?!.*lat=(?!36\\.1(&|$)))/.test(location.hash) && !/lon=(?!-79\\.95)/.test(location.hash)`,
    5000,
  );
  tally.check("coordinates are found by typing", isThere, await place());
  const wheel = async () => {
    const { x, y } = await tab.middle(`document.querySelector("canvas.map")`);
    const before = await tab.evaluate(MAP);
    await tab.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY: -120 });
    await pause(500);
    return before !== (await tab.evaluate(MAP));
  };
  tally.check("the wheel over the map scrolls the page", !(await wheel()));
  await tab.evaluate("document.querySelector('canvas.map').focus()");
  tally.check("and zooms the map that was chosen", await wheel());
  await tab.click("document.querySelector('.place-map-button')");
}

async function zoomCurves(tally, tab, address) {
  await openView(tab, address, "#room=light&endpoint=observation/realtime");
  const range = () => tab.evaluate("document.querySelector('.curves .range').textContent");
  const before = await range();
  const { x, y, width } = await tab.middle("document.querySelector('#view-curves .u-over')");
  await tab.drag({ x: x - width / 8, y }, { x, y }, { x: x + width / 8, y });
  const zoomed = await tab.holds(
    `document.querySelector('.curves .range').textContent !== ${JSON.stringify(before)}`,
    2000,
  );
  const isKept = await tab.holds("/[#&]zoom=/.test(location.hash)", 3000);
  tally.check("dragging over the curves zooms in, and the address keeps it", zoomed && isKept, before, await range());
  await tab.mouse("mouseMoved", 1, 1);
  await tab.click(button("Show all"));
  const whole = await tab.holds(
    `document.querySelector('.curves .range').textContent === ${JSON.stringify(before)}`,
    2000,
  );
  tally.check("“Show all” shows all again", whole, await range(), before);
}

const SKY = "document.querySelector('.drawable svg .axes rect')";

/** The horizon of the address, in which runs of one height are written `height*count`. */
const HEIGHTS = `(new URLSearchParams(location.hash.slice(1)).get("horizon") ?? "").split(",").flatMap((run) => {
  const [height, count = "1"] = run.split("*").map(Number);
  return new Array(Number(count)).fill(height);
})`;

async function drawHorizon(tally, tab, address) {
  await openView(tab, address, "#room=sun&date=2024-06-21&lat=47.4&lon=8.5");
  const { x, y, width } = await tab.middle(SKY);
  // A little more than a degree at a time, as a slow hand moves.
  const degree = width / 360;
  const slow = Array.from({ length: 150 }, (_, k) => ({ x: x - width / 4 + 1.2 * k * degree, y }));
  await tab.drag(slow[0], ...slow.slice(1));
  // The address follows when the hand is still.
  await pause(1000);
  const line = async () => {
    await tab.holds("/horizon=\\d/.test(location.hash)", 3000);
    return tab.evaluate(HEIGHTS);
  };
  const drawn = await line();
  tally.check("a horizon is drawn by hand", drawn[180] > 40 && drawn[10] === 0, drawn[180]);
  const holes = drawn.slice(91, 268).filter((degrees) => Math.abs(degrees - drawn[180]) > 1).length;
  tally.check("the line has no holes", holes === 0, holes);
  await judgeLoss(tally, tab, address, drawn);
  await tab.evaluate("document.querySelectorAll('#content details').forEach((one) => { one.open = true; })");
  await tab.evaluate(
    `(() => { ${field("Direction (°)")}.value = 5; ${field("Height (°)")}.value = 33; ${field("Width (°)")}.value = 3; })()`,
  );
  await tab.click(button("Set this part of the line"));
  await tab.holds(`${HEIGHTS}[5] === 33`, 3000);
  const set = await line();
  tally.check(
    "a horizon is set by numbers",
    [4, 5, 6].every((k) => set[k] === 33) && set[180] === drawn[180],
    set.slice(0, 8),
  );
  const list = field("Elevations, clockwise from north (°)");
  const paste = (text) =>
    tab.evaluate(`(() => { ${list}.value = "${text}"; ${list}.dispatchEvent(new Event("change")); })()`);
  await paste("10, 20, 30");
  await tab.holds(`${HEIGHTS}[120] === 20`, 3000);
  tally.check("a horizon is pasted", (await line())[120] === 20, (await line()).slice(118, 122));
  await paste("10, 99");
  const wrong = await tab.evaluate("[...document.querySelectorAll('.wrong')].map((one) => one.textContent).join('')");
  tally.check("a horizon that cannot be is refused in words", wrong.includes("number 2 is “99”"), wrong);
}

/** What the page says that the line takes is the difference of two direct requests. */
async function judgeLoss(tally, tab, address, line) {
  const said = await tab.holds("document.querySelector('.horizon-loss').dataset.lost", 60_000);
  const { lost, open, behind } = said
    ? await tab.evaluate("({ ...document.querySelector('.horizon-loss').dataset })")
    : {};
  const query = "yield?lat=47.4&lon=8.5&kwp=8&surface_tilt=30&surface_azimuth=180";
  const [flat, taken] = [await ask(address, query), await ask(address, `${query}&horizon=${line}`)];
  const [whole, rest] = [flat.annual.energy, taken.annual.energy];
  const good = Number(open) === whole && Number(behind) === rest && Math.abs(Number(lost) - (whole - rest)) < 1e-6;
  tally.check(
    "the page says what the horizon takes: the service's two yields",
    good && rest < whole,
    lost,
    open,
    whole,
    behind,
    rest,
  );
}

/** Each step back undoes a change, and stays on the page. */
async function goBack(tally, tab, address) {
  await openView(tab, address, "#room=sun&date=2024-06-21");
  const { x, y, width } = await tab.middle(SKY);
  await tab.drag({ x: x - width / 4, y }, { x, y });
  tally.check("a drawn horizon is in the address", await tab.holds("/horizon=\\d/.test(location.hash)", 3000));
  await tab.click("document.querySelector('.room-link[data-room=light]')");
  await tab.holds("location.hash.includes('room=light')", 3000);
  await tab.evaluate("history.back()");
  const isRoom = await tab.holds(
    "document.querySelector('#content').dataset.room === 'sun' && /horizon=\\d/.test(location.hash)",
    3000,
  );
  tally.check("a step back undoes the last change", isRoom, await tab.evaluate("location.hash.slice(0, 80)"));
  await tab.evaluate("history.back()");
  const isFlat = await tab.holds(
    "!/horizon=\\d/.test(location.hash) && document.querySelector('.drawable svg .horizon').getBBox().height === 0",
    3000,
  );
  tally.check("and the next the drawn horizon", isFlat, await tab.evaluate("location.hash.slice(0, 80)"));
}

/** Observations that are on their way are not said to be missing. */
async function waitForObservations(tally, tab, address) {
  const late = { offline: false, latency: 800, downloadThroughput: -1, uploadThroughput: -1 };
  const said = "document.querySelector('#view-forecast').innerText";
  let waits = false;
  // On a busy machine they may come before the forecast, and nothing waits.
  for (let attempt = 0; attempt < 4 && !waits; attempt++) {
    await tab.send("Network.emulateNetworkConditions", { ...late, latency: 0 });
    await openView(tab, address, "#room=light&endpoint=observation/realtime");
    await tab.send("Network.emulateNetworkConditions", late);
    await tab.click("document.querySelector('.room-link[data-room=forecast]')");
    waits = await tab.holds(`/Loading the observations/.test(${said})`, 5000);
  }
  const before = await tab.evaluate(said);
  tally.check("the page says that observations are on their way", waits && !before.includes("no values"), before);
  await tab.send("Network.emulateNetworkConditions", { ...late, latency: 0 });
  tally.check("and then are there", await tab.holds(`/Before now: /.test(${said}) && !/Loading/.test(${said})`, 8000));
}

/** A finger scrolls over the sun path and the map; it draws and moves them in the mode that a button switches on. */
async function useFingers(tally, _tab, address, browser) {
  const tab = await browser.open({ width: 390, height: 844, mobile: true });
  await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const swipe = async (element, dx, dy) => {
    const { x, y } = await tab.middle(element);
    const at = (k) => [{ x: x + (dx * k) / 10, y: y + (dy * k) / 10 }];
    await tab.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let k = 1; k <= 10; k++) await tab.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(k) });
    await tab.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await pause(600);
  };
  const scrolled = () => tab.evaluate("scrollY");
  await openView(tab, address, "#room=sun&date=2024-06-21");
  await tab.click("document.querySelector('.place-map-button')");
  await tab.holds("document.querySelector('canvas.map')", 8000);
  await pause(500);
  const isDrawn = "/horizon=\\d/.test(location.hash)";
  for (const [element, button, changed] of [
    ["document.querySelector('.drawable svg')", "Draw by touch", isDrawn],
    ["document.querySelector('canvas.map')", "✥", MAP],
  ]) {
    await tab.middle(element);
    const [before, top] = [await tab.evaluate(changed), await scrolled()];
    await swipe(element, 20, -120);
    const moved = (await scrolled()) - top;
    const isSame = (await tab.evaluate(changed)) === before;
    tally.check(`a finger scrolls over ${element.slice(24, -2)}, which stays as it is`, moved > 50 && isSame, moved);
    await tab.click(
      `[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(button)})`,
    );
    await swipe(element, 60, -60);
    const hasChanged = (await tab.evaluate(changed)) !== before;
    tally.check(`in its mode it changes ${element.slice(24, -2)}`, hasChanged);
  }
  await tab.close();
}

/** The line of the elevation files, where they have the place. */
async function showTerrain(tally, tab, address) {
  const { elevation } = await ask(address, `horizon?${HILLS}`);
  await openView(tab, address, `#room=sun&${HILLS}&date=2024-06-21&horizon=auto`);
  const top = `(() => {
    const svg = document.querySelector(".drawable svg");
    return svg.querySelector(".horizon").getBBox().height / svg.querySelector(".axes rect").getBBox().height * 90;
  })()`;
  const highest = Math.max(...elevation);
  const good = highest > 0 && (await tab.holds(`Math.abs(${top} - ${highest}) < 0.5`, 5000));
  tally.check("the terrain's horizon is on the sun path", good, await tab.evaluate(top), highest);
  const rows = await tableRows(tab);
  const wrong = rows.filter((row) => Math.abs(Number(row[3]) - elevation[Math.round(Number(row[1])) % 360]) > 1);
  // Between two whole degrees it is a little of both.
  tally.check("the table has the terrain's horizon", rows.length === 24 && wrong.length <= 2, ...wrong);
}

/** What is in the address is all that a colleague needs. */
async function sendView(tally, tab, address, browser) {
  await openView(
    tab,
    address,
    "#room=history&endpoint=observation/historical&start=2024-06-21T00:00Z&end=2024-06-23T00:00Z&frequency=1_hour&units=energy",
  );
  await openPlane(tab);
  await tab.evaluate(`${HANDLE("Tilt")}.focus()`);
  for (let k = 0; k < 15; k++) await tab.press("ArrowUp");
  await tab.holds(
    `location.hash.includes("surface_tilt=45") && /intervals/.test(${STATUS}) && !document.querySelector(".drawings.old")`,
  );
  const hash = await tab.evaluate("location.hash");
  const other = await browser.open({ width: 390, height: 844, mobile: true });
  await openView(other, address, hash);
  tally.same("the address brings a view to another browser", await tableRows(other), await tableRows(tab));
  await other.close();
}

/** The files, caught on their way to the disk. */
async function download(tally, tab, address) {
  const query =
    "observation/historical?lat=36.1&lon=-79.95&start=2024-06-21T00:00Z&end=2024-06-22T00:00Z&frequency=1_hour&parameters=all";
  const every = (await ask(address, `${query}&surface_tilt=30&surface_azimuth=180`)).meta.parameters.map(
    ({ name }) => name,
  );
  await openView(
    tab,
    address,
    `#endpoint=observation/historical&start=2024-06-21T00:00Z&end=2024-06-22T00:00Z&frequency=1_hour&parameters=${every}&zone=utc`,
  );
  await tab.evaluate(CATCH_FILES);
  const saved = async (label) => {
    await tab.evaluate("window.saved = undefined");
    await tab.click(button(label));
    return tab.evaluate("window.saved?.text()");
  };
  const path = sent(tab)
    .filter(({ method, url }) => method === "GET" && url.includes("/v1/observation/historical"))
    .at(-1)
    ?.url.split("/v1/")[1];
  const direct = await fetch(`${address}/v1/${path.replace("&meta=extended", "")}&response_format=csv`, {
    headers: { authorization: "Bearer demo0000-0000-0000-0000-000000000000" },
  });
  const csv = await saved("CSV");
  tally.check(
    "the CSV is the service's, byte for byte",
    csv === (await direct.text()) && csv.length > 500,
    csv?.slice(0, 300),
  );
  tally.check("the JSON is the answer", JSON.parse(await saved("JSON")).start_times.length === 24);
  const svg = await saved("SVG");
  const sound = await tab.evaluate(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml");
    return parsed.querySelector("parsererror") === null && parsed.querySelectorAll("path").length;
  })()`);
  tally.check("the SVG is well-formed, with a path for each curve", sound === every.length, sound, every.length);
}

/** Pictures that leave the page, of a page in the dark: light, with title, place and sources. */
async function pictures(tally, tab, address) {
  const history =
    "endpoint=observation/historical&start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_hour&theme=dark";
  for (const view of ["curves", "heat-map", "months", "years", "duration", "sun-path", "forecast"]) {
    await openView(
      tab,
      address,
      view === "forecast" ? `#endpoint=forecast/basic&theme=dark&view=${view}` : `#${history}&zone=utc&view=${view}`,
    );
    if (view === "forecast")
      await tab.holds("/Before now: /.test(document.querySelector('#view-forecast').textContent)", 8000);
    await tab.evaluate(CATCH_FILES);
    // The sun's room has no answer to wait for.
    await tab.holds("document.querySelector('#content svg path')");
    await tab.click(button("SVG"));
    const dark = (await tab.evaluate("window.saved.text()")).replace(/<\/text><text[^>]*>/g, " ");
    const facts =
      view === "sun-path"
        ? ["36.1, -79.95", "Sun: irradiance-engine"]
        : [
            "Source: TMY3",
            "Licence: public domain",
            "36.1, -79.95, 273 m ·",
            "tilt 30°, azimuth 180°",
            "horizon: not taken into account",
          ];
    if (view !== "sun-path") facts.push("Sum of the period: ", "Notice: ");
    if (view === "forecast") facts.push("as forecast (generated", "as history (generated)");
    const missing = ["<text", "</title>", ...facts].filter((text) => !dark.includes(text));
    tally.check(`${view}: the SVG has title, place and sources`, missing.length === 0, ...missing);
    await tab.evaluate("window.saved = undefined");
    await tab.click(button("PNG"));
    await tab.holds("window.saved?.type === 'image/png'", 8000);
    const { width, ground, colours } = await tab.evaluate(PNG_FACTS);
    tally.check(
      `${view}: the PNG is there, on light ground`,
      width > 600 && ground === "255,255,255,255" && colours > 8,
      width,
      ground,
      colours,
    );
    const worn = await tab.evaluate("document.documentElement.dataset.theme");
    tally.check(`${view}: the page stays dark`, worn === "dark", worn);
    tally.check(
      `${view}: the PNG has a name that says what it is`,
      /^[\w-]+_.*36\.1_-79\.95.*\.png$/.test(await tab.evaluate("window.savedAs")),
    );
  }
}

async function keysAlone(tally, tab, address) {
  await openView(tab, address, "#room=light&endpoint=observation/realtime");
  await openPlane(tab);
  await tab.evaluate(`${HANDLE("Direction")}.focus()`);
  for (const key of ["ArrowRight", "ArrowUp", "PageUp"]) await tab.press(key);
  const azimuth = await tab.evaluate(`${HANDLE("Direction")}.getAttribute("aria-valuenow")`);
  tally.check("arrow keys turn the panel", azimuth === "192", azimuth);
  await tab.evaluate("document.querySelector('#tab-curves').focus()");
  await tab.press("ArrowRight");
  tally.check("arrow keys change the view", await tab.holds("!document.querySelector('#view-heat-map').hidden", 3000));
  await tab.evaluate("document.querySelector('.drawings > details.table summary').focus()");
  await tab.press("Enter", { text: "\r" });
  tally.check(
    "Enter opens the table",
    await tab.holds("document.querySelector('.drawings > details.table tbody tr')", 3000),
  );
  await tab.evaluate("document.querySelector('.place-map-button').focus()");
  await tab.press("Enter", { text: "\r" });
  await tab.holds("document.querySelector('canvas.map')", 8000);
  await pause(500);
  await tab.evaluate("document.querySelector('canvas.map').focus()");
  await tab.press("+", { text: "+" });
  for (let k = 0; k < 3; k++) await tab.press("ArrowRight");
  await tab.press("Enter", { text: "\r" });
  const chosen = await tab.holds("/lon=(?!-79\\.95)/.test(location.hash)", 3000);
  tally.check("keys choose a place on the map", chosen, await tab.evaluate("location.hash"));
}

/** The Tab key comes to everything that can be used, in each room. */
async function everyControl(tally, tab, address) {
  for (const [room, least] of Object.entries({ roof: 20, light: 25, sun: 20, data: 20 })) {
    await openView(tab, address, `#room=${room}`);
    await tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    await pause(500);
    await tab.evaluate(
      "window.met = new Set(); document.addEventListener('focusin', ({ target }) => met.add(target)); document.activeElement.blur()",
    );
    // Of a group of radio buttons the keyboard comes to the chosen one.
    const controls =
      "[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked))";
    const count = await tab.evaluate(`${controls}.length`);
    for (let k = 0; k < count + 20; k++) await tab.press("Tab");
    const unmet = await tab.evaluate(
      `${controls}.filter((one) => !met.has(one)).map((one) => one.outerHTML.slice(0, 120))`,
    );
    tally.check(
      `${room}: the Tab key comes to all ${count} controls`,
      count > least && unmet.length === 0,
      count,
      ...unmet.slice(0, 4),
    );
  }
}
