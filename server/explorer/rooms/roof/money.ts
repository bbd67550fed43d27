/** My money: what a house makes of the roof's energy, what that is worth, and when it has paid for the system. Loaded on use. */
import { effect, signal } from "@preact/signals";
import * as pen from "irradiance-engine/internal/report/scene";
import type { Picture } from "../../chart/picture.js";
import { type NumberField, optionalField } from "../../form/number-field.js";
import { askedAfter, type Page, yieldQuestion } from "../../request/questions.js";
import { status } from "../../result/status.js";
import { noticeWords, type YieldAnswer } from "../../service/answer.js";
import type { Schemas } from "../../service/service.js";
import type { State, Store } from "../../state/state.js";
import { figure, monthName, percent } from "../../texts/numbers.js";
import type { LaterTexts } from "../../texts/said.js";
import { laterTexts } from "../../texts/texts.js";
import { button, type Child, h, labelled, smallTable, type View } from "../../view.js";
import { describedOf, houseRequestOf, type OwnUse } from "./house.js";
import { picture } from "./parts.js";
import { axisFigure } from "./pictures.js";

/** Of the house, among all that an answer says; the rest stands beside the number. */
const OF_HOUSE = ["load", "steps", "clock", "money", "export", "battery"];
/** Of the picture of months, px. */
const HEIGHT = 250;

export async function moneyView(page: Page): Promise<View> {
  const t = await laterTexts("money");
  const { store, yields } = page;
  /** The load of a house: it leaves this page with nothing, and nothing leaves it. */
  const file = signal<File>();
  const here = signal<{
    readonly of: unknown;
    readonly found?: OwnUse;
    readonly kwh?: number;
    readonly problem?: string;
  }>();
  const question = yieldQuestion(({ room }) => room === "roof");
  const requestOf = (state: State) =>
    question.requestOf(state) && houseRequestOf(state, yields.answer?.optimum, file.value !== undefined);
  const exchange = askedAfter(yields, { ...question, requestOf }, page);
  effect(() => {
    const [given, { answer, isCurrent }, { state }] = [file.value, exchange, store];
    if (given && answer && isCurrent) void compute(given, answer, state);
  });
  const compute = async (given: File, answer: YieldAnswer, state: State) => {
    const { ownUseHere } = await import("./own-load.js");
    const found = await ownUseHere(given, answer, state).catch(({ message }: Error) => ({ problem: message }));
    here.value = { of: answer, ...found };
  };
  const take = (given: File | undefined) => {
    file.value = given;
    here.value = undefined;
    exchange.follow();
  };
  const fields = moneyFields(store, t);
  /** What is shown: of a file its own, else the service's; a described system may have a house. */
  const shown = (): OwnUse | undefined => {
    if (file.value) return here.value?.found;
    const { answer } = store.state.house === "" ? yields : exchange;
    return answer?.own_use ? { ...answer.own_use, notices: answer.notices } : undefined;
  };
  return () => {
    const { house } = store.state;
    const found = shown();
    const isAsked = house !== "" || file.value !== undefined;
    return h(
      "div",
      { ondragover: (event: DragEvent) => event.preventDefault(), ondrop: (event: DragEvent) => drop(event, take) },
      h("h2", t.title),
      h(
        "div.row",
        fields.first.map((field) => field.view()),
      ),
      isAsked || found ? status(exchange, store, page.service) : h("p.hint", t.begin),
      fileNote(t, file.value, here.value, take),
      found
        ? h("div", { class: isAsked && !exchange.isCurrent ? "old" : undefined }, resultOf(found, t, store.state))
        : null,
      h(
        "details.more",
        { open: fields.isUsed },
        h("summary.quiet", t.more),
        h(
          "div.row",
          fields.more.map((field) => field.view()),
          currencyField(store, t),
        ),
        fileField(t, take),
      ),
    );
  };
}

function moneyFields(store: Store, t: LaterTexts["money"]) {
  const { feed_in, battery, currency } = store.state;
  const first: readonly NumberField[] = [
    optionalField(store, "house", t.house),
    optionalField(store, "tariff", t.tariff),
    optionalField(store, "cost", t.cost),
  ];
  const more: readonly NumberField[] = [
    optionalField(store, "feed_in", t.feedIn, t.feedInHint),
    optionalField(store, "battery", t.battery, t.batteryHint),
  ];
  return { first, more, isUsed: [feed_in, battery, currency].some((text) => text !== "") };
}

function currencyField(store: Store, t: LaterTexts["money"]): Child {
  const oninput = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    store.set({ currency: currentTarget.value.trim() });
  const input = h("input", {
    ...{ type: "text", maxlength: 5, autocomplete: "off", value: store.state.currency },
    oninput,
  });
  return labelled(t.currency, input, h("p.hint", t.currencyHint));
}

function fileField(t: LaterTexts["money"], take: (file: File | undefined) => void): Child {
  const onchange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => take(currentTarget.files?.[0]);
  return labelled(t.file, h("input", { type: "file", accept: ".csv,.txt,.tsv", onchange }), h("p.hint", t.fileHint));
}

function drop(event: DragEvent, take: (file: File | undefined) => void): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) take(file);
}

function fileNote(
  t: LaterTexts["money"],
  file: File | undefined,
  here: { readonly kwh?: number; readonly problem?: string } | undefined,
  take: (file: undefined) => void,
): Child {
  if (!file) return null;
  const { kwh, problem } = here ?? {};
  return h(
    "div.actions",
    kwh === undefined ? null : h("p.hint", t.ofFile(file.name, figure(kwh))),
    problem === undefined
      ? null
      : h("p.problem", { role: "alert" }, t.unreadable, " ", h("span", { lang: "en" }, problem)),
    button(t.noFile, () => take(undefined)),
  );
}

function resultOf(found: OwnUse, t: LaterTexts["money"], state: State): Child {
  const { annual, total, money, notices } = found;
  const sum = annual ?? total;
  const share = (value: number | null) => (value === null ? "–" : percent(value));
  const own = notices.filter(({ code }) => OF_HOUSE.includes(code));
  return [
    money ? moneyWords(money, t, state) : h("p.hint", t.askPrice),
    h("p", t.shares(share(sum.own_use), share(sum.self_sufficiency))),
    picture((one: OwnUse, width) => monthsPicture(one, t, width), found),
    h("details", h("summary.quiet", t.asTable), monthsTable(found, t)),
    own.length > 0
      ? h(
          "ul.hint",
          own.map((notice) => h("li", noticeWords(notice))),
        )
      : null,
  ];
}

type Money = NonNullable<OwnUse["money"]>;

/** What counts first: payback where there is a cost, else what a year brings. */
function moneyWords(money: Money, t: LaterTexts["money"], state: State): Child {
  const currency = money.currency ?? state.currency;
  const isInvested = (describedOf(state, state)?.house?.tariff?.investment ?? 0) > 0;
  const { gain, range, saved, earned, years, net_present_value: worth } = money;
  const digits = Math.abs(gain) < 100 ? 2 : 0;
  const amount = (value: number) => `${figure(value, digits)}${currency === "" ? "" : ` ${currency}`}`;
  const [low, high] = range ?? [];
  const between = low && high ? `, ${t.gainBetween(amount(low.gain), amount(high.gain))}` : "";
  const count = String(years.length);
  return h(
    "div",
    { role: "status" },
    isInvested ? paybackWords(money, t) : null,
    h(
      "p",
      h("strong", t.gain(amount(gain))),
      `${between}: `,
      earned === 0 ? t.nothingEarned(amount(saved)) : t.parts(amount(saved), amount(earned)),
    ),
    h("p.hint", t.bill(amount(money.without), amount(money.with))),
    h("p.hint", isInvested ? (worth < 0 ? t.loss : t.worth)(count, amount(Math.abs(worth))) : t.askCost),
  );
}

function paybackWords({ payback, range, years }: Money, t: LaterTexts["money"]): Child {
  const written = (value: number) => figure(value, 1);
  const count = String(years.length);
  const [late, soon] = (range ?? []).map((one) => one.payback);
  const between =
    typeof soon !== "number"
      ? ""
      : typeof late === "number"
        ? t.between(written(soon), written(late))
        : t.neverLow(written(soon), count);
  return [
    h(
      "p.money-payback",
      { "data-years": payback ?? undefined },
      payback === null ? t.never(count) : t.payback(written(payback)),
    ),
    between === "" ? null : h("p", between),
  ];
}

function monthsTable({ months, annual }: OwnUse, t: LaterTexts["money"]): Child {
  const row = (name: string, sum: Schemas["OwnUseSum"]) => [
    ...[name, figure(sum.load), figure(sum.load - sum.imported), figure(sum.imported), figure(sum.exported)],
    sum.self_sufficiency === null ? "–" : figure(100 * sum.self_sufficiency),
  ];
  return smallTable({
    head: [t.month, t.use, t.roof, t.grid, t.feed, t.selfHead],
    rows: [
      ...months.map((month) => row(monthName(month.month, "long"), month)),
      ...(annual ? [row(t.year, annual)] : []),
    ],
    hasSum: annual !== null,
  });
}

/** As in the library's picture of own use, in the words of the page. */
function monthsPicture({ months }: OwnUse, t: LaterTexts["money"], width: number): Picture {
  const isNarrow = width < 560;
  const names = [t.fromRoof, t.fromGrid, t.fedIn];
  const series = names.map((name, k) =>
    months.map(({ month, load, imported, exported }) => {
      const value = [load - imported, imported, exported][k] as number;
      return { value, tip: t.barOf(monthName(month, "long"), name, figure(value)) };
    }),
  );
  const legend = pen.legend(
    names.map((name) => ({ name })),
    58,
    14,
    width - 62,
  );
  const top = legend.height + 4;
  const { shapes } = pen.barShapes({
    area: { left: 58, top, width: width - 62, height: HEIGHT - top - 28 },
    slots: months.map(({ month }) => monthName(month, isNarrow ? "narrow" : "short")),
    series,
    ...(isNarrow && { labelWidth: 22 }),
    ...{ xTitle: "", yTitle: "kWh", tickLabel: axisFigure },
  });
  return { width, height: HEIGHT, title: t.months, parts: [legend.shape, ...shapes] };
}
