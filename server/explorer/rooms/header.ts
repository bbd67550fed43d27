/** The frame of the page: its rooms, its language and its colours. */
import { signal } from "@preact/signals";
import { render, type VNode } from "preact";
import type { Page, RoomModule } from "../request/questions.js";
import { addressOf, unreadOf, VERSION } from "../state/address.js";
import { ROOMS, type RoomName, type State, type Store } from "../state/state.js";
import { type Steps, wordOf } from "../state/steps.js";
import { calendarDate, figure, LANGUAGE_NAMES, language } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { themeChoice } from "../theme.js";
import { button, type Child, h, held, part, select, type View } from "../view.js";

/** On a phone the rooms are a row that is wider than the window. */
function bringIntoSight(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

export function headerView({ store }: Page, steps: Steps): Child {
  const t = texts().common;
  const link = (room: RoomName) => {
    const isOpen = room === store.state.room;
    return button(t.rooms[room], () => store.set({ room }), {
      ...{ class: "room-link", "data-room": room, key: room },
      ...(isOpen && { "aria-current": "page", ref: bringIntoSight }),
    });
  };
  return [
    h("a.skip", { href: "#content", onclick: skip }, t.skip),
    h("h1", t.title),
    h("nav.rooms", { "aria-label": t.roomsLabel }, ROOMS.map(link)),
    h("div.undo", undoButtons(steps), languageChoice(store)),
  ];
}

const UNDO = "M7 4 3 8l4 4M3 8h7a4 4 0 0 1 0 8H7";
const REDO = "M13 4l4 4-4 4M17 8h-7a4 4 0 0 0 0 8h3";

function undoButtons(steps: Steps): VNode {
  const t = texts().time;
  const undo = steps.canUndo ? t.undo(wordOf(steps.undoes)) : t.undoNothing;
  const redo = steps.canRedo ? t.redo(wordOf(steps.redoes)) : t.redoNothing;
  return h(
    "div.undo",
    { role: "group", "aria-label": t.steps },
    stepButton(UNDO, undo, steps.canUndo, () => steps.undo()),
    stepButton(REDO, redo, steps.canRedo, () => steps.redo()),
  );
}

/** A button that can do nothing keeps the focus: who undoes by keyboard can go on. */
function stepButton(path: string, name: string, can: boolean, work: () => void): VNode {
  const icon = h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: path }));
  return button(icon, work, { class: "icon", title: name, "aria-label": name, "aria-disabled": String(!can) });
}

/** In sight: nobody looks for it below a page that he cannot read. */
function languageChoice(store: Store): VNode {
  const offered = Object.entries(LANGUAGE_NAMES).map(([name, own]) => [name, own] as const);
  const choose = (name: string) => store.set({ language: name as State["language"] });
  return select(offered, language(), choose, { class: "language", "aria-label": texts().common.language });
}

/** To the open room; the address holds the state, so that its hash stays. */
function skip(event: Event): void {
  event.preventDefault();
  const target = document.querySelector<HTMLElement>("#content");
  target?.setAttribute("tabindex", "-1");
  target?.focus();
}

export function footerView(store: Store): Child {
  const t = texts().common;
  return [
    h("div.row.look", themeChoice(store)),
    h("p", h("a", { href: "docs/" }, t.reference), " · ", h("a", { href: "openapi.yaml" }, "openapi.yaml")),
    h("p.hint", t.natural, " ", texts().place.credit),
  ];
}

/** Pixels that a sheet has between its margins. */
const PAPER = 680;

/** Charts on canvases are as wide as the window that they were drawn in. */
function charts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".canvas")].filter(({ clientWidth }) => clientWidth > 0);
}

/** Any room on paper: in light colours, under its place and its address. */
export function printWell(store: Store): void {
  let theme = store.state.theme;
  const head = document.createElement("div");
  head.className = "print-head";
  addEventListener("beforeprint", () => {
    theme = store.state.theme;
    // Curves and heat maps are drawn anew in colours for white paper.
    if (theme !== "light") store.set({ theme: "light" });
    const { lat, lon, name } = store.state;
    const address = addressOf({ ...store.state, theme });
    render(
      [
        h("strong", `${texts().common.title} – ${name || `${lat}, ${lon}`}`),
        h("p", texts().report.picture.made(calendarDate(new Date()), VERSION), " ", address),
      ],
      head,
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
export function unreadNote(): View {
  const hash = signal(location.hash);
  addEventListener("hashchange", () => (hash.value = location.hash));
  return () => h("p.wrong", { role: "alert" }, unreadText(unreadOf(hash.value)));
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
  meter: () => import("./meter/room.js"),
  data: () => import("./data/room.js"),
  account: () => import("./account/room.js"),
};

/** The open room. Each is loaded when it is opened for the first time; the next click tries again what did not come. */
export function roomView(page: Page): View {
  const t = texts().common;
  const made = new Map<RoomName, View>();
  const state = signal<"loading" | "open" | "failed">("loading");
  const load = async (room: RoomName) => {
    state.value = made.has(room) ? "open" : "loading";
    if (made.has(room)) return;
    const loaded = await MODULES[room]().then(
      ({ make }) => viewOf(make(page)),
      () => undefined,
    );
    if (loaded) made.set(room, loaded);
    if (page.store.state.room === room) state.value = loaded ? "open" : "failed";
  };
  page.store.onChange(({ room }, before) => {
    if (room !== before.room || state.value === "failed") void load(room);
  });
  void load(page.store.state.room);
  const content = (room: RoomName) => {
    if (state.value === "failed") return h("p.problem", { role: "alert" }, t.unopened);
    const view = made.get(room);
    return state.value === "open" && view ? part(view) : h("p", { role: "status" }, t.opening);
  };
  return () => {
    const { room } = page.store.state;
    return h("div.room", { id: "content", "data-room": room }, content(room));
  };
}

function viewOf(made: View | HTMLElement): View {
  return typeof made === "function" ? made : () => held(made);
}
