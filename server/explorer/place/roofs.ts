/** "My roofs": those that this browser keeps, to open, to rename and to delete, and all of them as one file. */
import { signal } from "@preact/signals";
import type { Page } from "../request/questions.js";
import { save } from "../result/picture.js";
import { stateOf } from "../state/address.js";
import { type Roof, Roofs } from "../state/roofs.js";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, type Child, fileButton, h, labelled, type View } from "../view.js";
import type { Say } from "./search.js";
import { placeName } from "./words.js";

const FILE = "my-roofs.json";
/** Bytes: a thousand roofs. */
const LARGEST = 25_000_000;

export function roofList({ store, series, yields }: Page, say: Say): View {
  const t = texts().place.roofs;
  const roofs = new Roofs();
  addEventListener("storage", () => roofs.read());
  /** What is typed as a name for the present roof; undefined: nothing yet. */
  const typed = signal<string>();
  const renamed = signal<{ readonly roof: Roof; readonly name: string }>();
  const deleted = signal<Roof>();

  const open = (roof: Roof) => {
    const { room, language, theme, map } = store.state;
    roofs.open(roof);
    store.set({ ...stateOf(roof.address), room, language, theme, map });
    for (const exchange of [series, yields]) if (exchange.isHeld) exchange.release();
    say("");
  };
  const keep = (name: string) => {
    roofs.save(name, store.state);
    typed.value = undefined;
    say(roofs.areKept ? t.saved(name) : t.unkept, !roofs.areKept);
  };
  const rename = () => {
    if (renamed.value) roofs.rename(renamed.value.roof, renamed.value.name);
    renamed.value = undefined;
  };
  const remove = (roof: Roof) => {
    roofs.remove(roof);
    deleted.value = roof;
  };
  const undo = (roof: Roof) => {
    roofs.take(JSON.stringify({ roofs: [roof] }));
    deleted.value = undefined;
  };
  const load = async (file: File) => {
    const count = file.size <= LARGEST ? roofs.take(await file.text()) : 0;
    say(count > 0 ? t.taken(count) : t.notTaken, count === 0);
  };

  const row = (roof: Roof) => {
    const state = stateOf(roof.address);
    const isPresent = roofs.isOf(store.state, roof);
    return h(
      "li",
      { key: roof.name },
      button(roof.name, () => open(roof), { class: "roof-name", "aria-current": isPresent ? "true" : undefined }),
      h("span.hint", `${placeName(state)} · ${plain(state.kwp)} kWp`),
      button(t.rename, () => (renamed.value = { roof, name: roof.name }), { "aria-label": t.renameOf(roof.name) }),
      button(t.remove, () => remove(roof), { "aria-label": t.removeOf(roof.name) }),
    );
  };
  const renaming = ({ roof, name }: { readonly roof: Roof; readonly name: string }) =>
    nameForm(t.newName(roof.name), t.rename, name, rename, (text) => (renamed.value = { roof, name: text }));

  return () => {
    const { all, last } = roofs;
    const name = typed.value ?? last?.name ?? placeName(store.state);
    const isKnown = all.some((roof) => roof.name === name.trim());
    return [
      h("p.hint", t.about, roofs.areKept ? "" : ` ${t.unkept}`),
      all.length > 0
        ? h(
            "ul",
            all.map((roof) => (renamed.value?.roof === roof ? renaming(renamed.value) : row(roof))),
          )
        : null,
      deleted.value &&
        h(
          "p",
          { role: "status" },
          t.removed(deleted.value.name),
          " ",
          button(t.undo, () => deleted.value && undo(deleted.value)),
        ),
      nameForm(
        t.name,
        isKnown ? t.replace : t.save,
        name,
        () => keep(name.trim()),
        (text) => (typed.value = text),
      ),
      h(
        "div.row",
        all.length > 0 ? button(t.export, () => save(FILE, roofs.file(), "application/json")) : null,
        fileButton(t.import, ".json,application/json", (file) => void load(file)),
      ),
    ];
  };
}

/** A name, and a button that takes it. */
function nameForm(label: string, does: string, name: string, take: () => void, type: (text: string) => void): Child {
  const submit = (event: Event) => {
    event.preventDefault();
    if (name.trim() !== "") take();
  };
  const input = h("input", {
    ...{ type: "text", autocomplete: "off", maxlength: 80, value: name },
    oninput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(currentTarget.value),
  });
  return h("form.row", { onsubmit: submit }, labelled(label, input), h("button", { type: "submit" }, does));
}
