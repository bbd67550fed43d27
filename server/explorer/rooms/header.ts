/** The frame of the page: its rooms, its language and its colours. */
import { h, labelled, replace, select } from "../dom.js";
import { LANGUAGES, ROOMS, type State, type Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { themeChoice } from "../theme.js";

export function fillHeader(header: Element, store: Store): void {
  const t = texts().common;
  const links = ROOMS.map((room) =>
    h(
      "button",
      { type: "button", class: "room-link", "data-room": room, onclick: () => store.set({ room }) },
      t.rooms[room],
    ),
  );
  const show = ({ room }: State) => {
    ROOMS.forEach((name, k) => {
      if (name === room) links[k]?.setAttribute("aria-current", "page");
      else links[k]?.removeAttribute("aria-current");
    });
  };
  show(store.state);
  store.subscribe(show);
  replace(
    header,
    h("a", { class: "skip", href: "#content", onclick: skip }, t.skip),
    h("h1", {}, t.title),
    h("nav", { "aria-label": t.roomsLabel, class: "rooms" }, links),
  );
}

/** To the open room; the address holds the state, so that its hash stays. */
function skip(event: Event): void {
  event.preventDefault();
  const target = document.querySelector<HTMLElement>("#content");
  target?.setAttribute("tabindex", "-1");
  target?.focus();
}

export function fillFooter(footer: Element, store: Store): void {
  const t = texts().common;
  const language = select(
    LANGUAGES.map((name) => [name, t.languages[name]]),
    store.state.language,
    (value) => store.set({ language: value as State["language"] }),
  );
  replace(
    footer,
    h("div", { class: "row look" }, labelled(t.language, language), themeChoice(store)),
    h("p", {}, h("a", { href: "docs/" }, t.reference), " · ", h("a", { href: "openapi.yaml" }, "openapi.yaml")),
    h("p", { class: "hint" }, t.natural, " ", texts().place.credit),
  );
}
