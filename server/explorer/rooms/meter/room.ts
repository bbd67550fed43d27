/** My meter: a file is read and learnt here in the browser; its system, whether it is well, and its months beside what was to be expected. */
import { signal, useSignal } from "@preact/signals";
import type { WeatherSeries } from "irradiance-engine";
import { DAY } from "irradiance-engine/internal/shared";
import { useEffect } from "preact/hooks";
import { NumberField } from "../../form/number-field.js";
import {
  type Page,
  type SeriesExchange,
  seriesQuestion,
  type YieldExchange,
  yieldQuestion,
} from "../../request/questions.js";
import { type SeriesRequest, yieldRequestOf } from "../../request/request.js";
import { status } from "../../result/status.js";
import type { Answer } from "../../service/answer.js";
import { Exchange } from "../../service/exchange.js";
import type { Schemas } from "../../service/service.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, h, labelled, of, select, type View } from "../../view.js";
import { sizeText } from "../data/formats.js";
import { daysView, healthView, leftOutView, monthsView, refusedView, systemView } from "./found.js";
import { words } from "./words.js";
import { type Facts, type LearningReport, MeterWork, MOST_BYTES } from "./work.js";

const PLACE = ["lat", "lon", "altitude"] as const;

export function make(page: Page): View {
  const { store } = page;
  const work = new MeterWork(() => store.state);
  const asked = new Asked(page, work);
  store.onChange((state, before) => {
    if (PLACE.some((name) => state[name] !== before[name])) work.moved();
  });
  const facts = factsForm(work);
  const isOver = signal(false);
  const hover = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    isOver.value = over;
  };
  const drop = (event: DragEvent) => {
    hover(false)(event);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) work.take(file);
  };
  return () =>
    h(
      "div.columns.meter",
      { ondragover: hover(true), ondragleave: hover(false), ondrop: drop, class: isOver.value ? "over" : "" },
      h("section.ask.settings", { "aria-label": words().title }, fileChoice(work), facts()),
      h("div.see", answerView(page, work, asked)),
    );
}

function fileChoice(work: MeterWork): Child {
  const t = words();
  const take = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const [file] = input.files ?? [];
    // The same file may be chosen again, as it was changed.
    input.value = "";
    if (file) work.take(file);
  };
  const input = h("input", { type: "file", accept: ".csv,.tsv,.txt,.json,.gz,text/csv", onchange: take });
  return [
    h("h2", t.title),
    h("div.drop", h("label.file-button", t.choose, input), h("p.hint", work.file.value?.name ?? t.drop)),
    h("p.hint", t.stays),
    h("p.hint", t.which),
  ];
}

const UNITS = ["W", "kW", "MW", "Wh", "kWh", "MWh"] as const;

/** What is known of the system, and how the file is to be read where it leaves it open. */
function factsForm(work: MeterWork): View {
  const t = words();
  const number = (key: keyof Facts, label: string, least: number, most: number, unit?: string) =>
    new NumberField(label, {
      limits: { least, most, mayBeEmpty: true },
      value: () => (work.facts.value[key] === "" ? undefined : Number(work.facts.value[key])),
      take: (value) => work.know({ [key]: value === undefined ? "" : String(value) }),
      ...(unit !== undefined && { unit: () => unit }),
    });
  const known = [
    number("kwp", t.knownKwp, 0.001, 1e9, "kWp"),
    number("limit", t.knownLimit, 0.001, 1e9, "kW"),
    number("surface_tilt", texts().roof.tilt, 0, 90),
    number("surface_azimuth", texts().roof.direction, 0, 360),
  ];
  const typed = (key: keyof Facts, label: string, placeholder: string) =>
    labelled(
      label,
      h("input", {
        ...{ type: "text", autocomplete: "off", spellcheck: false, placeholder, value: work.facts.value[key] },
        onchange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
          work.know({ [key]: currentTarget.value.trim() }),
      }),
    );
  return () =>
    h(
      "div",
      h(
        "details.group",
        h("summary", t.known),
        h("p.hint", t.knownHint),
        h(
          "div.row",
          known.map((field) => field.view()),
        ),
      ),
      h(
        "details.group",
        { open: work.stage.value.kind === "failed" },
        h("summary", t.readAs),
        typed("column", t.column, "P_AC"),
        labelled(
          t.unit,
          select([["", t.asStated], ...UNITS.map((unit) => [unit, unit] as const)], work.facts.value.unit, (unit) =>
            work.know({ unit }),
          ),
        ),
        typed("time_zone", t.timeZone, "Europe/Berlin"),
      ),
    );
}

function answerView(page: Page, work: MeterWork, asked: Asked): Child {
  const t = words();
  const stage = work.stage.value;
  switch (stage.kind) {
    case "none":
      return h(
        "section.meter-steps",
        { "aria-label": t.how },
        h("h2", t.how),
        h(
          "ol",
          t.steps.map((step) => h("li", step)),
        ),
      );
    case "working":
      return of(Working, { work, since: stage.since });
    case "stopped":
      return h("p", { role: "status" }, t.stopped);
    case "large":
      return h("p.problem", { role: "alert" }, t.large(sizeText(stage.bytes), sizeText(MOST_BYTES)));
    case "failed":
      return h(
        "div.problem",
        { role: "alert" },
        h("p", t.failed[stage.why]),
        stage.why === "table" ? null : h("p", { lang: "en" }, stage.message),
      );
    case "learnt": {
      const { answer, report, ms } = stage;
      if (!report.system)
        return [refusedView({ report }), leftOutView({ answer, report, ...{ store: page.store, typical: undefined } })];
      const { typical } = asked;
      const found = { answer, report, store: page.store, typical: typical.isCurrent ? typical.answer : undefined };
      return [
        h("p.heard", { role: "status", "data-ms": Math.round(ms) }, t.done),
        systemView(found),
        healthView(found),
        monthsView(found),
        status(typical, page.store, page.service),
        of(OwnWeather, { page, asked, report }),
        daysView(found),
        leftOutView(found),
      ];
    }
  }
}

const TICK = 500;

function Working({ work, since }: { readonly work: MeterWork; readonly since: number }): Child {
  const t = words();
  const seconds = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => (seconds.value = Math.round((performance.now() - since) / 1000)), TICK);
    return () => clearInterval(timer);
  }, [since]);
  return h(
    "div.actions",
    h("p", { role: "status" }, t.working),
    h("p.hint", seconds.value > 1 ? t.seconds(figure(seconds.value)) : ""),
    button(texts().status.stop, () => work.stop()),
  );
}

/** What is asked of the service for a meter: the yield of the system that was found, and the weather of the meter's time. */
class Asked {
  readonly typical: YieldExchange;
  readonly history: SeriesExchange;
  readonly wantsWeather = signal(false);
  private used: Answer | undefined;

  constructor({ store, service, session }: Page, work: MeterWork) {
    const report = () => {
      const stage = work.stage.peek();
      return stage.kind === "learnt" && stage.report.system ? stage.report : undefined;
    };
    const ofSystem = (state: State) => {
      const system = report()?.system;
      if (state.room !== "meter" || !system) return undefined;
      return yieldRequestOf({
        ...state,
        system: JSON.stringify(system.description),
        horizon: "flat",
        roof_weather: "typical",
      });
    };
    const ofTime = (state: State) => {
      const found = report();
      return state.room === "meter" && found && this.wantsWeather.peek() ? weatherRequest(state, found) : undefined;
    };
    this.typical = new Exchange({ ...yieldQuestion(), requestOf: ofSystem }, store, service, session);
    this.history = new Exchange({ ...seriesQuestion(), requestOf: ofTime }, store, service, session);
    work.file.subscribe(() => (this.wantsWeather.value = false));
    work.stage.subscribe(() => this.typical.follow());
    this.wantsWeather.subscribe(() => this.history.follow());
    this.history.onChange(() => {
      const { answer } = this.history;
      if (!answer || answer === this.used || !this.history.isCurrent || answer.synthetic) return;
      this.used = answer;
      work.under(weatherOf(answer));
    });
  }
}

const LIGHT = ["global_horizontal_irradiance", "diffuse_horizontal_irradiance", "temperature"] as const;
/** Days: of longer times hours are asked, which cost a quarter. */
const LONG = 400;

/** With a day on either side: the meter's clock may be any. */
function weatherRequest({ lat, lon }: State, { rows }: LearningReport): SeriesRequest {
  const [start, end] = [Date.parse(rows.start) - DAY, Math.min(Date.now() - DAY, Date.parse(rows.end) + DAY)] as const;
  const timeOf = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;
  return {
    path: "observation/historical",
    query: [
      ["lat", String(lat)],
      ["lon", String(lon)],
      ["start", timeOf(start)],
      ["end", timeOf(end)],
      ["parameters", LIGHT.join(",")],
      ["frequency", end - start > LONG * DAY ? "1_hour" : "15_minutes"],
    ],
  };
}

function weatherOf({ starts, ends, columns, place }: Answer): WeatherSeries {
  const [start, end] = [starts[0] as number, ends[0] as number];
  const found = columns.filter(({ name }) => (LIGHT as readonly string[]).includes(name));
  const numbers = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN);
  return {
    ...{ start, interval: (end - start) / 1000 },
    columns: Object.fromEntries(found.map(({ name, values }) => [name, numbers(values)])),
    place: { latitude: place.lat, longitude: place.lon, altitude: place.altitude },
  };
}

interface OwnWeatherProps {
  readonly page: Page;
  readonly asked: Asked;
  readonly report: LearningReport;
}

/** Weather that happened: generated weather says nothing of a month. */
const HAPPENED = ["measured", "satellite", "reanalysis"];

/** Weather of the meter's own time, where the service has some. */
function OwnWeather({ page: { store, service }, asked, report }: OwnWeatherProps): Child {
  const t = words();
  const { lat, lon } = store.state;
  const has = useSignal<boolean | undefined>(undefined);
  useEffect(() => {
    has.value = undefined;
    service.fact<Schemas["SourcesResponse"]>(`sources?lat=${lat}&lon=${lon}`).then(
      ({ sources }) => (has.value = sources.some((source) => HAPPENED.includes(source.class))),
      () => (has.value = undefined),
    );
  }, [lat, lon]);
  if (has.value === undefined) return null;
  if (!has.value) return h("p.hint", t.onlyGenerated);
  if (!asked.wantsWeather.value)
    return h(
      "div.actions",
      button(t.askWeather, () => (asked.wantsWeather.value = true)),
      h("p.hint", t.askWeatherHint),
    );
  const { answer, isCurrent } = asked.history;
  const isGenerated = isCurrent && answer?.synthetic === true;
  const isIdle = report.months.every(({ weather }) => weather === undefined);
  return [
    status(asked.history, store, service),
    isGenerated ? h("p.hint", t.onlyGenerated) : isCurrent && isIdle ? h("p.hint", t.weatherShort) : null,
  ];
}
