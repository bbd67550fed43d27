/** The place of a picture: it is drawn as wide as its place, and anew when that changes. */
import { drawn, type Picture, widthFor } from "../../chart/picture.js";
import { h, replace } from "../../dom.js";

export class PictureBox {
  readonly element = h("div", { class: "picture-box" });
  private make: ((width: number) => Picture) | undefined;
  private width = 0;

  constructor() {
    new ResizeObserver(() => {
      if (this.width !== widthFor(this.element)) this.draw();
    }).observe(this.element);
  }

  show(make: (width: number) => Picture): void {
    this.make = make;
    this.draw();
  }

  /** What has no place yet is drawn when it gets one. */
  private draw(): void {
    this.width = this.element.clientWidth === 0 ? 0 : widthFor(this.element);
    if (!this.make || this.width === 0) return;
    replace(this.element, drawn(this.make(this.width)));
  }
}
