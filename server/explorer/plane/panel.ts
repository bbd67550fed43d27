/** The panel, drawn from the side and from above. Its tilt and azimuth are dragged, or moved by arrow keys. */
import { pointIn } from "../chart/picture.js";
import { s } from "../dom.js";
import type { State, Store } from "../state/state.js";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

const WIDTH = 320;
const HEIGHT = 150;
const FOOT = { x: 34, y: 124 };
const LENGTH = 92;
const ROSE = { x: 236, y: 74 };
const RADIUS = 50;
const RADIANS = Math.PI / 180;

export type Angles = Pick<State, "surface_tilt" | "surface_azimuth">;

export interface Panel {
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
  const side = s("line", { class: "plane", x1: FOOT.x, y1: FOOT.y });
  const above = s("rect", { class: "plane", x: -20, y: -6, width: 40, height: 12 });
  const facing = s("line", { class: "facing", x1: ROSE.x, y1: ROSE.y });
  const tilt = handle(TILT, t.panelTilt);
  const azimuth = handle(AZIMUTH, t.panelDirection);
  const compass = [0, 2, 4, 6].map((eighth, k) =>
    s(
      "text",
      {
        x: ROSE.x + (RADIUS + 16) * Math.sin((k * Math.PI) / 2),
        y: ROSE.y - (RADIUS + 16) * Math.cos((k * Math.PI) / 2) + 4,
        "text-anchor": "middle",
      },
      t.shortDirections[eighth],
    ),
  );
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "panel", role: "group", "aria-label": t.panel },
    s("line", { class: "ground", x1: 8, y1: FOOT.y, x2: 150, y2: FOOT.y }),
    s("path", {
      class: "arc",
      d: `M${FOOT.x + LENGTH} ${FOOT.y}A${LENGTH} ${LENGTH} 0 0 0 ${FOOT.x} ${FOOT.y - LENGTH}`,
    }),
    side,
    s("circle", { class: "arc", cx: ROSE.x, cy: ROSE.y, r: RADIUS }),
    compass,
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
  place(store.state);
  store.subscribe(place);
  return { element: svg, show: () => place(store.state) };

  function change({ name }: Dial, degrees: number): void {
    if (store.state.tracking_mode === "none") store.set({ [name]: Math.round(degrees) % 360 });
  }

  function handle(dial: Dial, label: string): SVGCircleElement {
    const circle = s("circle", {
      class: "handle",
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

function update(circle: SVGCircleElement, { at, name }: Dial, angles: Angles, words: string): void {
  const { x, y } = at(angles[name]);
  assign(circle, { cx: x, cy: y, "aria-valuenow": angles[name], "aria-valuetext": words });
}

function assign(element: SVGElement, attributes: { readonly [name: string]: string | number }): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
