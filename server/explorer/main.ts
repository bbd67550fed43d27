/** The page: look at any place before writing a line of code. */
import { h } from "./dom.js";
import { horizonFields } from "./form/horizon.js";
import { keyFields } from "./form/key.js";
import { parameterFields } from "./form/parameters.js";
import { periodFields } from "./form/period.js";
import { placeSection } from "./form/place.js";
import { planeFields } from "./form/plane.js";
import { WorldMap } from "./map/map.js";
import { isComplete, requestOf } from "./request/request.js";
import { linesPanel } from "./result/lines-panel.js";
import { provenance } from "./result/provenance.js";
import { resultSection } from "./result/result.js";
import { statusBar } from "./result/status.js";
import { unreadNote } from "./result/unread.js";
import { Exchange } from "./service/exchange.js";
import { Session } from "./service/key.js";
import { Service } from "./service/service.js";
import { Terrain } from "./service/terrain.js";
import { hashOf, lacksPlace, stateOf } from "./state/address.js";
import { Store } from "./state/state.js";
import { themeChoice } from "./theme.js";
import { accountView } from "./views/account-view.js";
import { curvesView } from "./views/curves-view.js";
import { durationView } from "./views/duration-view.js";
import { forecastView } from "./views/forecast-view.js";
import { heatMapView } from "./views/heat-map.js";
import { monthsView } from "./views/months-view.js";
import { sunPathView } from "./views/sun-path.js";
import { yearsView } from "./views/years-view.js";

/** ms: browsers refuse an address that changes with every move of a hand. */
const ADDRESS_CALM = 300;
const WIDE = "(min-width: 60rem)";

const store = new Store(stateOf(location.hash));
const session = new Session();
const service = new Service(new URL(".", location.href).href, session);
const theme = themeChoice(store);
const exchange = new Exchange(store, service, session);
const terrain = new Terrain(service);
const map = new WorldMap(store);

if (lacksPlace(location.hash)) exchange.hold(store.state);
exchange.restart();
keepAddress();
draw();

function draw(): void {
  const isWide = matchMedia(WIDE).matches;
  const group = (title: string, open: boolean, content: HTMLElement) =>
    h("details", { class: "group", open }, h("summary", {}, title), content);
  const settings = h(
    "section",
    { class: "settings", "aria-label": "Settings" },
    group("Period", isWide || !isComplete(requestOf(store.state)), periodFields(store)),
    group("Plane", isWide, planeFields(store)),
    group("Horizon", false, horizonFields(store, terrain)),
    group("Parameters", false, parameterFields(store)),
    group("Key", false, keyFields(session, exchange)),
    group("Look", false, theme),
  );
  const views = [
    curvesView(),
    heatMapView(store),
    monthsView(store),
    yearsView(store),
    durationView(store),
    sunPathView(store, terrain),
    forecastView(store, service),
    accountView(service, session),
  ];
  const left = h("div", { class: "ask" }, placeSection(store, map, service, session, exchange), settings);
  const right = h(
    "div",
    { class: "see" },
    resultSection(store, exchange, views),
    provenance(exchange),
    linesPanel(store, service, session),
  );
  const columns = h("div", { class: "columns" }, left, right);
  document.querySelector("main")?.replaceChildren(statusBar(exchange, store, service), unreadNote(), columns);
}

/** The address follows the state, a step back for each change; the state follows an address gone back to or pasted over it. */
function keepAddress(): void {
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
    if (lacksPlace(location.hash)) exchange.hold(next);
    store.set(next);
  });
}
