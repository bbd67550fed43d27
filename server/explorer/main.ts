/** The page: what a roof yields, and the light of any place, before a line of code is written. */
import { h } from "./dom.js";
import { placeBar } from "./place/bar.js";
import { townOfZone } from "./place/find.js";
import { placeName } from "./place/words.js";
import { seriesQuestion, yieldQuestion } from "./request/questions.js";
import { unreadNote } from "./result/unread.js";
import { fillFooter, fillHeader, languageButton, printWell } from "./rooms/header.js";
import type { Page } from "./rooms/page.js";
import { roomPlace } from "./rooms/rooms.js";
import { Exchange } from "./service/exchange.js";
import { Session } from "./service/key.js";
import { Service } from "./service/service.js";
import { Terrain } from "./service/terrain.js";
import { hashOf, lacksPlace, stateOf } from "./state/address.js";
import { FIRST, Store } from "./state/state.js";
import type { Steps } from "./state/steps.js";
import { keepSteps, undoButtons } from "./state/undo.js";
import { language } from "./texts/language.js";
import { languageOf, speak, texts } from "./texts/texts.js";

await speak(languageOf(stateOf(location.hash).language, navigator.languages));
const begun = await beginning();
const store = new Store(stateOf(location.hash));
open();

/** Whoever names no place begins in the largest town of the browser's time zone: nothing is asked of the device. @returns its name */
async function beginning(): Promise<string | undefined> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (location.hash !== "" || !timeZone?.includes("/")) return undefined;
  try {
    const { default: lines } = await import("virtual:towns/zones");
    const town = townOfZone(lines, timeZone);
    if (!town) return undefined;
    const name = texts().place.towns[town.name] ?? town.name;
    const hash = hashOf(
      stateOf(`#lat=${town.lat}&lon=${town.lon}&altitude=${town.altitude}&name=${encodeURIComponent(name)}`),
    );
    history.replaceState(history.state, "", hash);
    return name;
  } catch {
    return undefined;
  }
}

/** The demo key of a server may have a few places alone, of which the example is one. */
function orExample({ yields }: Page): void {
  let isBegun = begun !== undefined;
  store.subscribe((state, before) => {
    if (state.lat !== before.lat || state.lon !== before.lon) isBegun = false;
  });
  yields.onChange(() => {
    const { stage } = yields;
    if (!isBegun || stage.kind !== "problem" || stage.problem.status !== 403) return;
    const { lat, lon, name, altitude } = FIRST;
    store.set({ lat, lon, name, altitude });
  });
}

function open(): void {
  const session = new Session();
  const service = new Service(new URL(".", location.href).href, session);
  const page: Page = {
    store,
    service,
    session,
    series: new Exchange(seriesQuestion(), store, service, session),
    yields: new Exchange(yieldQuestion(), store, service, session),
    terrain: new Terrain(service),
  };
  const exchanges = [page.series, page.yields];
  if (lacksPlace(location.hash)) for (const exchange of exchanges) exchange.hold(store.state);
  for (const exchange of exchanges) exchange.restart();
  const steps = keepSteps(store, (hash) => {
    if (lacksPlace(hash)) for (const exchange of exchanges) exchange.hold(stateOf(hash));
  });
  keepLanguage();
  orExample(page);
  printWell(store);
  draw(page, steps);
}

function draw(page: Page, steps: Steps): void {
  const [header, main, footer] = ["header", "main", "footer"].map((name) => document.querySelector(name) as Element);
  document.documentElement.lang = language();
  fillHeader(header as Element, store);
  header?.append(h("div", { class: "undo" }, undoButtons(steps), languageButton(store)));
  fillFooter(footer as Element, store);
  (main as Element).replaceChildren(
    unreadNote(),
    h("div", { class: "place-bar" }, placeBar(page, begun === undefined ? "" : texts().place.startOf(begun))),
    roomPlace(page),
  );
  const name = () => {
    document.title = texts().common.titleOf(placeName(store.state));
  };
  store.subscribe(name);
  name();
}

/** The page is drawn in one language: another one is another page, at the same address. */
function keepLanguage(): void {
  store.subscribe(({ language: asked }) => {
    if (languageOf(asked, navigator.languages) === language()) return;
    history.replaceState(history.state, "", hashOf(store.state) || location.pathname);
    location.reload();
  });
}
