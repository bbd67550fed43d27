// A person at the page: the mouse and the keyboard as Chromium takes them from a hand, what can be seen by its words, and steps counted.
// A step: one field filled, one choice, one click.
import { pause } from "../browser/devtools.mjs";

/** In the page: whether a text is the one that is meant. */
function fits(words) {
  return words instanceof RegExp ? `((text) => ${words}.test(text))` : `((text) => text === ${JSON.stringify(words)})`;
}

const TEXT = `((one) => (one.ariaLabel ?? one.textContent).replace(/\\s+/g, " ").trim())`;

/** The first thing to press that is seen under these words, or with them in bold: a text, or a pattern. */
export function named(words) {
  return `((fits, text) => [...document.querySelectorAll("button, a[href], summary, [role=tab], [role=option], label:has(> input[type=radio])")]
    .find((one) => one.checkVisibility() && !one.disabled
      && [one, ...one.querySelectorAll("strong")].some((part) => fits(text(part)))))(${fits(words)}, ${TEXT})`;
}

/** The field that is seen under a label, or has it as its name. */
export function field(label) {
  return `((fits, text) => {
    const labels = [...document.querySelectorAll("label")].filter((one) => fits(text(one)));
    const named = [...document.querySelectorAll("input[aria-label], select[aria-label], textarea[aria-label]")];
    return [...labels.map((one) => one.control), ...named.filter((one) => fits(text(one)))]
      .find((one) => one?.checkVisibility());
  })(${fits(label)}, ${TEXT})`;
}

export class Person {
  steps = 0;
  /** What was done, for the judge's output. */
  done = [];

  constructor(tab) {
    this.tab = tab;
  }

  /** One click, with the mouse, on what is seen under these words. */
  async press(words) {
    await this.clickOn(named(words), String(words));
    this.count(`press ${words}`);
  }

  /** One field filled; `enter` ends it as people end a search. */
  async fill(label, text, { enter = false } = {}) {
    await this.clickOn(field(label), String(label));
    await this.tab.evaluate("document.activeElement.select?.()");
    await this.tab.send("Input.insertText", { text });
    if (enter) {
      // What is suggested takes a moment.
      await pause(400);
      await this.tab.press("Enter", { text: "\r" });
    }
    this.count(`fill ${label}: ${text}`);
  }

  /** One choice of a list, by its value. */
  async choose(label, value) {
    const element = field(label);
    if (!(await this.tab.holds(element))) throw new Error(`the page has no field ${label}`);
    await this.tab.evaluate(`(() => { const e = ${element}; e.focus(); e.value = ${JSON.stringify(value)};
      for (const name of ["input", "change"]) e.dispatchEvent(new Event(name, { bubbles: true })); })()`);
    this.count(`choose ${label}: ${value}`);
  }

  /** The mouse in the middle of an element, pressed and released. */
  async clickOn(element, words) {
    if (!(await this.tab.holds(element, 8000))) throw new Error(`nothing is seen under ${words}`);
    // Pictures and answers that come push what is below them: the place has to hold for a moment.
    let at = await this.tab.middle(element);
    for (let k = 0; k < 20; k++) {
      await pause(60);
      const next = await this.tab.middle(element);
      if (next.x === at.x && next.y === at.y) break;
      at = next;
    }
    await this.tab.drag(at);
  }

  count(what) {
    this.steps++;
    this.done.push(what);
  }
}
