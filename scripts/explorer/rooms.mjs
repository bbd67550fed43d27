// Every room at every size, light and dark: drawn, nothing cut off or wider than the window, nothing on the console, and open to everybody:
// axe finds nothing at all. The homeowner's walk by the keyboard alone, and as those see it who hear the page: in the accessibility tree.
import { $, $$, countOf, DESK, IS_ANSWERED, SUGGESTED } from "./desk.mjs";

/** Of each width that the page's style tells apart: wide, narrow, and between: a phone on its side. */
export const SIZES = {
  large: { width: 1440, height: 900 },
  phone: { width: 390, height: 844, mobile: true },
  sideways: { width: 740, height: 360, mobile: true },
};
const JUNE_AND_JULY =
  "#endpoint=observation/historical&start=2024-06-01T00:00Z&end=2024-08-01T00:00Z&frequency=1_hour&zone=utc";
const YEARS =
  "#endpoint=observation/historical&start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_month&zone=utc";
/** Mean light of the months of Zurich, W/m², and temperature, as people have them. */
export const MONTHS = {
  ghi: [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
  temperature: [0.3, 1.4, 5.5, 9.1, 13.6, 17, 19, 18.4, 14.3, 9.9, 4.5, 1.2],
};
export const MONTHLY = `endpoint=climate/import/monthly&monthly_ghi=${MONTHS.ghi}&monthly_temperature=${MONTHS.temperature}`;
/** The view that is shown; where there is one alone it has no tab. */
const PANEL = "#content :is([role=tabpanel], [role=group][id^=view-]):not([hidden])";
const CURVE = `${PANEL} .curves canvas`;
/** In the page: the curves' canvas has several colours. */
const CURVES = `(() => {
  const canvas = ${$(CURVE)};
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  return new Uint32Array(data.buffer).some((pixel) => colours.add(pixel).size >= 8);
})()`;
const SKY = `${$(".drawable svg .horizon")} !== null && ${$(".drawable svg .axes rect")}.getBBox().width > 100`;
const IMAGES = `${countOf("#view-heat-map image")} === 2`;
/** A state of each room, and of those that show more than one thing, and in the page whether it is drawn. */
export const STATES = /** @type {{ [name: string]: [hash: string, drawn: string] }} */ ({
  roof: ["#room=roof&lat=47.4&lon=8.5", `${$(".roof-number strong")} !== null`],
  light: ["#room=light", CURVES],
  curves: [JUNE_AND_JULY, CURVES],
  "heat-map": [`${JUNE_AND_JULY}&view=heat-map`, IMAGES],
  months: [
    `${JUNE_AND_JULY}&view=months`,
    `${$$("#view-months .bar")}.map((bar) => bar.height.baseVal.value > 20).join() === "true,true"`,
  ],
  years: [
    `${YEARS}&view=years`,
    `${countOf("#view-years .bar")} === 24 && ${countOf("#view-years .legend text")} === 2`,
  ],
  duration: [
    `${JUNE_AND_JULY}&view=duration`,
    `Math.abs(${$("#view-duration .duration")}.getBBox().width / ${$("#view-duration .axes rect")}.getBBox().width - 1) < 0.01`,
  ],
  "monthly-values": [`#${MONTHLY}&lat=47.4&lon=8.5`, CURVES],
  "sun-path": ["#room=sun&date=2024-06-21", SKY],
  "polar-night": ["#room=sun&lat=78.2&lon=15.6&date=2024-12-21", SKY],
  forecast: ["#room=forecast&zone=utc", CURVES],
  history: ["#room=history", CURVES],
  meter: ["#room=meter", `${$(".meter .drop")} !== null`],
  "data-and-code": ["#room=data", `${$(".lines .line pre")} !== null`],
  account: ["#room=account", `${$(".account details")} !== null`],
  "roof-in-German": ["#room=roof&lat=47.4&lon=8.5&language=de", `${$(".roof-number strong")} !== null`],
});
/** What axe has to say of colours: all else is the same in the light and in the dark. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** In the page: texts that leave their picture; of canvases, whose texts are pixels, edges that have some. */
const CLIPPED = `${$$(CURVE)}.flatMap((canvas) => {
  const { width, height } = canvas;
  const edge = (x) => canvas.getContext("2d").getImageData(x, 0, 1, height).data.some((value) => value > 0);
  return [[0, "left edge"], [width - 1, "right edge"]].filter(([x]) => edge(x)).map(([, name]) => name);
}).concat(${$$(`${PANEL} svg`)}.flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map((text) => text.textContent);
}))`;

/** @param {any} stand @param {keyof typeof SIZES} size */
export async function judgeRooms({ open, picture }, size) {
  if (size === "phone") await judgeShift(open);
  const tab = await open(SIZES[size], { name: `${size}, ` });
  for (const [what, [hash, drawn]] of Object.entries(STATES)) {
    tab.check(`${what}: an answer comes`, await tab.show(hash));
    await tab.sees(`${what}: it is drawn`, drawn);
    await tab.holds(`!${$(PANEL)}?.innerText.includes("…")`);
    await tab.unfold();
    await tab.still();
    await tab.fits(what);
    const clipped = await tab.evaluate(CLIPPED);
    tab.check(`${what}: no label is clipped`, clipped.length === 0, ...clipped);
    await tab.picture(picture(size, what));
    if (size !== "sideways") {
      await tab.axe(what);
      await judgeDark(tab, what, drawn, picture(`${size}-dark`, what));
    }
    tab.clean(what);
  }
}

/**
 * Layout that shifts by itself, as Chromium measures it; good is up to 0.1. All of it counts: nobody touches the page, and the half second
 * after an input, which Chromium leaves out, begins with each change of the window's size, so that a fast machine would hide what a slow one
 * shows.
 */
const MOST_SHIFT = 0.1;
/** ms: what is asked for comes after what stands there has been painted. */
const LATE = 200;
const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})`;

/** Each room on a phone, opened by its link. */
async function judgeShift(open) {
  for (const room of ["roof", "light", "sun", "forecast", "history", "data", "account"]) {
    const tab = await open(SIZES.phone, { name: "phone, " });
    await tab.delay(LATE);
    await tab.load(`#room=${room}&lat=47.37&lon=8.54`);
    await tab.still();
    const shift = await tab.evaluate(SHIFT);
    tab.check(`${room}: what is read does not jump while it is filled`, shift <= MOST_SHIFT, shift);
    await tab.close();
  }
}

/** The room changes its colours while it is open. */
async function judgeDark(tab, what, drawn, shot) {
  await tab.colours({ dark: true });
  await tab.still();
  await tab.axe(`${what}, dark`, OF_COLOURS);
  await tab.sees(`${what}, dark: it is drawn`, drawn);
  await tab.picture(shot);
  await tab.colours({ dark: false });
}

const FOCUS = "document.activeElement";
const LABEL = `(${FOCUS}.labels?.[0]?.textContent ?? ${FOCUS}.ariaLabel ?? ${FOCUS}.textContent ?? "").trim()`;
const NO_TABS = 250;

/** From the town's name to the number without a mouse: Tab, letters, Enter. */
export async function keyboardAlone({ open }) {
  const tab = await open(DESK, { name: "keyboard: " });
  await tab.load("#room=roof");
  const before = await tab.number();
  const write = async (label, text) => {
    for (let k = 0; k < NO_TABS && (await tab.evaluate(LABEL)) !== label; k++) await tab.press("Tab");
    tab.check(`Tab comes to ${label}`, (await tab.evaluate(LABEL)) === label);
    tab.check(`one sees where one is: ${label}`, await tab.evaluate(`${FOCUS}.matches(":focus-visible")`));
    await tab.evaluate(`${FOCUS}.select?.()`);
    await tab.type(text);
  };
  await write("Place", "Sevilla");
  await tab.holds(SUGGESTED);
  await tab.press("Enter");
  await tab.holds(`/lat=37\\.[34]/.test(location.hash) && ${IS_ANSWERED}`);
  await write("Size", "5.5");
  const came = await tab.holds(`location.hash.includes("kwp=5.5") && ${IS_ANSWERED}`);
  const after = await tab.number();
  tab.check("the number is there", came && after !== before, before, after);
}

/** What a screen reader must find: a role and a name. */
const HEARD = /** @type {{ [what: string]: [RegExp, RegExp] }} */ ({
  "the town's field": [/^(combobox|textbox|searchbox)$/, /^Place$/],
  "the size": [/^(textbox|spinbutton)$/, /^Size/],
  "the tilt as a slider": [/^slider$/, /^Tilt/],
  "the rooms as a landmark": [/^navigation$/, /^Rooms$/],
  "the page's name": [/^heading$/, /^Sun, light and yield$/],
});
const NAMED = /^(button|link|textbox|combobox|checkbox|radio|slider|spinbutton|tab|img|image)$/;

/** What a screen reader is given: names and roles, and the result as something to be read out when it changes. */
export async function heard({ open }) {
  const tab = await open(DESK, { name: "heard: " });
  await tab.load("#room=roof&lat=47.4&lon=8.5");
  await tab.send("Accessibility.enable");
  const { nodes } = await tab.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const told = ({ role, name }) => [role?.value ?? "", (name?.value ?? "").trim()];
  const shown = nodes.filter(({ ignored }) => !ignored);
  for (const [what, patterns] of Object.entries(HEARD))
    tab.check(
      what,
      shown.some((node) => told(node).every((text, k) => patterns[k].test(text))),
    );
  const textOf = (node) =>
    [told(node)[1], ...(node.childIds ?? []).map((id) => (byId.has(id) ? textOf(byId.get(id)) : ""))].join(" ");
  const number = await tab.number();
  const said = shown.filter((node) => told(node)[0] === "status").map(textOf);
  const isWhole = (text) => text.includes(number) && /between/.test(text) && /Generated weather/.test(text);
  tab.check("the number, its range and its source in one status", said.some(isWhole), number, ...said);
  const nameless = shown.map(told).filter(([role, name]) => NAMED.test(role) && name === "");
  tab.check("every control and picture has a name", nameless.length === 0, ...nameless.slice(0, 5));
}
