/** Fields of a form: numbers that are typed, and the plane, drawn from the side and from above. */
import { pointIn } from "../chart/picture.js";
import { type Child, freshId, h, labelled, replace, s, select } from "../dom.js";
import type { State, Store } from "../state/state.js";
import { figure, language, plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

interface Limits {
  readonly least: number;
  readonly most: number;
  /** An empty field stands for the default. */
  readonly mayBeEmpty?: true;
  readonly isWhole?: true;
}

export interface TypedField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** What is wrong with it, and its hint: in the element, unless they stand apart from it. */
  readonly words: HTMLElement;
  /** Shows a value that is another than before, so that what was typed stays, right or wrong; undefined: empty. */
  show(value: number | undefined): void;
  readonly isWrong: boolean;
}

/** Several fields that are shown together. */
export interface Fields {
  readonly element: HTMLElement;
  /** One of them is marked. */
  readonly isWrong: boolean;
  show(): void;
}

interface FieldOptions {
  /** Is called after every key: the field may have become right or wrong. */
  readonly heard?: () => void;
  readonly unit?: string;
  readonly hint?: Child;
  /** The words get a place of their own, as under several fields in a row. */
  readonly apart?: boolean;
}

/** @param take the number; undefined of an empty field that may be */
export function typedField(
  label: string,
  limits: Limits,
  take: (value: number | undefined) => void,
  { heard, unit, hint, apart }: FieldOptions = {},
): TypedField {
  const id = freshId();
  const wrong = h("p.wrong", { id: `${id}-wrong` });
  const note = h("p.hint", { id: `${id}-hint` }, hint);
  const input = h("input", {
    ...{ id, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" },
    "aria-describedby": `${id}-wrong ${id}-hint`,
  });
  let isWrong = false;
  let shown: number | undefined | null = null;
  const mark = (words: string) => {
    isWrong = words !== "";
    if (wrong.textContent !== words) replace(wrong, words);
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => {
    const found = valueIn(input.value, limits);
    mark(typeof found === "string" ? found : "");
    if (typeof found !== "string") {
      shown = found;
      take(found);
    }
    heard?.();
  });
  const box = unit === undefined ? input : h("span.with-unit", input, h("span.unit", unit));
  const words = h("div.field-words", wrong, hint === undefined ? null : note);
  return {
    element: h("div.field", h("label", { for: id }, label), box, apart ? null : words),
    words,
    input,
    show(value) {
      if (value === shown) return;
      shown = value;
      input.value = value === undefined ? "" : plain(value);
      mark("");
    },
    get isWrong() {
      return isWrong;
    },
  };
}

/** What was typed, or what is wrong with it. */
function valueIn(text: string, { least, most, mayBeEmpty, isWhole }: Limits): number | undefined | string {
  if (text.trim() === "" && mayBeEmpty) return undefined;
  const found = typedNumber(text);
  const t = texts().roof;
  if (found.kind === "grouped") return t.grouped(found.plain);
  const isRight =
    found.kind === "number" &&
    found.value >= least &&
    found.value <= most &&
    (!isWhole || Number.isInteger(found.value));
  return isRight ? found.value : t.isNumber(plain(least), most < 1e4 ? plain(most) : figure(most));
}

/** "grouped": with a separator of thousands, or so it looks; `plain` is the number without it. */
type Typed =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "grouped"; readonly plain: string }
  | { readonly kind: "none" };

const NUMBER = /^[-−+]?\d+(?:[.,]\d+)?$/;
const GROUPED = /^[-−+]?\d{1,3}(?:[.,' ’\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
/** Between thousands. */
const SEPARATORS = { en: ",", de: "." } as const;

/** Numbers as people type them, with a decimal point or a decimal comma, whatever the language of the page. In English "1,000" is a thousand, in German "1.000": neither is taken for 1. */
export function typedNumber(typed: string, of = language()): Typed {
  const text = typed.trim();
  const separator = SEPARATORS[of];
  const isOne = NUMBER.test(text);
  const looksGrouped = GROUPED.test(text) && (!isOne || text.includes(separator));
  if (looksGrouped) return { kind: "grouped", plain: text.replaceAll(/[.,' ’\u00a0\u202f](?=\d{3}(?!\d))/g, "") };
  if (!isOne) return { kind: "none" };
  return { kind: "number", value: Number(text.replace("−", "-").replace(",", ".")) };
}

export function planeFields(store: Store): HTMLElement {
  const t = texts().roof;
  const tilt = typedField(t.tilt, { least: 0, most: 90 }, (surface_tilt = 0) => store.set({ surface_tilt }));
  const azimuth = typedField(t.direction, { least: 0, most: 360 }, (surface_azimuth = 0) =>
    store.set({ surface_azimuth }),
  );
  const tracking = mountingChoice(store);
  store.follow((state: State) => {
    tilt.show(state.surface_tilt);
    azimuth.show(state.surface_azimuth);
    tracking.value = state.tracking_mode;
    for (const { input } of [tilt, azimuth]) input.disabled = state.tracking_mode !== "none";
  });
  return h(
    "div",
    panel(store).element,
    h("div.row", tilt.element, azimuth.element),
    h("p.hint", t.azimuthHint),
    labelled(t.mounting, tracking),
  );
}

export function mountingChoice(store: Store): HTMLSelectElement {
  return select(Object.entries(texts().roof.mountings), store.state.tracking_mode, (value) =>
    store.set({ tracking_mode: value as State["tracking_mode"] }),
  );
}

const WIDTH = 320;
const HEIGHT = 150;
const FOOT = { x: 34, y: 124 };
const LENGTH = 92;
const ROSE = { x: 236, y: 74 };
const RADIUS = 50;
const RADIANS = Math.PI / 180;

type Angles = Pick<State, "surface_tilt" | "surface_azimuth">;

interface Panel {
  readonly element: SVGSVGElement;
  /** Draws it anew: angles that are no part of the state have changed. */
  show(): void;
}

interface Dial {
  readonly name: "surface_tilt" | "surface_azimuth";
  readonly most: number;
  /** Where the handle stands. */
  at(degrees: number): { x: number; y: number };
  /** The degrees that a point stands for. */
  of(x: number, y: number): number;
}

const TILT: Dial = {
  name: "surface_tilt",
  most: 90,
  at: (degrees) => ({
    x: FOOT.x + LENGTH * Math.cos(degrees * RADIANS),
    y: FOOT.y - LENGTH * Math.sin(degrees * RADIANS),
  }),
  of: (x, y) => Math.min(90, Math.max(0, Math.atan2(FOOT.y - y, Math.max(0, x - FOOT.x)) / RADIANS)),
};
const AZIMUTH: Dial = {
  name: "surface_azimuth",
  most: 359,
  at: (degrees) => ({
    x: ROSE.x + RADIUS * Math.sin(degrees * RADIANS),
    y: ROSE.y - RADIUS * Math.cos(degrees * RADIANS),
  }),
  of: (x, y) => (Math.atan2(x - ROSE.x, ROSE.y - y) / RADIANS + 360) % 360,
};

const STEPS: { readonly [key: string]: number } = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** @param anglesOf those that are shown, where they are not the state's: it moves from them */
export function panel(store: Store, anglesOf: (state: State) => Angles = (state) => state): Panel {
  const t = texts().roof;
  let held: Dial | undefined;
  const side = s("line.plane", { x1: FOOT.x, y1: FOOT.y });
  const above = s("rect.plane", { x: -20, y: -6, width: 40, height: 12 });
  const facing = s("line.facing", { x1: ROSE.x, y1: ROSE.y });
  const tilt = handle(TILT, t.panelTilt);
  const azimuth = handle(AZIMUTH, t.panelDirection);
  const svg = s(
    "svg.panel",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": t.panel },
    s("line.ground", { x1: 8, y1: FOOT.y, x2: 150, y2: FOOT.y }),
    s("path.arc", { d: `M${FOOT.x + LENGTH} ${FOOT.y}A${LENGTH} ${LENGTH} 0 0 0 ${FOOT.x} ${FOOT.y - LENGTH}` }),
    side,
    s("circle.arc", { cx: ROSE.x, cy: ROSE.y, r: RADIUS }),
    compass(),
    above,
    facing,
    tilt,
    azimuth,
  );
  const place = (state: State) => {
    const angles = anglesOf(state);
    const end = TILT.at(angles.surface_tilt);
    const to = AZIMUTH.at(angles.surface_azimuth);
    assign(side, { x2: end.x, y2: end.y });
    assign(facing, { x2: to.x, y2: to.y });
    assign(above, { transform: `translate(${ROSE.x} ${ROSE.y}) rotate(${angles.surface_azimuth})` });
    update(tilt, TILT, angles, `${plain(angles.surface_tilt)}°`);
    const direction = t.longDirections[Math.round(angles.surface_azimuth / 45) % 8];
    update(azimuth, AZIMUTH, angles, `${plain(angles.surface_azimuth)}°, ${direction}`);
    for (const circle of [tilt, azimuth]) circle.setAttribute("aria-disabled", String(state.tracking_mode !== "none"));
    svg.classList.toggle("off", state.tracking_mode !== "none");
  };
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { x, y } = pointIn(event);
    change(held, held.of(x, y));
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (held = undefined));
  store.follow(place);
  return { element: svg, show: () => place(store.state) };

  function change({ name }: Dial, degrees: number): void {
    if (store.state.tracking_mode === "none") store.set({ [name]: Math.round(degrees) % 360 });
  }

  function handle(dial: Dial, label: string): SVGCircleElement {
    const circle = s("circle.handle", {
      r: 10,
      tabindex: 0,
      role: "slider",
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": dial.most,
    });
    circle.addEventListener("pointerdown", (event) => {
      held = dial;
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      circle.focus();
    });
    circle.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      const now = anglesOf(store.state)[dial.name];
      const turns = dial.most > 90;
      if (step !== undefined) change(dial, turns ? (now + step + 360) % 360 : Math.min(90, Math.max(0, now + step)));
      else if (event.key === "Home") change(dial, 0);
      else if (event.key === "End") change(dial, dial.most);
      else return;
      event.preventDefault();
    });
    return circle;
  }
}

function compass(): SVGTextElement[] {
  return [0, 2, 4, 6].map((eighth, k) =>
    s(
      "text",
      {
        x: ROSE.x + (RADIUS + 16) * Math.sin((k * Math.PI) / 2),
        y: ROSE.y - (RADIUS + 16) * Math.cos((k * Math.PI) / 2) + 4,
        "text-anchor": "middle",
      },
      texts().roof.shortDirections[eighth],
    ),
  );
}

function update(circle: SVGCircleElement, { at, name }: Dial, angles: Angles, words: string): void {
  const { x, y } = at(angles[name]);
  assign(circle, { cx: x, cy: y, "aria-valuenow": angles[name], "aria-valuetext": words });
}

function assign(element: SVGElement, attributes: { readonly [name: string]: string | number }): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
