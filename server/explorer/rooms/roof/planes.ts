/** Several planes behind one inverter as a small table, or any system as JSON. */
import { computed, signal } from "@preact/signals";
import { type Fields, NumberField } from "../../form/number-field.js";
import type { Page } from "../../request/questions.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, h, labelled, part, type View } from "../../view.js";

/** A roof to the east and to the west: what a second plane mostly is. */
function usualTable({ kwp, surface_tilt: tilt, losses }: State): SystemTable {
  const half = { tilt, kwp: kwp / 2 };
  const planes = [
    { ...half, azimuth: 90 },
    { ...half, azimuth: 270 },
  ];
  return { planes, acPower: undefined, losses: losses === "" ? undefined : Number(losses) };
}

export function planesFields({ store }: Page): Fields {
  const t = texts().roof;
  const table = new PlanesTable(store);
  const json = jsonField(store);
  const view = () => {
    const isOne = store.state.system === "";
    return h(
      "fieldset.planes",
      h("legend", t.planes),
      h("p.hint", t.planesHint),
      isOne ? null : (table.view() ?? h("p.hint", t.tooMuch)),
      h(
        "div.actions",
        isOne
          ? button(t.toTable, () => store.set({ system: systemText(usualTable(store.state)) }))
          : button(t.onePlane, () => store.set({ system: "" })),
      ),
      part(json),
    );
  };
  return { view, isWrong: () => table.isWrong };
}

class PlanesTable {
  private readonly store: Store;
  private readonly table = computed(() => tableOf(this.store.state.system));
  /** Of each row that there has been. */
  private readonly rows: (readonly NumberField[])[] = [];
  private readonly power: NumberField;

  constructor(store: Store) {
    const t = texts().roof;
    this.store = store;
    this.power = new NumberField(t.acPower, {
      limits: { least: 0.001, most: 1e9, mayBeEmpty: true },
      value: () => this.table.value?.acPower,
      take: (acPower) => this.take({ acPower }),
      hint: () => t.acPowerHint,
    });
  }

  get isWrong(): boolean {
    const fields = this.table.value ? [...this.table.value.planes.flatMap((_, k) => this.row(k)), this.power] : [];
    return fields.some((field) => field.isWrong);
  }

  /** undefined where the system is none, or more than a table. */
  view(): Child {
    const t = texts().roof;
    const planes = this.table.value?.planes;
    if (!planes) return undefined;
    const rows = planes.map((_, k) =>
      h(
        "div.row.plane-row",
        { role: "group", "aria-label": t.plane(String(k + 1)), key: k },
        this.row(k).map((field) => field.view()),
        planes.length > 1 &&
          button("×", () => this.take({ planes: planes.filter((_plane, at) => at !== k) }), {
            "aria-label": t.removePlane(String(k + 1)),
          }),
      ),
    );
    const add = () => this.take({ planes: [...planes, planes.at(-1) as PlaneRow] });
    return h("div.planes-table", rows, button(t.addPlane, add), this.power.view());
  }

  private row(k: number): readonly NumberField[] {
    const t = texts().roof;
    const field = (label: string, name: keyof PlaneRow, least: number, most: number) =>
      new NumberField(label, {
        limits: { least, most },
        value: () => this.table.value?.planes[k]?.[name],
        take: (value = 1) => this.change(k, { [name]: value }),
      });
    this.rows[k] ??= [
      field(t.tilt, "tilt", 0, 90),
      field(t.direction, "azimuth", 0, 360),
      field(t.kwp, "kwp", 0.001, 1e9),
    ];
    return this.rows[k];
  }

  private change(k: number, changed: Partial<PlaneRow>): void {
    const planes = this.table.value?.planes ?? [];
    this.take({ planes: planes.map((plane, row) => (row === k ? { ...plane, ...changed } : plane)) });
  }

  private take(changed: Partial<SystemTable>): void {
    const table = this.table.peek();
    if (table) this.store.set({ system: systemText({ ...table, ...changed }) });
  }
}

/** Any system, read as the service reads it before it is sent. */
function jsonField(store: Store): View {
  const t = texts().roof;
  /** What was typed and what is wrong with it, beside the system that the state has had then. */
  const typed = signal({ text: "", wrong: undefined as Child, beside: "" });
  const use = async (text: string) => {
    const beside = store.state.system;
    const { pastedSystem } = await import("./pasted.js");
    const found = pastedSystem(text);
    if (found.kind === "system") return store.set({ system: found.text });
    const wrong =
      found.kind === "refused"
        ? h("span", { lang: "en" }, found.message)
        : t.jsonWrong(String(found.place.line), String(found.place.column));
    typed.value = { text, wrong, beside };
  };
  return () => {
    const { system } = store.state;
    const { text, wrong } =
      typed.value.beside === system && typed.value.text !== ""
        ? typed.value
        : { text: indented(system), wrong: undefined };
    const area = h("textarea.json", {
      ...{ rows: 6, spellcheck: false, "aria-invalid": wrong ? "true" : undefined, value: text },
      oninput: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
        typed.value = { text: currentTarget.value, wrong, beside: system };
      },
    });
    return h(
      "details",
      h("summary", t.json),
      labelled(t.json, area, h("p.hint", t.jsonHint)),
      h("p.wrong", { role: "alert" }, wrong),
      button(t.useJson, () => void use(text)),
    );
  };
}

/** As it is where it cannot be read, such as of a link that was cut off. */
function indented(system: string): string {
  try {
    return system && JSON.stringify(JSON.parse(system), undefined, 2);
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

const POWER = /^(\d+(?:\.\d+)?)(?: ?kW)?$/;

/** The table of a system; undefined where the system says more than the table can. */
export function tableOf(text: string): SystemTable | undefined {
  try {
    const system = JSON.parse(text);
    const planes: PlaneRow[] = system.planes.map(({ surface_tilt: tilt, surface_azimuth: azimuth, kwp }: Plane) => {
      return { tilt, azimuth, kwp };
    });
    const { inverter, losses } = system;
    const acPower = inverter === undefined ? undefined : Number(POWER.exec(String(inverter.ac_power))?.[1]);
    const table: SystemTable = { planes, acPower, losses };
    const numbers = [...planes.flatMap((plane) => Object.values(plane)), acPower, losses];
    const isPlain = numbers.every((number) => number === undefined || Number.isFinite(number));
    const isWhole = planes.length > 0 && keysIn(JSON.stringify(system)) === keysIn(systemText(table));
    return isPlain && isWhole ? table : undefined;
  } catch {
    return undefined;
  }
}

interface Plane {
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
  readonly kwp: number;
}

/** How many keys JSON has, at any depth. */
function keysIn(json: string): number {
  return json.split('":').length;
}
