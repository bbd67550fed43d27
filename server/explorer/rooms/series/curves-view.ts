/** The columns of the answer over time. */
import { Curves, type CurvesModel } from "../../chart/curves.js";
import { curvesSummary } from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, timeText, type Zone } from "../../chart/time.js";
import { type ShownColumn, shownColumn } from "../../chart/units.js";
import { nameOf } from "../../chart/words.js";
import { type Answer, lengthOf } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Scene, View } from "./view.js";

export function curvesView(store: Store): View {
  const curves = new Curves((kept) => store.set(kept));
  const modelOf = lastOne();
  let shown: CurvesModel | undefined;
  return {
    name: "curves",
    title: texts().series.views.curves,
    element: curves.element,
    hasUnits: true,
    needsAnswer: true,
    draw(scene) {
      const { answer, state, zone } = scene as Scene;
      shown = modelOf(scene as Scene);
      curves.draw(shown, state);
      return seriesTable(
        answer,
        answer.columns.map((column) => shownColumn(answer, column, state)),
        zone,
      );
    },
    summary: () => shown?.summary ?? "",
    picture: () => curves.picture(),
  };
}

function made({ answer, state, zone }: Scene): CurvesModel {
  // The angles of a fixed surface are the same all the time.
  const moving = state.tracking_mode === "none" ? answer.parameters : answer.columns;
  const shown = moving.map((column) => shownColumn(answer, column, state));
  const step = lengthOf(answer);
  return {
    title: shown.map(({ name }) => nameOf(name)).join(", "),
    summary: curvesSummary(answer, shown, zone),
    times: middles(answer),
    ...(step <= DAY && { step }),
    curves: shown.map(({ name, unit, values, daily }) => ({
      key: name,
      name: nameOf(name),
      unit,
      values,
      daily,
      behind: name.includes("clear_sky"),
    })),
    zone,
  };
}

/** The model of the last scene, as long as nothing that it is made of changes: a zoom makes no new one. */
function lastOne(): (scene: Scene) => CurvesModel {
  let key: readonly unknown[] = [];
  let last: CurvesModel | undefined;
  return (scene) => {
    const { answer, state, zone } = scene;
    const next = [answer, state.units, state.tracking_mode, zone.label];
    if (!last || next.some((part, k) => part !== key[k])) last = made(scene);
    key = next;
    return last;
  };
}

export function middles({ starts, ends }: Answer): Float64Array {
  return starts.map((start, i) => (start + (ends[i] as number)) / 2);
}

export function seriesTable(answer: Answer, columns: readonly ShownColumn[], zone: Zone): TableModel {
  const words = texts().series;
  return {
    caption: words.intervals(zone.label),
    columns: [words.start(zone.label), ...columns.map(({ name, unit }) => `${nameOf(name)} (${unit})`)],
    rows: answer.starts.length,
    cell(row, column) {
      if (column === 0) return timeText(answer.starts[row] as number, zone);
      const value = columns[column - 1]?.values[row];
      return value === null || value === undefined ? null : plain(value);
    },
  };
}
