/** Maps of cells: each row of cells as runs of one colour, each colour as one path, so that a year of hours is some kilobytes. */
import { type Shape, shape } from "./shape.js";

export interface CellScene {
  readonly columns: number;
  readonly rows: number;
  /** Place of the colour in `colours`; −1: nothing is drawn. Rows count upwards. */
  shadeOf(column: number, row: number): number;
  readonly colours: readonly string[];
  /** Where the lower left corner is, and the size of a cell, in pixels. */
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export function cellShapes({ columns, rows, shadeOf, colours, left, bottom, width, height }: CellScene): Shape {
  const paths = colours.map(() => new Runs());
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const shade = shadeOf(column, row);
      const from = column++;
      while (column < columns && shadeOf(column, row) === shade) column++;
      paths[shade]?.add(from, row, column - from);
    }
  }
  return shape(
    "g",
    {
      class: "cells",
      transform: `translate(${left} ${bottom}) scale(${width} ${-height}) translate(0 .5)`,
      fill: "none",
      "shape-rendering": "crispEdges",
    },
    ...paths.flatMap(({ path }, shade) => (path === "" ? [] : [shape("path", { d: path, stroke: colours[shade]! })])),
  );
}

/** Lines as thick as a cell is high, each from where the one before ended: few characters. */
class Runs {
  path = "";
  private x = 0;
  private y = 0;

  add(x: number, y: number, length: number): void {
    const [right, up] = [x - this.x, y - this.y];
    this.path += `m${right}${up < 0 ? "" : " "}${up}h${length}`;
    this.x = x + length;
    this.y = y;
  }
}
