/** The page: what a roof yields, and the light of any place, before a line of code is written. */
import { h } from "./dom.js";
import { WorldMap } from "./place/map/map.js";
import { placeSection } from "./place/place.js";
import { seriesQuestion, yieldQuestion } from "./request/questions.js";
import { unreadNote } from "./result/unread.js";
import { fillFooter, fillHeader } from "./rooms/header.js";
import type { Page } from "./rooms/page.js";
import { roomPlace } from "./rooms/rooms.js";
import { Exchange } from "./service/exchange.js";
import { Session } from "./service/key.js";
import { Service } from "./service/service.js";
import { Terrain } from "./service/terrain.js";
import { hashOf, lacksPlace, stateOf } from "./state/address.js";
import { Store } from "./state/state.js";
import { language, languageOf, speak, texts } from "./texts/texts.js";

/** ms: browsers refuse an address that changes with every move of a hand. */
const ADDRESS_CALM = 300;

const store = new Store(stateOf(location.hash));
await speak(languageOf(store.state.language, navigator.languages));
open();

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
  keepAddress(page);
  keepLanguage();
  draw(page);
}

function draw(page: Page): void {
  const [header, main, footer] = ["header", "main", "footer"].map((name) => document.querySelector(name) as Element);
  document.documentElement.lang = language();
  fillHeader(header as Element, store);
  fillFooter(footer as Element, store);
  const map = new WorldMap(store);
  (main as Element).replaceChildren(
    unreadNote(),
    h("div", { class: "place-bar" }, placeSection(store, map, page.service, page.session, page.series)),
    roomPlace(page),
  );
  const name = () => {
    const { lat, lon, name } = store.state;
    document.title = texts().common.titleOf(name || `${lat}, ${lon}`);
  };
  store.subscribe(name);
  name();
}

/** The address follows the state, a step back for each change; the state follows an address gone back to or pasted over it. */
function keepAddress({ series, yields }: Page): void {
  let timer = 0;
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const hash = hashOf(store.state);
      if (hash === location.hash) return;
      // Another way to write the same state is no step.
      const write = hash === hashOf(stateOf(location.hash)) ? history.replaceState : history.pushState;
      write.call(history, null, "", hash === "" ? location.pathname + location.search : hash);
    }, ADDRESS_CALM) as unknown as number;
  });
  addEventListener("hashchange", () => {
    const next = stateOf(location.hash);
    if (lacksPlace(location.hash)) for (const exchange of [series, yields]) exchange.hold(next);
    store.set(next);
  });
}

/** The page is drawn in one language: another one is another page, at the same address. */
function keepLanguage(): void {
  store.subscribe(({ language: asked }) => {
    if (languageOf(asked, navigator.languages) === language()) return;
    history.replaceState(null, "", hashOf(store.state) || location.pathname);
    location.reload();
  });
}
