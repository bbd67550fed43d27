/** The plane: its angles as fields, and drawn from the side and from above, where it can be turned by hand. */
import type { VNode } from "preact";
import { pointIn } from "../chart/point.js";
import type { State, Store } from "../state/state.js";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { h, labelled, select, type View } from "../view.js";
import { NumberField } from "./number-field.js";

/** @param anglesOf those that are shown, where they are not the state's */
export function angleFields(store: Store, isDisabled: () => boolean, anglesOf = ofState): NumberField[] {
  const { tilt, direction } = texts().roof;
  const field = (label: string, name: keyof Angles, most: number) =>
    new NumberField(label, {
      limits: { least: 0, most },
      value: () => anglesOf(store.state)[name],
      take: (degrees = 0) => store.set({ [name]: degrees }),
      isDisabled,
    });
  return [field(tilt, "surface_tilt", 90), field(direction, "surface_azimuth", 360)];
}

export function planeFields(store: Store): View {
  const t = texts().roof;
  const fields = angleFields(store, () => store.state.tracking_mode !== "none");
  const drawn = panel(store);
  return () =>
    h(
      "div",
      drawn(),
      h(
        "div.row",
        fields.map((field) => field.view()),
      ),
      h("p.hint", t.azimuthHint),
      labelled(t.mounting, mountingChoice(store)),
    );
}

export function mountingChoice(store: Store): VNode {
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

function ofState(state: State): Angles {
  return state;
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
export function panel(store: Store, anglesOf = ofState): View {
  const t = texts().roof;
  let held: Dial | undefined;
  const change = ({ name }: Dial, degrees: number) => {
    if (store.state.tracking_mode === "none") store.set({ [name]: Math.round(degrees) % 360 });
  };
  const drag = (event: PointerEvent) => {
    if (!held) return;
    const { x, y } = pointIn(event);
    change(held, held.of(x, y));
  };
  const letGo = () => (held = undefined);

  function handle(dial: Dial, label: string, text: string): VNode {
    const now = anglesOf(store.state)[dial.name];
    const { x, y } = dial.at(now);
    return h("circle.handle", {
      ...{ r: 10, cx: x, cy: y, tabindex: 0, role: "slider", "aria-label": label },
      ...{ "aria-valuemin": 0, "aria-valuemax": dial.most, "aria-valuenow": now, "aria-valuetext": text },
      "aria-disabled": String(store.state.tracking_mode !== "none"),
      onpointerdown: (event: PointerEvent) => take(event, dial),
      onkeydown: (event: KeyboardEvent) => turn(event, dial),
    });
  }

  function take(event: PointerEvent, dial: Dial): void {
    held = dial;
    const circle = event.currentTarget as SVGCircleElement;
    circle.ownerSVGElement?.setPointerCapture(event.pointerId);
    event.preventDefault();
    circle.focus();
  }

  function turn(event: KeyboardEvent, dial: Dial): void {
    const step = STEPS[event.key];
    const now = anglesOf(store.state)[dial.name];
    const turns = dial.most > 90;
    if (step !== undefined) change(dial, turns ? (now + step + 360) % 360 : Math.min(90, Math.max(0, now + step)));
    else if (event.key === "Home") change(dial, 0);
    else if (event.key === "End") change(dial, dial.most);
    else return;
    event.preventDefault();
  }

  return () => {
    const { surface_tilt, surface_azimuth } = anglesOf(store.state);
    const [end, to] = [TILT.at(surface_tilt), AZIMUTH.at(surface_azimuth)];
    const direction = t.longDirections[Math.round(surface_azimuth / 45) % 8];
    const isOff = store.state.tracking_mode !== "none";
    return h(
      "svg.panel",
      {
        ...{ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": t.panel, class: isOff ? "off" : "" },
        ...{ onpointermove: drag, onpointerup: letGo, onpointercancel: letGo },
      },
      h("line.ground", { x1: 8, y1: FOOT.y, x2: 150, y2: FOOT.y }),
      h("path.arc", { d: `M${FOOT.x + LENGTH} ${FOOT.y}A${LENGTH} ${LENGTH} 0 0 0 ${FOOT.x} ${FOOT.y - LENGTH}` }),
      h("line.plane", { x1: FOOT.x, y1: FOOT.y, x2: end.x, y2: end.y }),
      h("circle.arc", { cx: ROSE.x, cy: ROSE.y, r: RADIUS }),
      compass(),
      h("rect.plane", {
        ...{ x: -20, y: -6, width: 40, height: 12 },
        transform: `translate(${ROSE.x} ${ROSE.y}) rotate(${surface_azimuth})`,
      }),
      h("line.facing", { x1: ROSE.x, y1: ROSE.y, x2: to.x, y2: to.y }),
      handle(TILT, t.panelTilt, `${plain(surface_tilt)}°`),
      handle(AZIMUTH, t.panelDirection, `${plain(surface_azimuth)}°, ${direction}`),
    );
  };
}

function compass(): VNode[] {
  return [0, 2, 4, 6].map((eighth, k) =>
    h(
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
