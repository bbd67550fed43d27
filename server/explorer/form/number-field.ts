/** A typed number: used if it is valid, otherwise reported. */
import { freshId, h } from "../dom.js";

export interface NumberField {
  readonly element: HTMLElement;
  /** Shows a value, unless somebody is typing in the field. */
  show(value: number): void;
}

export function numberField(
  label: string,
  range: { readonly least: number; readonly most: number; readonly step: number | "any" },
  take: (value: number) => void,
): NumberField {
  const { least, most, step } = range;
  const id = freshId();
  const wrong = h("p", { class: "wrong", role: "alert" });
  const input = h("input", { id, type: "number", min: least, max: most, step, inputmode: "decimal", required: true });
  const check = () => {
    const value = input.valueAsNumber;
    const isRight = value >= least && value <= most;
    wrong.textContent = isRight ? "" : `A number from ${least} to ${most}.`;
    input.setAttribute("aria-invalid", String(!isRight));
    if (isRight) take(value);
  };
  input.addEventListener("input", check);
  return {
    element: h("div", { class: "field" }, h("label", { for: id }, label), input, wrong),
    show(value) {
      if (input.valueAsNumber === value || (document.activeElement === input && input.value === "")) return;
      input.value = String(value);
      wrong.textContent = "";
      input.setAttribute("aria-invalid", "false");
    },
  };
}
