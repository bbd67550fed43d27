/** The columns of the answer over time. */
import { curvesChart } from "../../chart/curves.js";
import { type Stretch, zoomOf } from "../../chart/days.js";
import { type CurvesModel, savedCurves } from "../../chart/drawing.js";
import { type Scene, type ShownColumn, shownColumn } from "../../chart/months.js";
import { curvesSummary } from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, dateText, timeText, type Zone } from "../../chart/time.js";
import { type Answer, lengthOf, nameOf } from "../../service/answer.js";
import { hasYears, type Store } from "../../state/state.js";
import { plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, part } from "../../view.js";
import type { SeriesView } from "./result.js";

export function curvesView(store: Store): SeriesView {
  return {
    name: "curves",
    title: texts().series.views.curves,
    hasUnits: true,
    draw(scene) {
      const { answer, state, zone } = scene;
      const model = modelOf(scene);
      const columns = answer.columns.map((column) => shownColumn(answer, column, state));
      return {
        content: curvesChart(
          model,
          () => store.state,
          (kept) => store.set(kept),
        ),
        summary: model.summary ?? "",
        table: seriesTable(answer, columns, zone),
        more: part(() => finer(store, answer, zone)),
        picture: () => savedCurves(model, store.state),
      };
    },
  };
}

/** ms: of a stretch as short there is more to see than its days. */
const SHORT = 31 * DAY;

/** The hours of what of days is looked at closely. */
function finer(store: Store, answer: Answer, zone: Zone): Child {
  const stretch = shortStretch(answer, store.state.zoom);
  if (!stretch) return null;
  const period = { start: dateText(stretch.from, zone), end: dateText(stretch.to + DAY, zone) };
  return button(texts().chart.finer, () => store.set({ ...period, frequency: "1_hour", zoom: "" }));
}

function shortStretch(answer: Answer, zoom: string): Stretch | undefined {
  const length = lengthOf(answer);
  if (!hasYears(answer.request.path) || length < 0.9 * DAY || length > 1.1 * DAY) return undefined;
  const found = zoomOf(zoom, { from: answer.starts[0] ?? 0, to: answer.ends.at(-1) ?? 0 });
  return found && found.to - found.from <= SHORT ? found : undefined;
}

function modelOf({ answer, state, zone }: Scene): CurvesModel {
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
      ...{ key: name, name: nameOf(name), unit, values, daily },
      behind: name.includes("clear_sky"),
    })),
    zone,
  };
}

export function middles({ starts, ends }: Answer): Float64Array {
  return starts.map((start, i) => (start + (ends[i] as number)) / 2);
}

function seriesTable(answer: Answer, columns: readonly ShownColumn[], zone: Zone): TableModel {
  const words = texts().series;
  return {
    caption: words.intervals(zone.label),
    columns: [words.start(zone.label), ...columns.map(({ name, unit }) => `${nameOf(name)} (${unit})`)],
    rows: answer.starts.length,
    cell(row, column) {
      if (column === 0) return timeText(answer.starts[row] as number, zone);
      const value = columns[column - 1]?.values[row];
      return value == null ? null : plain(value);
    },
  };
}
