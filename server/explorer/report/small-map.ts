/** A small map in a report: where the place is, without a name of anything else. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { paintGrid, paintLand, paintPin } from "../place/map/paint.js";
import { worldOf } from "../place/map/view.js";
import { texts } from "../texts/texts.js";
import { h, of } from "../view.js";

/** Pixels, and of a degree: a country with its neighbours. */
const SIZE = { width: 230, height: 150 };
const SCALE = 14;

interface MapProps {
  readonly lat: number;
  readonly lon: number;
}

/** @param place the one in its middle */
export function smallMap({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): VNode {
  return of(SmallMap, { lat: latitude, lon: longitude });
}

function SmallMap({ lat, lon }: MapProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = async () => {
    const { default: world } = await import("virtual:outlines/world");
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const view = { lat, lon, scale: SCALE, ...SIZE };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    paintLand(context, view, worldOf(world));
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    paintGrid(context, view);
    paintPin(context, view, { lat, lon });
  };
  useEffect(() => {
    // Without its coasts a report has a white place there.
    draw().catch(() => undefined);
  }, [lat, lon]);
  const [width, height] = [SIZE.width * devicePixelRatio, SIZE.height * devicePixelRatio];
  return h("canvas.small-map", { ref: canvas, width, height, role: "img", "aria-label": texts().report.map });
}
