// The place: names, addresses and postcodes as people type them; roofs that the browser keeps, also where it keeps none or has been
// given something else; and the colours of the map, whose numbers are those of the library.
import { $, $$, button, CATCH_FILES, countOf, DESK, HASH, IS_ANSWERED, PHONE, part } from "./desk.mjs";

const SEARCH = $("#place-search");
const SAID = `${$(".place")}.innerText`;
const ROOFS = $(".place-roofs-button");
const NAMES = `${$$(".place-roofs .roof-name")}.map((one) => one.textContent).join()`;
const MAP = $("canvas.map");

export async function judgePlaces({ open, picture }) {
  await search(await open(DESK, { name: "search: " }));
  await keepRoofs(await open(DESK, { name: "roofs: " }), picture);
  for (const look of [DESK, { ...PHONE, dark: true }])
    await colours(await open(look, { name: `map ${look.width} wide: ` }), picture);
}

/** What is typed, the first suggestion, and the place that it is. */
const TYPED = /** @type {[string, RegExp, number, number][]} */ ([
  ["東京", /Tokyo/, 35.7, 139.7],
  ["Москва", /Moscow/, 55.75, 37.6],
  ["Neu-Delhi", /New Delhi/, 28.6, 77.2],
  ["Londra", /London/, 51.5, -0.1],
  ["Ginebra", /Gen/, 46.2, 6.1],
  ["Bahnhofstrasse 1, 8001 Zürich", /Zürich/, 47.4, 8.55],
]);

async function search(tab) {
  await tab.load("#room=roof");
  for (const [text, name, lat, lon] of TYPED) {
    await tab.fill(SEARCH, text);
    await tab.says(`${text} is suggested`, name, `${$("#place-options [role=option]")}?.textContent`);
    await tab.press("Enter");
    await tab.sees(`${text} is found`, `Math.hypot(${part("lat")} - ${lat}, ${part("lon")} - ${lon}) < 0.3`);
  }
  await tab.fill(SEARCH, "Rue Inconnue 12, 1204 Genève");
  await tab.says("of an address the town is offered, with a word", /house numbers and postcodes are not known/, SAID);
  for (const text of ["8001", "79098"]) {
    await tab.fill(SEARCH, text);
    await tab.press("Enter");
    await tab.says(`${text} is no half of a place`, /Postcodes are not known here/, SAID);
  }
  tab.clean("a search");
  await tab.close();
}

const ROOF = "lat=47.38&lon=8.54&name=Z%C3%BCrich&altitude=430&kwp=9&surface_tilt=25";
const HOSTILE = [
  "no JSON",
  "null",
  '{"roofs":{"length":3}}',
  JSON.stringify({
    roofs: [
      ...[null, 7, { name: "x" }, { name: 4, address: "#lat=1&lon=1" }, { name: "half", address: "#lat=1" }],
      { name: "elsewhere", address: "https://example.org/#lat=1&lon=1" },
      { name: "<img src=x onerror=alert(1)>", address: "#lat=1&lon=2&kwp=<b>&system=}{" },
    ],
    last: { name: "x" },
  }),
];

async function keepRoofs(tab, picture) {
  const bare = `${tab.address}/`;
  const again = async (address = bare) => {
    await tab.go("about:blank");
    await tab.go(address);
    await tab.holds(IS_ANSWERED);
  };
  const save = async (name) => {
    await tab.fill($(".place-roofs form input"), name);
    await tab.click($(".place-roofs form button"));
  };
  await tab.load(`#room=roof&${ROOF}`);
  await tab.evaluate(`${CATCH_FILES}; 0`);
  await tab.click(ROOFS);
  await tab.holds($(".place-roofs form"));
  await save("At home");
  await tab.show("#room=roof&lat=-33.87&lon=151.21&kwp=5&name=Sydney");
  await save("Mother’s");
  await tab.sees("two are kept by name", `${NAMES} === "At home,Mother’s"`, NAMES);
  await tab.click(button("At home"));
  await tab.sees("one is opened", `${part("kwp")} === "9" && ${part("surface_tilt")} === "25"`);
  await tab.axe("a list of roofs");
  await tab.evaluate(`${$(".place")}.scrollIntoView()`);
  await tab.picture(picture("desk", "my-roofs"));
  await again();
  await tab.sees("the page opens on the last one", `${part("kwp")} === "9" && ${SEARCH}.value === "Zürich"`);
  await tab.evaluate(`${CATCH_FILES}; 0`);
  await tab.click(ROOFS);
  await tab.holds($(".place-roofs li"));
  await tab.click($('[aria-label="Rename At home"]'));
  await tab.fill($(".place-roofs li form input, .place-roofs ul form input"), "Chez nous");
  await tab.click($(".place-roofs ul form button"));
  await tab.sees("one is renamed", `${NAMES} === "Chez nous,Mother’s"`, NAMES);
  const file = await tab.saved(button("Save all as a file"));
  tab.check("all are one file", JSON.parse(file).roofs.length === 2, file);
  await tab.click($('[aria-label="Delete Chez nous"]'));
  await tab.sees("one is deleted", `${NAMES} === "Mother’s"`, NAMES);
  await tab.click(button("Undo", ".place-roofs"));
  await tab.sees("and comes back", `${NAMES} === "Chez nous,Mother’s"`, NAMES);
  for (const hostile of HOSTILE) {
    await tab.evaluate(`localStorage.setItem("irradiance-roofs", ${JSON.stringify(hostile)})`);
    await again(`${bare}#room=roof&language=en&${ROOF}`);
    await tab.click(ROOFS);
    await tab.holds($(".place-roofs form"));
    const names = await tab.evaluate(NAMES);
    const elements = await tab.evaluate(countOf(".place-roofs :is(img, b)"));
    tab.check(
      `${hostile.slice(0, 20)}: nothing of it but text`,
      elements === 0 && !/half|elsewhere/.test(names),
      names,
    );
  }
  const take = `(() => { const files = new DataTransfer(); files.items.add(new File([${JSON.stringify(file)}], "roofs.json"));
    const input = ${$(".place-roofs input[type=file]")}; input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true })); })()`;
  await tab.evaluate(take);
  await tab.says("a file is loaded", /Chez nous.*Mother’s/, NAMES);
  tab.clean("kept roofs");
  const asked = tab.requests.filter(({ url }) => /irradiance-roofs|Chez|Mother/.test(url));
  tab.check("no name leaves the browser", asked.length === 0, ...asked);
  await tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source:
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })",
  });
  await again(`${bare}#room=roof&language=en&${ROOF}`);
  await tab.click(ROOFS);
  await tab.says("a browser that keeps nothing says so", /does not keep them/, SAID);
  await save("For now");
  await tab.sees("and has them as long as the page is open", `${NAMES} === "For now"`, NAMES);
  tab.clean("roofs that are not kept");
  await tab.close();
}

/** In the page: the legend's colours that the canvas has. */
const SEEN = `(() => {
  const { width, height } = ${MAP};
  const { data } = ${MAP}.getContext("2d").getImageData(0, 0, width, height);
  const found = new Set();
  for (let k = 0; k < data.length; k += 4) found.add("#" + [0, 1, 2].map((c) => data[k + c].toString(16).padStart(2, "0")).join(""));
  return ${$$(".map-legend rect")}.filter((one) => found.has(one.getAttribute("fill"))).length;
})()`;

async function colours(tab, picture) {
  await tab.load("#room=roof&map=yield&lat=47.37&lon=8.55&name=Z%C3%BCrich");
  await tab.sees("a link shows the world in colours", `${$(".map-legend")} && ${SEEN} >= 7`, SEEN);
  await tab.says("its place in a sentence, with how sure it is", /Zürich: about 1,\d\d0 kWh a year .* ±1\d %/, SAID);
  const shown = Number((await tab.evaluate(SAID)).match(/about ([\d,]+) kWh/)[1].replace(",", ""));
  const tilt = Math.min(45, 3 + 0.75 * 47.37);
  const { annual } = await tab.ask(`yield?lat=47.37&lon=8.55&kwp=1&surface_tilt=${tilt}&surface_azimuth=180`);
  tab.check("which is near the service's yield", Math.abs(shown / annual.energy - 1) < 0.05, shown, annual.energy);
  await tab.evaluate(`${$(".place")}.scrollIntoView()`);
  await tab.picture(picture(tab.look.width, "world-yield"));
  await tab.click(button("Sunlight", ".map-light"));
  await tab.sees("and by light", `${HASH}.includes("map=light") && ${SEEN} >= 7`, SEEN);
  await tab.picture(picture(tab.look.width, "world-light"));
  await tab.unfold(".map-light details");
  await tab.axe("a map with colours");
  await tab.fits("a map with colours");
  await tab.click(button(/^Tokyo$/, ".map-light"));
  await tab.sees(
    "the table's towns are places to choose",
    `Math.hypot(${part("lat")} - 35.7, ${part("lon")} - 139.7) < 0.3`,
  );
  await tab.click(button("None", ".map-light"));
  await tab.sees("without colours it is as before", `${countOf(".map-legend")} === 0 && ${HASH}.includes("map=plain")`);
  tab.clean("colours of the map");
  await tab.close();
}
