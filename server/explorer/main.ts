/** The page: what a roof yields, and the light of any place, before a line of code is written. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { placeBar } from "./place/bar.js";
import { townOfZone } from "./place/known-towns.js";
import { placeName } from "./place/words.js";
import { type Page, seriesQuestion, yieldQuestion } from "./request/questions.js";
import { footerView, headerView, printWell, roomView, unreadNote } from "./rooms/header.js";
import { Exchange } from "./service/exchange.js";
import { Service, Session } from "./service/service.js";
import { hashOf, lacksPlace, stateOf } from "./state/address.js";
import { Roofs } from "./state/roofs.js";
import { FIRST, Store } from "./state/state.js";
import { keepSteps, type Steps } from "./state/steps.js";
import { language } from "./texts/numbers.js";
import { languageOf, laterTexts, speak, texts } from "./texts/texts.js";
import { wearTheme } from "./theme.js";
import { h, part, type View } from "./view.js";

await speak(languageOf(stateOf(location.hash).language, navigator.languages));
const begun = await beginning();
const store = new Store(stateOf(location.hash));
open();

/**
 * Whoever names no place begins at the roof that was kept here last, else in the largest town of the browser's time zone: nothing is
 * asked of the device. @returns the name of that town
 */
async function beginning(): Promise<string | undefined> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const roof = location.hash === "" ? new Roofs().last : undefined;
  if (roof) history.replaceState(history.state, "", roof.address);
  if (roof || location.hash !== "" || !timeZone?.includes("/")) return undefined;
  try {
    const [{ default: lines }, { towns }] = await Promise.all([import("virtual:towns/zones"), laterTexts("names")]);
    const town = townOfZone(lines, timeZone);
    if (!town) return undefined;
    const name = towns[town.name] ?? town.name;
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
  store.onChange((state, before) => {
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
  };
  const exchanges = [page.series, page.yields];
  if (lacksPlace(location.hash)) for (const exchange of exchanges) exchange.hold(store.state);
  for (const exchange of exchanges) exchange.restart();
  const steps = keepSteps(store, (hash) => {
    if (lacksPlace(hash)) for (const exchange of exchanges) exchange.hold(stateOf(hash));
  });
  keepLanguage();
  wearTheme(store);
  orExample(page);
  printWell(store);
  draw(page, steps);
}

function draw(page: Page, steps: Steps): void {
  document.documentElement.lang = language();
  const told = begun === undefined ? "" : texts().place.startOf(begun);
  const [note, place, room] = [unreadNote(), placeBar(page, told), roomView(page)];
  const views: { readonly [tag: string]: View } = {
    header: () => headerView(page, steps),
    main: () => [part(note), h("div.place-bar", part(place)), part(room)],
    footer: () => footerView(page.store),
  };
  for (const [tag, view] of Object.entries(views)) {
    const element = document.querySelector(tag) as Element;
    element.replaceChildren();
    render(part(view), element);
  }
  effect(() => {
    document.title = texts().common.titleOf(placeName(page.store.state));
  });
}

/** The page is drawn in one language: another one is another page, at the same address. */
function keepLanguage(): void {
  store.onChange(({ language: asked }) => {
    if (languageOf(asked, navigator.languages) === language()) return;
    history.replaceState(history.state, "", hashOf(store.state) || location.pathname);
    location.reload();
  });
}
