// A person at the page: the mouse and the keyboard as Chromium takes them from a hand, what can be seen by its words, and steps counted.
// A step: one field filled, one choice, one click.
import { pause } from "../browser/devtools.mjs";

const SHOWN = "one.checkVisibility({ visibilityProperty: true })";
const WORDS = `((one) => (one.ariaLabel ?? one.textContent).replace(/\\s+/g, " ").trim())`;

/** The first thing to press that is seen under these words: a text, or a pattern. */
export function named(words) {
  const fits = words instanceof RegExp ? `${words}.test(${WORDS}(one))` : `${WORDS}(one) === ${JSON.stringify(words)}`;
  return `[...document.querySelectorAll("button, a[href], summary, [role=tab], [role=option], label.subject")]
    .find((one) => ${SHOWN} && !one.disabled && (${fits} || (one.querySelector("strong") && ${fits.replaceAll("(one)", '(one.querySelector("strong"))')})))`;
}

/** The field that is seen under a label. */
export function field(label) {
  const fits =
    label instanceof RegExp ? `${label}.test(one.textContent)` : `one.textContent.trim() === ${JSON.stringify(label)}`;
  return `([...document.querySelectorAll("label")].find((one) => ${fits} && one.control && one.control.checkVisibility())?.control
    ?? [...document.querySelectorAll("input[aria-label], select[aria-label], textarea[aria-label]")]
      .find((one) => ${fits.replaceAll("one.textContent", "one.ariaLabel")} && ${SHOWN}))`;
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
