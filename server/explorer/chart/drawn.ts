/** A picture in a view: as wide as its place, in the colours of the page. */
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { h } from "../view.js";
import { drawn, type Picture, widthFor } from "./picture.js";

interface Drawing {
  readonly picture: (width: number) => Picture;
  /** The colours that the page wears are those of its state or of the device. */
  readonly theme: string;
}

export function Drawn({ picture, theme }: Drawing): VNode {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const at = place.current as HTMLElement;
    let width = -1;
    const draw = () => at.replaceChildren(drawn(picture(widthFor(at))));
    const observer = new ResizeObserver(() => {
      if (at.clientWidth !== width) draw();
      width = at.clientWidth;
    });
    observer.observe(at);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", draw);
    };
  }, [picture, theme]);
  return h("div.picture-place", { ref: place });
}
