/** The rooms of the page: each is loaded when it is opened for the first time, and kept. */
import { h, replace } from "../dom.js";
import type { RoomName } from "../state/state.js";
import { texts } from "../texts/texts.js";
import type { Page, RoomModule } from "./page.js";

const MODULES: { readonly [Name in RoomName]: () => Promise<RoomModule> } = {
  roof: () => import("./roof/room.js"),
  light: () => import("./light/room.js"),
  sun: () => import("./sun/room.js"),
  forecast: () => import("./forecast/room.js"),
  history: () => import("./history/room.js"),
  data: () => import("./data/room.js"),
  account: () => import("./account/room.js"),
};

/** The place of the open room. */
export function roomPlace(page: Page): HTMLElement {
  const made = new Map<RoomName, HTMLElement>();
  const place = h("div", { class: "room", id: "content" });
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
      replace(place, h("p", { class: "problem", role: "alert" }, texts().common.unopened));
    }
  };
  page.store.subscribe(() => void show());
  void show();
  return place;
}
