// A log–log plot of time over steps, as SVG text.

const [WIDTH, HEIGHT] = [640, 420];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 30, 50];
const COLOURS = ["#1f6fb2", "#c2500e"];
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @param {{ name: string, points: [steps: number, seconds: number][], exponent: number }[]} series */
export function growthPlot(series) {
  const all = series.flatMap(({ points }) => points);
  const range = (k) => [
    Math.floor(Math.log10(Math.min(...all.map((point) => point[k])))),
    Math.ceil(Math.log10(Math.max(...all.map((point) => point[k])))),
  ];
  const [x0, x1] = range(0);
  const [y0, y1] = range(1);
  const x = (value) => LEFT + ((Math.log10(value) - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - ((Math.log10(value) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const parts = [];
  for (let power = x0; power <= x1; power++) {
    const at = x(10 ** power).toFixed(1);
    parts.push(line(at, TOP, at, HEIGHT - BOTTOM), text(at, HEIGHT - BOTTOM + 18, "middle", tenTo(power)));
  }
  for (let power = y0; power <= y1; power++) {
    const at = y(10 ** power).toFixed(1);
    parts.push(line(LEFT, at, WIDTH - RIGHT, at), text(LEFT - 8, Number(at) + 4, "end", `${tenTo(power)} s`));
  }
  series.forEach(({ name, points, exponent }, k) => {
    const colour = COLOURS[k % COLOURS.length];
    const path = points.map((point) => `${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}`);
    parts.push(`<polyline points="${path.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const at of path)
      parts.push(`<circle cx="${at.split(",")[0]}" cy="${at.split(",")[1]}" r="3" fill="${colour}"/>`);
    const label = `${name}: time ∝ n^${exponent.toFixed(2)}`;
    parts.push(text(LEFT + 12, TOP + 20 + 18 * k, "start", label, colour));
  });
  parts.push(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle", "steps computed"));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">` +
    `<title>Time of R-default over its size</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${parts.join("")}</svg>\n`
  );
}

function line(x1, y1, x2, y2) {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;
}

function text(x, y, anchor, content, colour = "#333") {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${content}</text>`;
}

function tenTo(power) {
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPT[Number(digit)]).join("");
  return `10${power < 0 ? "⁻" : ""}${digits}`;
}
