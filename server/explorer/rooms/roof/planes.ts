/** Several planes behind one inverter as a small table, or any system as JSON. */
import { h, labelled, replace } from "../../dom.js";
import { type Fields, type TypedField, typedField } from "../../form/typed-field.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { type PlaneRow, type SystemTable, systemText, tableOf } from "./system.js";

/** A roof to the east and to the west: what a second plane mostly is. */
function usualTable({ kwp, surface_tilt: tilt, losses }: State): SystemTable {
  const half = { tilt, kwp: kwp / 2 };
  const planes = [
    { ...half, azimuth: 90 },
    { ...half, azimuth: 270 },
  ];
  return { planes, acPower: undefined, losses: losses === "" ? undefined : Number(losses) };
}

/** @param heard is called when a field has become right or wrong */
export function planesFields({ store }: Page, heard: () => void): Fields {
  const t = texts().roof;
  const place = h("div", {});
  const table = new PlanesTable((next) => store.set({ system: systemText(next) }), heard);
  const json = jsonField((system) => store.set({ system }));
  const begin = h("button", {
    type: "button",
    onclick: () => store.set({ system: systemText(usualTable(store.state)) }),
  });
  begin.textContent = t.toTable;
  const end = h("button", { type: "button", onclick: () => store.set({ system: "" }) }, t.onePlane);
  const tooMuch = h("p", { class: "hint" }, t.tooMuch);
  return {
    element: h(
      "fieldset",
      { class: "planes" },
      h("legend", {}, t.planes),
      h("p", { class: "hint" }, t.planesHint),
      place,
      h("div", { class: "actions" }, begin, end),
      json.element,
    ),
    get isWrong() {
      return store.state.system !== "" && table.isWrong;
    },
    show() {
      const { system } = store.state;
      const found = system === "" ? undefined : tableOf(system);
      begin.hidden = system !== "";
      end.hidden = system === "";
      if (found) table.show(found);
      replace(place, found ? table.element : system === "" ? null : tooMuch);
      json.show(system);
    },
  };
}

class PlanesTable {
  readonly element = h("div", { class: "planes-table" });
  private readonly take: (table: SystemTable) => void;
  private readonly heard: () => void;
  private shown: SystemTable | undefined;
  private rows: readonly (readonly [tilt: TypedField, azimuth: TypedField, kwp: TypedField])[] = [];
  private power: TypedField | undefined;

  constructor(take: (table: SystemTable) => void, heard: () => void) {
    this.take = take;
    this.heard = heard;
  }

  get isWrong(): boolean {
    return [...this.rows.flat(), this.power].some((field) => field?.isWrong);
  }

  show(table: SystemTable): void {
    const isMade = this.rows.length === table.planes.length;
    this.shown = table;
    if (!isMade) this.make(table.planes.length);
    for (const [k, { tilt, azimuth, kwp }] of table.planes.entries()) {
      const [tiltField, azimuthField, kwpField] = this.rows[k] as (typeof this.rows)[number];
      tiltField.show(tilt);
      azimuthField.show(azimuth);
      kwpField.show(kwp);
    }
    this.power?.show(table.acPower);
  }

  private make(count: number): void {
    const t = texts().roof;
    const { heard } = this;
    this.rows = Array.from({ length: count }, (_, k) => [
      typedField(t.tilt, { least: 0, most: 90 }, (tilt = 0) => this.change(k, { tilt }), { heard }),
      typedField(t.direction, { least: 0, most: 360 }, (azimuth = 0) => this.change(k, { azimuth }), { heard }),
      typedField(t.kwp, { least: 0.001, most: 1e9 }, (kwp = 1) => this.change(k, { kwp }), { heard }),
    ]);
    this.power = typedField(
      t.acPower,
      { least: 0.001, most: 1e9, mayBeEmpty: true },
      (acPower) => this.shown && this.take({ ...this.shown, acPower }),
      { heard, hint: t.acPowerHint },
    );
    const rows = this.rows.map((fields, k) =>
      h(
        "div",
        { class: "row plane-row", role: "group", "aria-label": t.plane(String(k + 1)) },
        fields.map(({ element }) => element),
        h(
          "button",
          {
            type: "button",
            "aria-label": t.removePlane(String(k + 1)),
            hidden: count === 1,
            onclick: () => this.remove(k),
          },
          "×",
        ),
      ),
    );
    replace(
      this.element,
      rows,
      h("button", { type: "button", onclick: () => this.add() }, t.addPlane),
      this.power.element,
    );
  }

  private change(k: number, changed: Partial<PlaneRow>): void {
    const { shown } = this;
    if (!shown) return;
    this.take({ ...shown, planes: shown.planes.map((plane, row) => (row === k ? { ...plane, ...changed } : plane)) });
  }

  private remove(k: number): void {
    const { shown } = this;
    if (shown) this.take({ ...shown, planes: shown.planes.filter((_, row) => row !== k) });
  }

  private add(): void {
    const { shown } = this;
    if (shown) this.take({ ...shown, planes: [...shown.planes, shown.planes.at(-1) as PlaneRow] });
  }
}

/** Any system, read as the service reads it before it is sent. */
function jsonField(take: (system: string) => void): { readonly element: HTMLElement; show(system: string): void } {
  const t = texts().roof;
  const area = h("textarea", { rows: 6, spellcheck: "false", class: "json" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const mark = (...words: (string | HTMLElement)[]) => {
    replace(wrong, words);
    if (words.length > 0) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
  };
  const use = async () => {
    const { pastedSystem } = await import("./pasted.js");
    const found = pastedSystem(area.value);
    if (found.kind === "refused") mark(h("span", { lang: "en" }, found.message));
    else if (found.kind === "unreadable") mark(t.jsonWrong(String(found.place.line), String(found.place.column)));
    else {
      mark();
      take(found.text);
    }
  };
  let shown = "";
  return {
    element: h(
      "details",
      {},
      h("summary", {}, t.json),
      labelled(t.json, area, h("p", { class: "hint" }, t.jsonHint)),
      wrong,
      h("button", { type: "button", onclick: () => void use() }, t.useJson),
    ),
    show(system) {
      if (system === shown) return;
      shown = system;
      area.value = system === "" ? "" : indented(system);
      mark();
    },
  };
}

/** As it is where it cannot be read, such as of a link that was cut off. */
function indented(system: string): string {
  try {
    return JSON.stringify(JSON.parse(system), undefined, 2);
  } catch {
    return system;
  }
}
