/** The frame of the page: its rooms, its language and its colours. */
import { h, labelled, replace, select } from "../dom.js";
import { VERSION } from "../report/version.js";
import { addressOf } from "../result/address.js";
import { LANGUAGES, ROOMS, type State, type Store } from "../state/state.js";
import { language } from "../texts/language.js";
import { calendarDate } from "../texts/numbers.js";
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
  const rooms = h("nav", { "aria-label": t.roomsLabel, class: "rooms" }, links);
  const show = ({ room }: State) => {
    ROOMS.forEach((name, k) => {
      if (name === room) links[k]?.setAttribute("aria-current", "page");
      else links[k]?.removeAttribute("aria-current");
    });
    const open = links[ROOMS.indexOf(room)];
    // On a phone the rooms are a row that is wider than the window.
    if (open) rooms.scrollLeft = open.offsetLeft - (rooms.clientWidth - open.offsetWidth) / 2;
  };
  store.subscribe(show);
  replace(header, h("a", { class: "skip", href: "#content", onclick: skip }, t.skip), h("h1", {}, t.title), rooms);
  show(store.state);
}

/** The other language, one press away: nobody looks for it below a page that he cannot read. */
export function languageButton(store: Store): HTMLElement {
  const other = language() === "de" ? "en" : "de";
  const name = `${other.toUpperCase()}: ${texts().common.languages[other]}`;
  const onclick = () => store.set({ language: other });
  const attributes = { type: "button", class: "icon", lang: other, title: name, "aria-label": name, onclick };
  return h("button", attributes, other.toUpperCase());
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
  const choice = select(
    LANGUAGES.map((name) => [name, t.languages[name]]),
    store.state.language,
    (value) => store.set({ language: value as State["language"] }),
  );
  replace(
    footer,
    h("div", { class: "row look" }, labelled(t.language, choice), themeChoice(store)),
    h("p", {}, h("a", { href: "docs/" }, t.reference), " · ", h("a", { href: "openapi.yaml" }, "openapi.yaml")),
    h("p", { class: "hint" }, t.natural, " ", texts().place.credit),
  );
}

/** Pixels that a sheet has between its margins. */
const PAPER = 680;

/** Charts on canvases are as wide as the window that they were drawn in. */
function charts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".canvas")].filter(({ clientWidth }) => clientWidth > 0);
}

/** Any room on paper: in light colours, under its place and its address. */
export function printWell(store: Store): void {
  const head = h("div", { class: "print-head" });
  let theme = store.state.theme;
  addEventListener("beforeprint", () => {
    theme = store.state.theme;
    // Curves and heat maps are drawn anew in colours for white paper.
    if (theme !== "light") store.set({ theme: "light" });
    const { lat, lon, name } = store.state;
    const address = addressOf({ ...store.state, theme });
    head.replaceChildren(
      h("strong", {}, `${texts().common.title} – ${name || `${lat}, ${lon}`}`),
      h("p", {}, texts().report.picture.made(calendarDate(new Date()), VERSION), " ", address),
    );
    document.querySelector("header")?.after(head);
    for (const chart of charts()) chart.style.zoom = String(Math.min(1, PAPER / chart.clientWidth));
  });
  addEventListener("afterprint", () => {
    head.remove();
    for (const chart of charts()) chart.style.zoom = "";
    if (theme !== "light") store.set({ theme });
  });
}
