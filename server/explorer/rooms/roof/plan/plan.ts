/** What stands around the roof, on a plan: put there, moved and measured by hand or by keys; beside it what it takes of the sky. */
import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { pointIn } from "../../../chart/point.js";
import { NumberField } from "../../../form/number-field.js";
import type { Page } from "../../../request/questions.js";
import { plain } from "../../../texts/numbers.js";
import { button, type Child, h, of, type View } from "../../../view.js";
import {
  freshThing,
  KINDS,
  type Measure,
  measuresOf,
  measuresOfModules,
  movedPlane,
  movedThing,
  outlineOf,
  type Plane,
  type Roof,
  roofOf,
  systemOf,
  type Thing,
  tenth,
} from "./scene.js";
import { ShadeView } from "./shade.js";
import { words } from "./words.js";

/** What is chosen: a thing, or the modules of a plane. */
interface Chosen {
  readonly of: "thing" | "plane";
  readonly k: number;
}

/** Metres that one press of an arrow key moves; with Shift, ten times less. */
const STEP = 1;
const SIZE = 400;
const LEAST_REACH = 14;

/** What the hand holds: its place and the hand's when it was taken, in metres, and the picture's reach, which stays meanwhile. */
interface Held {
  readonly what: Chosen;
  readonly place: readonly [number, number];
  readonly hand: readonly [number, number];
  readonly reach: number;
}

export function planView({ store }: Page): View {
  const chosen = signal<Chosen | undefined>(undefined);
  const hand: { held: Held | undefined } = { held: undefined };
  const take = (roof: Roof) => store.set({ system: systemOf(roof) });
  return () => {
    const t = words();
    const roof = roofOf(store.state);
    if (!roof) return h("p.hint", t.notHere);
    const editor = new Editor(roof, take, chosen);
    const add = (kind: Thing["kind"]) => editor.add(freshThing(kind, roof, store.state.lat));
    return h(
      "div.plan",
      h("p.hint", t.hint),
      h(
        "div.actions",
        KINDS.map((kind) => button(t.add[kind], () => add(kind))),
      ),
      h(
        "div.plan-parts",
        h("div", drawing(editor, hand), h("p.hint", t.keys)),
        roof.scene.obstacles.length > 0 ? of(ShadeView, { system: systemOf(roof), store }) : null,
      ),
      fieldsOf(editor),
    );
  };
}

class Editor {
  readonly roof: Roof;
  readonly chosen: Signal<Chosen | undefined>;
  private readonly take: (roof: Roof) => void;

  constructor(roof: Roof, take: (roof: Roof) => void, chosen: Signal<Chosen | undefined>) {
    this.roof = roof;
    this.take = take;
    this.chosen = chosen;
  }

  add(thing: Thing): void {
    const { obstacles } = this.roof.scene;
    this.chosen.value = { of: "thing", k: obstacles.length };
    this.hold([...obstacles, thing]);
  }

  remove(k: number): void {
    this.chosen.value = undefined;
    this.hold(this.roof.scene.obstacles.filter((_, at) => at !== k));
  }

  set({ of: what, k }: Chosen, changed: Thing | Plane): void {
    const put = <One>(all: readonly One[]) => all.map((one, at) => (at === k ? (changed as One) : one));
    if (what === "thing") this.hold(put(this.roof.scene.obstacles));
    else this.take({ ...this.roof, planes: put(this.roof.planes) });
  }

  measures({ of: what, k }: Chosen): readonly Measure<Thing | Plane>[] {
    const { planes, scene } = this.roof;
    if (what === "plane") return planes[k] ? measuresOfModules(planes[k]) : [];
    return scene.obstacles[k] ? measuresOf(scene.obstacles[k]) : [];
  }

  /** To a place, metres. */
  move(what: Chosen, east: number, north: number): void {
    const { planes, scene } = this.roof;
    const one = what.of === "plane" ? planes[what.k] : scene.obstacles[what.k];
    if (one) this.set(what, "kind" in one ? movedThing(one, east, north) : movedPlane(one, east, north));
  }

  private hold(obstacles: readonly Thing[]): void {
    this.take({ ...this.roof, scene: { ...this.roof.scene, obstacles } });
  }
}

/** Metres from the middle of the plan to its edges. */
function reachOf({ planes, scene }: Roof): number {
  const corners = planes.flatMap((plane) => outlineOf(plane)).flat();
  const things = scene.obstacles.flatMap((thing) => thing.at.slice(0, 2).map((at) => Math.abs(at) + spreadOf(thing)));
  return Math.max(LEAST_REACH, 2 + Math.max(0, ...corners.map(Math.abs), ...things));
}

function spreadOf(thing: Thing): number {
  return "radius" in thing ? thing.radius : Math.max(thing.size[0], thing.size[1]) / 2;
}

function drawing(editor: Editor, hand: { held: Held | undefined }): VNode {
  const t = words();
  const { roof, chosen } = editor;
  const reach = hand.held?.reach ?? reachOf(roof);
  const scale = SIZE / 2 / reach;
  const metresOf = (event: PointerEvent) => {
    const { x, y } = pointIn(event);
    return [x / scale - reach, reach - y / scale] as const;
  };
  const grab = (what: Chosen, place: readonly [number, number]) => (event: PointerEvent) => {
    hand.held = { what, place, hand: metresOf(event), reach };
    chosen.value = what;
    const shape = event.currentTarget as SVGElement;
    shape.ownerSVGElement?.setPointerCapture(event.pointerId);
    event.preventDefault();
    shape.focus();
  };
  const drag = (event: PointerEvent) => {
    if (!hand.held) return;
    const { what, place, hand: from } = hand.held;
    const [x, y] = metresOf(event);
    editor.move(what, tenth(place[0] + x - from[0]), tenth(place[1] + y - from[1]));
  };
  const letGo = () => (hand.held = undefined);
  const shapeOf = (what: Chosen, place: readonly [number, number], name: string, height: number, drawn: Child) => {
    const isChosen = chosen.value?.of === what.of && chosen.value.k === what.k;
    const onkeydown = (event: KeyboardEvent) => {
      const [x, y] = WAYS[event.key] ?? [0, 0];
      const step = event.shiftKey ? STEP / 10 : STEP;
      if (x !== 0 || y !== 0) editor.move(what, tenth(place[0] + x * step), tenth(place[1] + y * step));
      else if (event.key === "Delete" && what.of === "thing") editor.remove(what.k);
      else if (event.key === "Enter" || event.key === " ") chosen.value = what;
      else return;
      event.preventDefault();
    };
    const label = t.placed(name, plain(place[0]), plain(place[1]), plain(tenth(height)));
    return h(
      "g.plan-thing",
      {
        ...{
          tabindex: 0,
          role: "button",
          "aria-label": label,
          "aria-pressed": String(isChosen),
          key: `${what.of}${what.k}`,
        },
        ...{ class: `${what.of} ${isChosen ? "chosen" : ""}`, onkeydown, onpointerdown: grab(what, place) },
      },
      h("title", label),
      drawn,
    );
  };
  const x = (east: number) => (east + reach) * scale;
  const y = (north: number) => (reach - north) * scale;
  const planes = roof.planes.map((plane, k) => {
    const [east = 0, north = 0, up = 0] = plane.modules?.middle ?? plane.modules?.corner ?? [];
    const points = outlineOf(plane).map(([e, n]) => `${x(e)},${y(n)}`);
    return shapeOf(
      { of: "plane", k },
      [east, north],
      t.modules(plain(k + 1)),
      up,
      h("polygon", { points: points.join(" ") }),
    );
  });
  const things = roof.scene.obstacles.map((thing, k) => {
    const [east, north] = thing.at;
    const top = measuresOf(thing).find(({ name }) => name === "height" || name === "ridge")?.value ?? 0;
    return shapeOf(
      { of: "thing", k },
      [east, north],
      t.kinds[thing.kind],
      top,
      outlineOfThing(thing, x(east), y(north), scale),
    );
  });
  const metres = reach > 40 ? 20 : reach > 20 ? 10 : 5;
  return h(
    "svg.plan-drawing",
    {
      ...{ viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": t.plan },
      ...{ onpointermove: drag, onpointerup: letGo, onpointercancel: letGo },
    },
    h("path.axes", { d: `M${SIZE / 2} 0V${SIZE}M0 ${SIZE / 2}H${SIZE}` }),
    h("text", { x: SIZE / 2 + 6, y: 16 }, t.north),
    h("path.scale", { d: `M12 ${SIZE - 12}h${metres * scale}` }),
    h("text", { x: 12, y: SIZE - 18 }, `${metres} m`),
    planes,
    things,
  );
}

const WAYS: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** Pixels that a hand can take. */
const LEAST_RADIUS = 7;

function outlineOfThing(thing: Thing, x: number, y: number, scale: number): Child {
  if ("radius" in thing) return h("circle", { cx: x, cy: y, r: Math.max(LEAST_RADIUS, thing.radius * scale) });
  const [across, along] = [thing.size[0] * scale, thing.size[1] * scale];
  const turn = `translate(${x} ${y}) rotate(${thing.turn ?? 0})`;
  return h(
    "g",
    { transform: turn },
    h("rect", { x: -across / 2, y: -along / 2, width: across, height: along }),
    thing.kind === "house" && thing.roof !== "flat" ? h("path.ridge", { d: `M0 ${-along / 2}V${along / 2}` }) : null,
  );
}

function fieldsOf(editor: Editor): Child {
  const t = words();
  const what = editor.chosen.value;
  if (!what) return h("p.hint", t.choose);
  const measures = editor.measures(what);
  const thing = what.of === "thing" ? editor.roof.scene.obstacles[what.k] : undefined;
  const name = thing ? t.kinds[thing.kind] : t.modules(plain(what.k + 1));
  return h(
    "fieldset.plan-fields",
    h("legend", name),
    h(
      "div.row",
      measures.map((measure) =>
        of(MeasureField, {
          key: `${what.of}${what.k}${measure.name}`,
          measure,
          take: (value) => editor.set(what, measure.set(value)),
        } as FieldProps),
      ),
    ),
    thing ? button(t.remove(name), () => editor.remove(what.k)) : null,
  );
}

interface FieldProps {
  readonly measure: Measure<Thing | Plane>;
  readonly take: (value: number) => void;
}

/** The field stays while what it measures changes. */
function MeasureField(props: FieldProps): VNode {
  const t = words();
  const now = useRef(props);
  now.current = props;
  const field = useMemo(() => {
    const { name, least, most } = props.measure;
    return new NumberField(t.measures[name], {
      limits: { least, most },
      value: () => now.current.measure.value,
      take: (value = 0) => now.current.take(value),
      unit: () => (name === "turn" ? "°" : name === "rows" || name === "columns" ? "" : "m"),
    });
  }, []);
  return field.view();
}
