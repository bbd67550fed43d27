/** Above the page: what of the link was not understood. */
import { h } from "../dom.js";
import { unreadOf } from "../state/address.js";
import { texts } from "../texts/texts.js";

/** Shown once the page is open, and again when another link is pasted over it. */
export function unreadNote(): HTMLElement {
  const note = h("p", { class: "wrong", role: "alert" });
  const show = () => {
    const words = unreadOf(location.hash);
    note.textContent = words.length === 0 ? "" : texts().status.unread(words.join(", "));
  };
  show();
  addEventListener("hashchange", show);
  return note;
}
