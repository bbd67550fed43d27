/** The frame of the page: its rooms, its language and its colours. */
import { button, h, labelled, replace, select } from "../dom.js";
import type { Page, RoomModule } from "../request/questions.js";
import { addressOf, unreadOf, VERSION } from "../state/address.js";
import { LANGUAGES, ROOMS, type RoomName, type State, type Store } from "../state/state.js";
import { calendarDate, figure, language } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { themeChoice } from "../theme.js";

export function fillHeader(header: Element, store: Store): void {
  const t = texts().common;
  const links = ROOMS.map((room) =>
    button(t.rooms[room], () => store.set({ room }), { class: "room-link", "data-room": room }),
  );
  const rooms = h("nav.rooms", { "aria-label": t.roomsLabel }, links);
  const show = ({ room }: State) => {
    ROOMS.forEach((name, k) => {
      if (name === room) links[k]?.setAttribute("aria-current", "page");
      else links[k]?.removeAttribute("aria-current");
    });
    const open = links[ROOMS.indexOf(room)];
    // On a phone the rooms are a row that is wider than the window.
    if (open) rooms.scrollLeft = open.offsetLeft - (rooms.clientWidth - open.offsetWidth) / 2;
  };
  store.onChange(show);
  replace(header, h("a.skip", { href: "#content", onclick: skip }, t.skip), h("h1", t.title), rooms);
  show(store.state);
}

/** The other language, one press away: nobody looks for it below a page that he cannot read. */
export function languageButton(store: Store): HTMLElement {
  const other = language() === "de" ? "en" : "de";
  const name = `${other.toUpperCase()}: ${texts().common.languages[other]}`;
  const attributes = { class: "icon", lang: other, title: name, "aria-label": name };
  return button(other.toUpperCase(), () => store.set({ language: other }), attributes);
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
    h("div.row.look", labelled(t.language, choice), themeChoice(store)),
    h("p", h("a", { href: "docs/" }, t.reference), " · ", h("a", { href: "openapi.yaml" }, "openapi.yaml")),
    h("p.hint", t.natural, " ", texts().place.credit),
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
  const head = h("div.print-head");
  let theme = store.state.theme;
  addEventListener("beforeprint", () => {
    theme = store.state.theme;
    // Curves and heat maps are drawn anew in colours for white paper.
    if (theme !== "light") store.set({ theme: "light" });
    const { lat, lon, name } = store.state;
    const address = addressOf({ ...store.state, theme });
    head.replaceChildren(
      h("strong", `${texts().common.title} – ${name || `${lat}, ${lon}`}`),
      h("p", texts().report.picture.made(calendarDate(new Date()), VERSION), " ", address),
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

/** Shown once the page is open, and again when another link is pasted over it. */
export function unreadNote(): HTMLElement {
  const note = h("p.wrong", { role: "alert" });
  const show = () => {
    note.textContent = unreadText(unreadOf(location.hash));
  };
  show();
  addEventListener("hashchange", show);
  return note;
}

/** A link that belongs to something else has parts without end. */
const MOST = 5;
const LONGEST = 40;

/** "" where all was read. */
export function unreadText(parts: readonly string[]): string {
  const t = texts().status;
  if (parts.length === 0) return "";
  const shown = parts.slice(0, MOST).map((part) => (part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part));
  return t.unread(shown.join(", "), parts.length > MOST ? figure(parts.length - MOST) : "");
}

const MODULES: { readonly [Name in RoomName]: () => Promise<RoomModule> } = {
  roof: () => import("./roof/room.js"),
  light: () => import("./series/series-room.js"),
  sun: () => import("./sun/room.js"),
  forecast: () => import("./forecast/room.js"),
  history: () => import("./series/series-room.js"),
  data: () => import("./data/room.js"),
  account: () => import("./account/room.js"),
};

/** The place of the open room. */
export function roomPlace(page: Page): HTMLElement {
  const made = new Map<RoomName, HTMLElement>();
  const place = h("div.room", { id: "content" });
  let shown: RoomName | undefined;
  const show = async () => {
    const { room } = page.store.state;
    if (room === shown) return;
    shown = room;
    place.dataset.room = room;
    if (!made.has(room)) replace(place, h("p", { role: "status" }, texts().common.opening));
    try {
      const element = made.get(room) ?? (await MODULES[room]()).make(page);
      made.set(room, element);
      if (shown === room) replace(place, element);
    } catch {
      if (shown !== room) return;
      // The next click tries again.
      shown = undefined;
      replace(place, h("p.problem", { role: "alert" }, texts().common.unopened));
    }
  };
  page.store.onChange(() => void show());
  void show();
  return place;
}
