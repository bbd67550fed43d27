/** The pointer at a picture. Apart from what draws pictures, which is loaded later. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where in its picture a pointer is, in the picture's own pixels. */
export function pointIn(event: PointerEvent): Point {
  const target = event.target as Element;
  const svg = target.closest("svg") ?? (target.querySelector("svg") as SVGSVGElement);
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
}
