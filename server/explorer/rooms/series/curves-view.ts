/** The columns of the answer over time. */
import { Curves } from "../../chart/curves.js";
import type { TableModel } from "../../chart/table.js";
import { timeText, type Zone } from "../../chart/time.js";
import { type ShownColumn, shownColumn } from "../../chart/units.js";
import type { Answer } from "../../service/answer.js";
import { parameterTitle } from "../../state/endpoints.js";
import type { Scene, View } from "./view.js";

export function curvesView(): View {
  const curves = new Curves();
  return {
    name: "curves",
    title: "Curves",
    element: curves.element,
    hasUnits: true,
    needsAnswer: true,
    draw(scene) {
      const { answer, state, zone } = scene as Scene;
      // The angles of a fixed surface are the same all the time.
      const moving = state.tracking_mode === "none" ? answer.parameters : answer.columns;
      const shown = moving.map((column) => shownColumn(answer, column, state));
      curves.draw({
        title: shown.map(({ name }) => parameterTitle(name)).join(", "),
        times: middles(answer),
        curves: shown.map(({ name, unit, values }) => ({ name: parameterTitle(name), unit, values })),
        zone,
      });
      return seriesTable(
        answer,
        answer.columns.map((column) => shownColumn(answer, column, state)),
        zone,
      );
    },
    picture: () => curves.picture(),
  };
}

export function middles({ starts, ends }: Answer): Float64Array {
  return starts.map((start, i) => (start + (ends[i] as number)) / 2);
}

export function seriesTable(answer: Answer, columns: readonly ShownColumn[], zone: Zone): TableModel {
  return {
    caption: `Intervals by their start, ${zone.label}. A value is the mean over its interval; energies and precipitation are sums.`,
    columns: [`Start (${zone.label})`, ...columns.map(({ name, unit }) => `${parameterTitle(name)} (${unit})`)],
    rows: answer.starts.length,
    cell(row, column) {
      if (column === 0) return timeText(answer.starts[row] as number, zone);
      const value = columns[column - 1]?.values[row];
      return value === null || value === undefined ? null : String(value);
    },
  };
}
