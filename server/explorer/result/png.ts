/** An SVG as a PNG, drawn on a canvas. */
import { h } from "../dom.js";

/** Pixels of the PNG for one of the picture: sharp on paper and on fine screens. */
const FINENESS = 2;

/** @throws Error where the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: FINENESS * image.width, height: FINENESS * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser cannot make a PNG"))), "image/png");
  });
}
