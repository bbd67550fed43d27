// Open to everybody: axe finds nothing at all in any room, at three sizes, light and dark; the homeowner's walk by the keyboard alone,
// and as those see it who hear the page: in the accessibility tree.
import { pause } from "../browser/devtools.mjs";
import { findings, openView, tooWide } from "./desk.mjs";
import { IS_ANSWERED, numberShown, openRoof } from "./roof.mjs";

export const SIZES = [
  { name: "large", width: 1440, height: 900 },
  { name: "laptop", width: 1280, height: 720 },
  { name: "phone", width: 390, height: 844, mobile: true },
].flatMap((size) => [
  { ...size, name: `${size.name}-light` },
  { ...size, name: `${size.name}-dark`, dark: true },
]);
/** A state of each room, and of those that show more than one thing. */
const STATES = {
  roof: "#room=roof&lat=47.4&lon=8.5",
  light: "#room=light",
  "light, heat map": "#room=light&view=heat-map",
  "light, months": "#room=light&view=months",
  "sun and horizon": "#room=sun&date=2024-06-21",
  "polar night": "#room=sun&lat=78.2&lon=15.6&date=2024-12-21",
  forecast: "#room=forecast",
  history: "#room=history",
  "data and code": "#room=data",
  account: "#room=account",
  "roof in German": "#room=roof&lat=47.4&lon=8.5&language=de",
};
const NO_TABS = 250;

export async function judgeAccess(tally, browser, address, picture = (_look) => (_what) => undefined) {
  for (let k = 0; k < SIZES.length; k += 2) {
    const [light, dark] = SIZES.slice(k, k + 2);
    // Rooms are opened in the light and in the dark in turn, and change to the other while they are open.
    await judgeRooms(tally, browser, address, k % 4 === 0 ? [light, dark] : [dark, light], picture);
  }
  await keyboardAlone(tally, browser, address);
  await heard(tally, browser, address);
}

/** @param looks of one size: as it is opened, and as it is afterwards */
async function judgeRooms(tally, browser, address, looks, picture) {
  const tab = await browser.open(looks[0]);
  for (const [what, hash] of Object.entries(STATES)) {
    await tab.colours(looks[0]);
    const english = hash.includes("language") ? hash : `${hash}&language=en`;
    await openView(tab, address, english);
    await tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    for (const look of looks) {
      await tab.colours(look);
      await pause(600);
      await judgeRoom(tally, tab, look, what, picture(look));
    }
  }
  await tab.close();
}

async function judgeRoom(tally, tab, look, what, picture) {
  const found = await findings(tab);
  tally.check(`${look.name}, ${what}: axe finds nothing`, found.length === 0, ...found.slice(0, 4));
  const wide = await tooWide(tab, look);
  tally.check(`${look.name}, ${what}: nothing is wider than the window`, wide <= 0, wide);
  tally.check(`${look.name}, ${what}: nothing on the console`, tab.errors.length === 0, ...tab.errors.slice(0, 2));
  tab.errors.length = 0;
  await tab.evaluate("scrollTo(0, 0)");
  await tab.picture(picture(what.replaceAll(/\W+/g, "-")));
}

/** From the town's name to the number without a mouse: Tab, letters, Enter. */
async function keyboardAlone(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 720 });
  await openRoof(tab, address);
  const before = await numberShown(tab);
  const onto = async (label) => {
    for (let k = 0; k < NO_TABS; k++) {
      const name = await tab.evaluate(
        "(document.activeElement.labels?.[0]?.textContent ?? document.activeElement.ariaLabel ?? document.activeElement.textContent ?? '').trim()",
      );
      if (name === label) return true;
      await tab.press("Tab");
    }
    return false;
  };
  const type = async (text) => {
    await tab.evaluate("document.activeElement.select?.()");
    await tab.send("Input.insertText", { text });
  };
  tally.check("keyboard: Tab comes to the town", await onto("Place"));
  const isSeen = await tab.evaluate("document.activeElement.matches(':focus-visible')");
  tally.check("keyboard: one sees where one is", isSeen);
  await type("Sevilla");
  await pause(600);
  await tab.press("Enter", { text: "\r" });
  await tab.holds(`/lat=37\\.[34]/.test(location.hash) && ${IS_ANSWERED}`, 60_000);
  tally.check("keyboard: Tab comes to the size", await onto("Size"));
  await type("5.5");
  const came = await tab.holds(`location.hash.includes("kwp=5.5") && ${IS_ANSWERED}`, 60_000);
  const after = await numberShown(tab);
  tally.check("keyboard: the number is there", came && after !== before, before, after);
  await tab.close();
}

/** What a screen reader is given: names and roles, and the result as something to be read out when it changes. */
async function heard(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 720 });
  await openRoof(tab, address, "lat=47.4&lon=8.5");
  await tab.send("Accessibility.enable");
  const { nodes } = await tab.send("Accessibility.getFullAXTree");
  const shown = nodes.filter(({ ignored }) => !ignored);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const roleOf = ({ role }) => role?.value ?? "";
  const nameOf = ({ name }) => name?.value ?? "";
  const has = (role, name) => shown.some((node) => role.test(roleOf(node)) && name.test(nameOf(node)));
  for (const [what, role, name] of [
    ["the town's field", /^(combobox|textbox|searchbox)$/, /^Place$/],
    ["the size", /^(textbox|spinbutton)$/, /^Size/],
    ["the tilt as a slider", /^slider$/, /^Tilt/],
    ["the rooms as a landmark", /^navigation$/, /^Rooms$/],
    ["the page's name", /^heading$/, /^Sun, light and yield$/],
  ]) {
    tally.check(`heard: ${what}`, has(role, name));
  }
  const textOf = (node) =>
    [nameOf(node), ...(node.childIds ?? []).map((id) => (byId.has(id) ? textOf(byId.get(id)) : ""))].join(" ");
  const number = await numberShown(tab);
  const said = shown.filter((node) => roleOf(node) === "status").map(textOf);
  tally.check(
    "heard: the number, its range and its source in one status",
    said.some((text) => text.includes(number) && /between/.test(text) && /Generated weather/.test(text)),
    number,
    ...said,
  );
  const nameless = shown.filter(
    (node) =>
      /^(button|link|textbox|combobox|checkbox|radio|slider|spinbutton|tab|img|image)$/.test(roleOf(node)) &&
      nameOf(node).trim() === "",
  );
  tally.check(
    "heard: every control and picture has a name",
    nameless.length === 0,
    ...nameless.map(roleOf).slice(0, 5),
  );
  await tab.close();
}
