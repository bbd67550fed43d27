/** Months or years as bars, drawn anew when their place changes its width, with their numbers in a table. */
import { barShapes } from "irradiance-engine/report/scene";
import { drawn, widthFor } from "../../chart/picture.js";
import { h, replace } from "../../dom.js";

export interface RoofBar {
  readonly label: string;
  /** Where there is little room. */
  readonly shortLabel: string;
  readonly value: number;
  readonly tip: string;
  readonly figure: string;
}

export interface RoofBars {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly RoofBar[];
}

const [HEIGHT, NARROW] = [260, 560];

export class BarsPicture {
  readonly element = h("div", { class: "bars-place" });
  private shown: RoofBars | undefined;
  private width = 0;

  constructor() {
    new ResizeObserver(() => {
      if (widthFor(this.element) !== this.width) this.draw();
    }).observe(this.element);
  }

  show(bars: RoofBars): void {
    this.shown = bars;
    this.draw();
  }

  private draw(): void {
    if (!this.shown || this.element.clientWidth === 0) return;
    const { title, unit, bars } = this.shown;
    this.width = widthFor(this.element);
    const isNarrow = this.width < NARROW;
    const labels = bars.map(({ label, shortLabel }) => (isNarrow ? shortLabel : label));
    const { shapes } = barShapes({
      area: { left: 58, top: 14, width: this.width - 62, height: HEIGHT - 42 },
      slots: labels,
      series: [bars.map(({ value, tip, figure }) => ({ value, tip, figure, fill: "var(--sun)" }))],
      labelWidth: isNarrow ? 12 : 34,
      steps: 4,
      xTitle: "",
      yTitle: unit,
    });
    replace(this.element, drawn({ width: this.width, height: HEIGHT, title, parts: shapes }));
  }
}
