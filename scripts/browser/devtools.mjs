// A headless Chromium that is told what to do over its own protocol (DevTools): tabs with what they ask for and complain of,
// and input as from a hand.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SYSTEM = "/usr/bin/chromium";
/** At most this long for anything to happen, ms. */
export const PATIENCE = 30_000;

/** Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium. */
async function findChromium() {
  const named = process.env.CHROMIUM ?? SYSTEM;
  if (existsSync(named)) return { file: named, more: [] };
  const { default: packaged } = await import("@sparticuz/chromium");
  return { file: await packaged.executablePath(), more: ["--single-process"] };
}

/** @returns a browser: `open(size)` gives a tab, `close()` ends it */
export async function openBrowser() {
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--no-first-run"];
  const { file, more } = await findChromium();
  const all = [...flags, ...more, "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
  // The pipes 3 and 4 carry the protocol: messages that end in a zero byte.
  const child = spawn(file, all, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  let rest = "";
  const [, , , orders, answers] = child.stdio;
  /** @type {import("node:stream").Readable} */ (answers).setEncoding("utf8").on("data", (chunk) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop();
    for (const message of messages) receive(JSON.parse(message));
  });

  function receive({ id, method, params, result, error, sessionId }) {
    if (id === undefined) return listeners.get(sessionId)?.(method, params);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      /** @type {import("node:stream").Writable} */ (orders).write(
        `${JSON.stringify({ id, method, params, sessionId })}\0`,
      );
      setTimeout(() => reject(new Error(`Chromium does not answer ${method}`)), PATIENCE).unref();
    });

  return {
    /** @param {{ width: number, height: number, mobile?: boolean, dark?: boolean }} look */
    async open(look) {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const tab = await openTab(
        (method, params) => send(method, params, sessionId),
        (listener) => listeners.set(sessionId, listener),
        look,
      );
      return { ...tab, close: () => send("Target.closeTarget", { targetId }) };
    },
    async close() {
      child.kill("SIGKILL");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openTab(send, listen, { width, height, mobile = false, dark = false }) {
  const requests = [];
  const errors = [];
  /** What has arrived: bytes as they were on the wire, with heads. */
  const arrivals = [];
  listen((method, params) => {
    if (method === "Network.requestWillBeSent") {
      const { url, headers, method: verb } = params.request;
      const authorization = headers.Authorization ?? headers.authorization;
      requests.push({ id: params.requestId, url, method: verb, authorization, time: params.timestamp });
    }
    if (method === "Network.loadingFinished")
      arrivals.push({ id: params.requestId, bytes: params.encodedDataLength, time: params.timestamp });
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = params.exceptionDetails;
      errors.push(exception?.description ?? text);
    }
    if (method === "Runtime.consoleAPICalled" && params.type === "error") errors.push(textOf(params.args));
    if (method === "Log.entryAdded" && params.entry.level === "error")
      errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
  });
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await send(`${domain}.enable`);
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  /** Light or dark, from now on. */
  const colours = (look) =>
    send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: look.dark ? "dark" : "light" }],
    });
  await colours({ dark });

  /** The value of an expression, awaited. @throws Error what it throws */
  async function evaluate(expression) {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  /** Waits until the expression is true; false when it does not become so. */
  async function holds(expression, patience = PATIENCE) {
    for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
      if (await evaluate(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return true;
    }
    return false;
  }
  async function found(element) {
    if (!(await holds(`${element} != null`))) throw new Error(`the page has no ${element}`);
  }
  /** Middle of an element, scrolled into sight. */
  async function middle(element) {
    await found(element);
    return evaluate(`(() => { const e = ${element}; e.scrollIntoView({ block: "center" });
      const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2, width: b.width, height: b.height }; })()`);
  }
  const mouse = (type, x, y) =>
    send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseMoved" ? "none" : "left",
      buttons: 1,
      clickCount: 1,
    });
  return {
    requests,
    errors,
    arrivals,
    colours,
    evaluate,
    holds,
    middle,
    send,
    go: (url) => send("Page.navigate", { url }),
    async click(element) {
      await found(element);
      await evaluate(`${element}.click()`);
    },
    /** As typed: the page hears of it. */
    async fill(element, text) {
      await found(element);
      await evaluate(`${element}.focus()`);
      await send("Input.insertText", { text });
    },
    /** With the mouse, from one point of the window to others. */
    async drag(from, ...to) {
      await mouse("mousePressed", from.x, from.y);
      for (const { x, y } of to) await mouse("mouseMoved", x, y);
      const end = to.at(-1) ?? from;
      await mouse("mouseReleased", end.x, end.y);
    },
    mouse,
    /** A key by its name, as `Enter` or `ArrowRight`; `text` for keys that write. */
    async press(key, { text = undefined, shift = false } = {}) {
      const codes = {
        Enter: 13,
        Tab: 9,
        " ": 32,
        ArrowLeft: 37,
        ArrowUp: 38,
        ArrowRight: 39,
        ArrowDown: 40,
        PageUp: 33,
        Home: 36,
        End: 35,
      };
      const common = {
        key,
        windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
        modifiers: shift ? 8 : 0,
      };
      await send("Input.dispatchKeyEvent", { type: text === undefined ? "rawKeyDown" : "keyDown", ...common, text });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
    },
    /** @param {string | undefined} file nothing without one @param whole the whole page, not the window alone */
    async picture(file, whole = false) {
      if (!file) return;
      const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole });
      await writeFile(file, Buffer.from(data, "base64"));
    },
  };
}

function textOf(values) {
  return values.map(({ value, description }) => String(value ?? description)).join(" ");
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
