/** Enough of an XML reader to say that a text is well formed, and to look things up in it. */

export interface XmlElement {
  name: string;
  attributes: { [name: string]: string };
  /** Of the element itself, entities resolved. */
  text: string;
  children: XmlElement[];
}

const NAME = "[A-Za-z_][\\w.-]*";
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)\\s*(/?)>`, "y");
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, "g");
const TEXT = /(?:[^<>&]|&(?:amp|lt|gt|quot);)+/y;
const ENTITIES: { [name: string]: string } = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function resolved(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!);
}

/** The root element; throws where the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  let at = 0;
  while (at < text.length) {
    const parent = open.at(-1)!;
    TEXT.lastIndex = TAG.lastIndex = at;
    const characters = TEXT.exec(text);
    if (characters) {
      parent.text += resolved(characters[0]);
      at = TEXT.lastIndex;
      continue;
    }
    const tag = TAG.exec(text);
    if (!tag) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 60)}`);
    at = TAG.lastIndex;
    const [, closing, name, attributes, empty] = tag;
    if (closing) {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    const pairs = [...attributes!.matchAll(ATTRIBUTE)].map(([, key, value]) => [key!, resolved(value!)] as const);
    if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`<${name}> has an attribute twice`);
    const element: XmlElement = { name: name!, attributes: Object.fromEntries(pairs), text: "", children: [] };
    parent.children.push(element);
    if (!empty) open.push(element);
  }
  if (open.length !== 1 || top.children.length !== 1 || top.text.trim() !== "") throw new Error("not one root element");
  return top.children[0]!;
}

/** The element and everything in it. */
export function all(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(all)];
}

export function withClass(root: XmlElement, name: string): XmlElement[] {
  return all(root).filter(({ attributes }) => attributes.class === name);
}

export function numbers(element: XmlElement, ...names: string[]): number[] {
  return names.map((name) => Number(element.attributes[name]));
}

/** Points of a polyline or polygon. */
export function pointsOf(element: XmlElement): [number, number][] {
  return element.attributes.points!.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
}

/** Labels that would reach over the picture's edge, at the mean width of Helvetica's characters. */
export function clipped(root: XmlElement): string[] {
  const [width, height] = numbers(root, "width", "height") as [number, number];
  return all(root)
    .filter(({ name, attributes }) => name === "text" && attributes.transform === undefined)
    .filter(({ text, attributes }) => {
      const size = Number(attributes["font-size"] ?? 12);
      const length = attributes.textLength ? Number(attributes.textLength) : text.length * size * 0.52;
      const share = { middle: 0.5, end: 1 }[attributes["text-anchor"] ?? ""] ?? 0;
      const left = Number(attributes.x) - share * length;
      const y = Number(attributes.y);
      return left < 0 || left + length > width || y - size < 0 || y + 3 > height;
    })
    .map(({ text }) => text);
}
