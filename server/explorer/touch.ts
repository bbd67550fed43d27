/** Fingers scroll the page; what a mouse does on a picture at once, they do in a mode of its own. */
import { h } from "./dom.js";

export interface TouchMode {
  /** Switches the mode; it is shown where there are fingers to touch with. */
  readonly button: HTMLButtonElement;
  /** Whether a pointer acts on the picture, and does not scroll the page. */
  takes(event: PointerEvent): boolean;
}

/** @param place what is touched; @param label of the button, and `name` in full */
export function touchMode(place: HTMLElement, label: string, name = label): TouchMode {
  const button = h("button", { type: "button", class: "touch-mode", title: name, "aria-label": name }, label);
  const show = (isOn: boolean) => {
    place.classList.toggle("touched", isOn);
    button.setAttribute("aria-pressed", String(isOn));
  };
  button.addEventListener("click", () => show(!place.classList.contains("touched")));
  place.classList.add("touchable");
  show(false);
  return { button, takes: ({ pointerType }) => pointerType === "mouse" || place.classList.contains("touched") };
}
