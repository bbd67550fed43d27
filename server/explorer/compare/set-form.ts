/** Pins as a set: the present state at several tilts, and the same at a second place. */
import { freshId, h } from "../dom.js";
import { findPlace } from "../place/find.js";
import { texts } from "../texts/texts.js";
import { MOST_PINS } from "./pins.js";
import { type OtherPlace, tiltsOf } from "./variants.js";

/** @param take the tilts and the other place; returns what speaks against them, "" for nothing */
export function setForm(take: (tilts: readonly number[], other: OtherPlace | undefined) => string): HTMLElement {
  const words = texts().compare;
  const problem = h("p", { class: "wrong", role: "alert", id: freshId() });
  const field = (label: string, example: string, size: number) => {
    const input = h("input", {
      id: freshId(),
      placeholder: example,
      autocomplete: "off",
      size,
      "aria-describedby": problem.id,
    });
    return { input, element: h("div", { class: "field" }, h("label", { for: input.id }, label), input) };
  };
  const tilts = field(words.tilts, words.tiltsExample, 10);
  const other = field(words.otherPlace, words.otherExample, 18);
  const complain = (input: HTMLInputElement | undefined, text: string) => {
    for (const one of [tilts.input, other.input]) {
      if (one === input) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
    }
    problem.textContent = text;
    input?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    complain(undefined, "");
    const asked = tiltsOf(tilts.input.value);
    if (!asked) return complain(tilts.input, words.tiltsWrong);
    const text = other.input.value.trim();
    const place = text === "" ? undefined : await findPlace(text).catch(() => undefined);
    if (text !== "" && !place) return complain(other.input, words.otherWrong(text));
    // Tilts alone with none given would compare nothing with nothing.
    if (asked.length === 0 && !place) return complain(tilts.input, words.tiltsWrong);
    if (asked.length * (place ? 2 : 1) > MOST_PINS) return complain(tilts.input, words.tiltsMany(MOST_PINS));
    complain(undefined, take(asked, place));
  };
  return h(
    "form",
    { class: "set", "aria-label": words.set, onsubmit: submit },
    h("div", { class: "row" }, tilts.element, other.element, h("button", { type: "submit", class: "go" }, words.go)),
    problem,
  );
}
