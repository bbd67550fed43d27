/** The page: what a roof yields, and the light of any place, before a line of code is written. */
import { h } from "./dom.js";
import { placeBar } from "./place/bar.js";
import { placeName } from "./place/words.js";
import { seriesQuestion, yieldQuestion } from "./request/questions.js";
import { unreadNote } from "./result/unread.js";
import { fillFooter, fillHeader, printWell } from "./rooms/header.js";
import type { Page } from "./rooms/page.js";
import { roomPlace } from "./rooms/rooms.js";
import { Exchange } from "./service/exchange.js";
import { Session } from "./service/key.js";
import { Service } from "./service/service.js";
import { Terrain } from "./service/terrain.js";
import { hashOf, lacksPlace, stateOf } from "./state/address.js";
import { Store } from "./state/state.js";
import type { Steps } from "./state/steps.js";
import { keepSteps, undoButtons } from "./state/undo.js";
import { language, languageOf, speak, texts } from "./texts/texts.js";

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
  const steps = keepSteps(store, (hash) => {
    if (lacksPlace(hash)) for (const exchange of exchanges) exchange.hold(stateOf(hash));
  });
  keepLanguage();
  printWell(store);
  draw(page, steps);
}

function draw(page: Page, steps: Steps): void {
  const [header, main, footer] = ["header", "main", "footer"].map((name) => document.querySelector(name) as Element);
  document.documentElement.lang = language();
  fillHeader(header as Element, store);
  header?.append(undoButtons(steps));
  fillFooter(footer as Element, store);
  (main as Element).replaceChildren(unreadNote(), h("div", { class: "place-bar" }, placeBar(page)), roomPlace(page));
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
