/** What stands around takes of the sky, under the paths of the sun: computed by rays in a worker, once the hand rests. */
import { useSignal } from "@preact/signals";
import * as pen from "irradiance-engine/internal/report/scene";
import { DAY } from "irradiance-engine/internal/shared";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Picture } from "../../../chart/picture.js";
import { fitted, pictureView } from "../../../chart/picture.js";
import type { Store } from "../../../state/state.js";
import { h } from "../../../view.js";
import { FINE, sunCourse } from "../../sun/course.js";
import { words as sunWords } from "../../sun/words.js";
import { words } from "./words.js";
import type { PlaneShade, ShadeJob, ShadeNews } from "./worker.js";

/** ms without a change. */
const CALM = 300;
const HEIGHT = 320;
/** Pixels from which there is room for a mark every 45°. */
const ROOMY = 520;
const DATES = ["06-21", "03-20", "12-21"];
/** Steps of grey between open and dark. */
const GREYS = 8;

interface Props {
  readonly system: string;
  readonly store: Store;
}

export function ShadeView({ system, store }: Props): VNode {
  const t = words();
  const news = useSignal<ShadeNews | undefined>(undefined);
  const { lat, lon } = store.state;
  useEffect(() => {
    let worker: Worker | undefined;
    const timer = setTimeout(() => {
      worker = new Worker(new URL("shade-worker.js", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<ShadeNews>) => (news.value = data);
      worker.postMessage({ system, latitude: lat } satisfies ShadeJob);
    }, CALM);
    return () => {
      clearTimeout(timer);
      worker?.terminate();
    };
  }, [system, lat]);
  const now = news.value;
  if (!now) return h("p.hint", { role: "status" }, t.computing);
  if (now.kind === "refused")
    return h("div.problem", { role: "alert" }, h("p", t.refused), h("p", { lang: "en" }, now.message));
  return h(
    "div",
    now.planes.map((plane, k) =>
      h(
        "figure",
        { key: k },
        now.planes.length > 1 ? h("figcaption", t.modules(String(k + 1))) : null,
        fitted((width) => pictureView(shadePicture(plane, { lat, lon }, width)), "div.picture-place"),
      ),
    ),
    h("p.hint", t.shadeHint),
  );
}

function shadePicture(
  { azimuthStep, elevationStep, passes }: PlaneShade,
  { lat, lon }: { lat: number; lon: number },
  width: number,
): Picture {
  const sky = sunWords();
  const area = { left: 52, top: 12, width: width - 62, height: HEIGHT - 70 };
  const origin = lat < 0 ? 180 : 0;
  const [columns, rows] = [360 / azimuthStep, 90 / elevationStep];
  const greys = Array.from({ length: GREYS }, () => pen.SOFT);
  const shadeOf = (column: number, row: number) => {
    const pass = passes[row * columns + ((column + origin / azimuthStep) % columns)] as number;
    return pass > 1 - 1 / (2 * GREYS) ? -1 : Math.floor((1 - pass) * (GREYS - 1));
  };
  const cells = pen.cellShapes({
    ...{ columns, rows, shadeOf, colours: greys, left: area.left, bottom: pen.bottomOf(area) },
    ...{ width: area.width / columns, height: area.height / rows },
  });
  // From light to dark: the paths are in the order of the shades, and open sky has none.
  const used = [...new Set(Array.from(passes, (_, cell) => shadeOf(cell % columns, Math.floor(cell / columns))))]
    .filter((grey) => grey >= 0)
    .sort((a, b) => a - b);
  const shaded = pen.shape(
    "g",
    cells.attributes,
    ...cells.children.map((path, k) =>
      typeof path === "string"
        ? path
        : pen.shape(path.name, {
            ...path.attributes,
            "stroke-opacity": 0.25 + (0.6 * (used[k] as number)) / (GREYS - 1),
          }),
    ),
  );
  const courses = DATES.map((date) => {
    // The solar day, wherever the clocks are.
    const from = Date.parse(`2025-${date}`) - (lon / 360) * DAY;
    const suns = sunCourse(from, from + DAY, FINE, lat, lon);
    return {
      azimuth: suns.map(({ azimuth }) => azimuth),
      elevation: suns.map(({ elevation }) => elevation),
      attributes: { stroke: pen.SUN, "stroke-width": 1.6 },
    };
  });
  const shapes = pen.skyShapes({
    ...{ area, origin, top: 90, courses, dots: [], names: [], horizon: new Array<number>(360).fill(0) },
    steps: [width < ROOMY ? 90 : 45, 15],
    words: { azimuth: sky.azimuth, elevation: sky.elevation, compass: sky.compass.split(" ") },
  });
  return { width, height: HEIGHT, title: words().shadeTitle, parts: [shaded, ...shapes] };
}
