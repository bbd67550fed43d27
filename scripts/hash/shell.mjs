// What the bare shell of a JavaScript engine runs, bundled by scripts/hash.mjs: years, climate years, a meter and a scene, with nothing of Node or a
// browser. The shell gives `print`, the bundler gives `SAMPLE`, as a shell reads no files and unpacks nothing.

/** @type {any} */
const shell = globalThis;
/** @type {any} */
// @ts-expect-error the bundler writes the sample here
const sample = SAMPLE;

// Node, browsers and workers have it, JavaScriptCore's shell has not. (A lone surrogate, which no document has, throws.)
shell.TextEncoder ??= class TextEncoder {
  encode(text) {
    const utf8 = encodeURIComponent(text).replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Uint8Array.from(utf8, (character) => character.charCodeAt(0));
  }
};

const columns = Object.entries(sample.columns).map(([name, values]) => [
  name,
  Float64Array.from(values, (value) => value ?? Number.NaN), // JSON has null for NaN
]);

try {
  // Only now: modules take what is global when they are loaded.
  const { climateYearHashes, sampleHashes } = await import("./hashes.mjs");
  const year = { ...sample, columns: Object.fromEntries(columns) };
  shell.print(JSON.stringify({ ...(await sampleHashes(year)), ...climateYearHashes() }));
} catch (cause) {
  shell.print(`failed: ${cause}\n${cause.stack}`);
}
