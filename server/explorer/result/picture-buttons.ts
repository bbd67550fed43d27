/** Buttons that save a picture, as SVG and as PNG. */
import { h } from "../dom.js";
import { texts } from "../texts/texts.js";
import { inLight } from "../theme.js";
import { save } from "./save.js";

/**
 * @param picture the SVG as text; undefined where there is none yet
 * @param name of the file, by its ending
 * @param problem where it is said what went wrong
 */
export function pictureButtons(
  picture: () => string | undefined,
  name: (ending: string) => string,
  problem: HTMLElement,
): HTMLButtonElement[] {
  const words = texts().report.picture;
  const button = (label: string, make: () => string | undefined, keep: (text: string) => void) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          const text = make();
          problem.textContent = text === undefined ? words.none : "";
          if (text !== undefined) keep(text);
        },
      },
      label,
    );
  const keepPng = (text: string) =>
    void pngOf(text).then(
      (blob) => save(name("png"), blob, "image/png"),
      ({ message }: Error) => (problem.textContent = words.noPng(message)),
    );
  return [
    button("SVG", picture, (text) => save(name("svg"), text, "image/svg+xml")),
    // A PNG has its colours for good: those of white paper.
    button("PNG", () => inLight(picture), keepPng),
  ];
}

/** Pixels of the PNG for one of the picture: sharp on paper and on fine screens. */
const FINENESS = 2;

/** An SVG as a PNG, drawn on a canvas. @throws Error where the browser cannot draw it */
async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: FINENESS * image.width, height: FINENESS * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser cannot make a PNG"))), "image/png");
  });
}
