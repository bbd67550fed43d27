/** Several planes behind one inverter as a small table, or any system as JSON. */
import { button, h, labelled, replace } from "../../dom.js";
import { type Fields, type TypedField, typedField } from "../../form/fields.js";
import type { Page } from "../../request/questions.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

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
  const place = h("div");
  const table = new PlanesTable((next) => store.set({ system: systemText(next) }), heard);
  const json = jsonField((system) => store.set({ system }));
  const begin = button(t.toTable, () => store.set({ system: systemText(usualTable(store.state)) }));
  const end = button(t.onePlane, () => store.set({ system: "" }));
  const tooMuch = h("p.hint", t.tooMuch);
  return {
    element: h(
      "fieldset.planes",
      h("legend", t.planes),
      h("p.hint", t.planesHint),
      place,
      h("div.actions", begin, end),
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
  readonly element = h("div.planes-table");
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
        "div.row.plane-row",
        { role: "group", "aria-label": t.plane(String(k + 1)) },
        fields.map(({ element }) => element),
        button("×", () => this.remove(k), { "aria-label": t.removePlane(String(k + 1)), hidden: count === 1 }),
      ),
    );
    replace(
      this.element,
      rows,
      button(t.addPlane, () => this.add()),
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
  const area = h("textarea.json", { rows: 6, spellcheck: "false" });
  const wrong = h("p.wrong", { role: "alert" });
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
      h("summary", t.json),
      labelled(t.json, area, h("p.hint", t.jsonHint)),
      wrong,
      button(t.useJson, () => void use()),
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

interface PlaneRow {
  /** Degrees. */
  readonly tilt: number;
  readonly azimuth: number;
  readonly kwp: number;
}

/** What the table can say; all else is for the JSON. */
export interface SystemTable {
  readonly planes: readonly PlaneRow[];
  /** kW that the inverter of all planes gives at most; undefined: by its ratio to the planes. */
  readonly acPower: number | undefined;
  /** Percent before the inverter; undefined: the usual ones. */
  readonly losses: number | undefined;
}

export function systemText({ planes, acPower, losses }: SystemTable): string {
  return JSON.stringify({
    planes: planes.map(({ tilt, azimuth, kwp }) => ({ surface_tilt: tilt, surface_azimuth: azimuth, kwp })),
    ...(acPower !== undefined && { inverter: { ac_power: `${acPower} kW` } }),
    ...(losses !== undefined && { losses }),
  });
}

const POWER = /^(\d+(?:\.\d+)?) ?kW$/;

/** The table of a system; undefined where the system says more than the table can. */
export function tableOf(text: string): SystemTable | undefined {
  const system = objectOf(text);
  if (system === undefined || !hasOnly(system, ["planes", "inverter", "losses"])) return undefined;
  const planes = Array.isArray(system.planes) ? system.planes.map(planeOf) : [];
  const acPower = system.inverter === undefined ? undefined : powerOf(system.inverter);
  const isPlain = planes.length > 0 && !planes.includes(undefined) && acPower !== null;
  if (!isPlain || !["number", "undefined"].includes(typeof system.losses)) return undefined;
  return { planes: planes as PlaneRow[], acPower, losses: system.losses as number | undefined };
}

function planeOf(plane: unknown): PlaneRow | undefined {
  if (typeof plane !== "object" || plane === null) return undefined;
  const { surface_tilt: tilt, surface_azimuth: azimuth, kwp } = plane as { readonly [name: string]: unknown };
  const isPlain = hasOnly(plane, ["surface_tilt", "surface_azimuth", "kwp"]);
  if (!isPlain || typeof tilt !== "number" || typeof azimuth !== "number" || typeof kwp !== "number") return undefined;
  return { tilt, azimuth, kwp };
}

/** null: an inverter that says more than its power. */
function powerOf(inverter: unknown): number | null {
  if (typeof inverter !== "object" || inverter === null || !hasOnly(inverter, ["ac_power"])) return null;
  const { ac_power: power } = inverter as { readonly ac_power?: unknown };
  const found = typeof power === "number" ? String(power) : POWER.exec(String(power))?.[1];
  return found === undefined ? null : Number(found);
}

function hasOnly(object: object, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}

function objectOf(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : undefined;
  } catch {
    return undefined;
  }
}
