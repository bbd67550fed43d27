/** Above the page: what of the link was not understood. */
import { h } from "../dom.js";
import { unreadOf } from "../state/address.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

/** Shown once the page is open, and again when another link is pasted over it. */
export function unreadNote(): HTMLElement {
  const note = h("p", { class: "wrong", role: "alert" });
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
