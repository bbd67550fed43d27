// A headless Chromium that is told what to do over its own protocol (DevTools): tabs with what they ask for and complain of,
// and input as from a hand.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findChromium } from "./chromium.mjs";

/** At most this long for anything to happen, ms: on a machine that others use, too. */
const PATIENCE = 180_000;
/** ms between two looks: the longer the wait, the more seldom. */
const [FIRST_LOOK, LAST_LOOK] = [20, 250];
const CODES = {
  ...{ Enter: 13, Tab: 9, " ": 32, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 },
  ...{ PageUp: 33, Home: 36, End: 35 },
};
/** In the page: resolves when two frames were drawn and nothing moves or fades any more. */
const STILL = `(async () => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  do await frames(); while (document.getAnimations().some(({ playState }) => playState === "running"));
  await frames();
})()`;
/** What a tab keeps of what happens in it; of what arrives the bytes as they were on the wire, with heads. */
const EVENTS = {
  "Network.requestWillBeSent": ({ requests }, { requestId: id, request: { url, method, headers }, timestamp: time }) =>
    requests.push({ id, url, method, time, authorization: headers.Authorization ?? headers.authorization }),
  "Network.loadingFinished": ({ arrivals }, { requestId: id, encodedDataLength: bytes }) =>
    arrivals.push({ id, bytes }),
  "Runtime.exceptionThrown": ({ errors }, { exceptionDetails: { exception, text } }) =>
    errors.push(exception?.description ?? text),
  "Runtime.consoleAPICalled": ({ errors }, { type, args }) => type === "error" && errors.push(textOf(args)),
  "Log.entryAdded": ({ errors }, { entry: { level, text, url = "" } }) =>
    level === "error" && errors.push(`${text} ${url}`),
};

function textOf(values) {
  return values.map(({ value, description }) => String(value ?? description)).join(" ");
}

/** @param {string[]} more flags @returns a browser: `open(look)` gives a tab, `close()` ends it */
export async function openBrowser(more = []) {
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const { file, flags } = await findChromium();
  const all = [...flags, ...more, "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
  // The pipes 3 and 4 carry the protocol: messages that end in a zero byte.
  const child = spawn(file, all, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , orders, answers] = /** @type {any[]} */ (child.stdio);
  const waiting = new Map();
  const tabs = new Map();
  const receive = ({ id, method, params, result, error, sessionId }) => {
    if (id === undefined) return EVENTS[method]?.(tabs.get(sessionId), params);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  };
  let [last, rest] = [0, ""];
  answers.setEncoding("utf8").on("data", (chunk) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) receive(JSON.parse(message));
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      orders.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      setTimeout(reject, PATIENCE, new Error(`Chromium does not answer ${method}`)).unref();
    });
  return {
    /**
     * @param {{ width: number, height: number, mobile?: boolean, dark?: boolean }} look
     * @param {typeof Tab} [Kind]
     */
    async open(look, Kind = Tab) {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const tab = new Kind((method, params) => send(method, params, sessionId), look);
      tab.close = () => send("Target.closeTarget", { targetId });
      tabs.set(sessionId, tab);
      await tab.begin();
      return tab;
    },
    async close() {
      child.kill("SIGKILL");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export class Tab {
  requests = [];
  errors = [];
  arrivals = [];
  close = async () => {};

  constructor(send, look) {
    this.send = send;
    this.look = look;
  }

  async begin() {
    for (const domain of ["Page", "Network", "Runtime", "Log"]) await this.send(`${domain}.enable`);
    const { width, height, mobile = false } = this.look;
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    await this.colours(this.look);
  }

  /** Light or dark, from now on. */
  colours({ dark }) {
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    return this.send("Emulation.setEmulatedMedia", { features });
  }

  /** All that is asked for comes so much later, ms. */
  delay(latency) {
    const speed = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    return this.send("Network.emulateNetworkConditions", { ...speed, latency });
  }

  go(url) {
    return this.send("Page.navigate", { url });
  }

  /** The value of an expression, awaited. @throws Error what it throws */
  async evaluate(expression) {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until the expression is true, here or in the page; false when it does not become so. */
  async holds(expression, patience = PATIENCE) {
    const inPage = `(() => { try { return Boolean(${expression}); } catch { return false; } })()`;
    const isSo = () => (typeof expression === "string" ? this.evaluate(inPage) : expression());
    const end = Date.now() + patience;
    for (let wait = FIRST_LOOK; Date.now() < end; wait = Math.min(1.3 * wait, LAST_LOOK)) {
      if (await isSo()) return true;
      await pause(wait);
    }
    // What has waited so long is told, whoever looks at the result.
    if (patience === PATIENCE) console.log(`       not within ${patience / 1000} s: ${expression}`);
    return false;
  }

  still() {
    return this.evaluate(STILL);
  }

  /** Notes the value of an expression, for `changed`. */
  note(expression) {
    return this.evaluate(`window.noted = ${expression}; 0`);
  }

  /** Whether the expression becomes another one than was noted. */
  changed(expression, patience = PATIENCE) {
    return this.holds(`${expression} !== window.noted`, patience);
  }

  async #found(element) {
    if (!(await this.holds(`${element} != null`))) throw new Error(`the page has no ${element}`);
  }

  /** Middle of an element, scrolled into sight. */
  async middle(element) {
    await this.#found(element);
    return this.evaluate(`(() => { const e = ${element}; e.scrollIntoView({ block: "center" });
      const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2, width: b.width, height: b.height }; })()`);
  }

  async click(element) {
    await this.#found(element);
    await this.evaluate(`${element}.click()`);
  }

  type(text) {
    return this.send("Input.insertText", { text });
  }

  /** As typed in place of what is there: the page hears of it. */
  async fill(element, text) {
    await this.#found(element);
    await this.evaluate(`${element}.focus()`);
    await this.evaluate("document.activeElement.select?.()");
    await this.type(text);
  }

  mouse(type, x, y) {
    const button = type === "mouseMoved" ? "none" : "left";
    return this.send("Input.dispatchMouseEvent", { type, x, y, button, buttons: 1, clickCount: 1 });
  }

  /** With the mouse, from one point of the window to others, with a pause (ms) after each. */
  async drag(from, to = [], between = 0) {
    await this.mouse("mousePressed", from.x, from.y);
    for (const { x, y } of to) {
      await this.mouse("mouseMoved", x, y);
      if (between > 0) await pause(between);
    }
    const end = to.at(-1) ?? from;
    await this.mouse("mouseReleased", end.x, end.y);
  }

  /** A key by its name, as `Enter` or `ArrowRight`; `text` for keys that write, `modifiers` as 2 for Ctrl. */
  async press(key, { text = key === "Enter" ? "\r" : undefined, modifiers = 0 } = {}) {
    const common = { key, windowsVirtualKeyCode: CODES[key] ?? key.toUpperCase().charCodeAt(0), modifiers };
    await this.send("Input.dispatchKeyEvent", { type: text === undefined ? "rawKeyDown" : "keyDown", ...common, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  }

  /** @param {string | undefined} file nothing without one */
  async picture(file) {
    if (!file) return;
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    await writeFile(file, Buffer.from(data, "base64"));
  }
}
