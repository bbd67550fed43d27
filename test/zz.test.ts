import { test } from "vitest";
import { yieldOf, formatYield } from "/work/w/losses3/src/answers/yield/index.js";
import { weather } from "/work/w/losses3/test/answers/yield/roof.js";
import { formatMonthlyLosses } from "/work/w/losses3/src/answers/yield/text.js";
const system = {
  planes: [
    { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4.8, modules: { rows: 2, columns: 6, width: 1.05, height: 1.72, corner: [-3.2, 0, 3.1] } }
  ],
  scene: { obstacles: [
      { kind: "box", name: "chimney", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2] },
      { kind: "house", at: [9, -12, 0], size: [8, 11], eaves: 5, ridge: 8.5, roof: "gable", turn: 25 },
      { kind: "pole", at: [-7, -6, 0], radius: 0.2, height: 3 },
      { kind: "sphere", at: [-7, -6, 5], radius: 2.5, transmittance: [0.7, 0.7, 0.7, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.7, 0.7] },
      { kind: "box", name: "shed behind", at: [0, 20, 0], size: [3, 3, 20] },
  ] } } as any;
test("x", () => {
  const open = { planes: [{...system.planes[0], modules: undefined}], losses: 8 };
  for (const [name, s, o] of [["open", open, {}], ["scene", { ...system, losses: 8 }, {}], ["scene2", { ...system, losses: 8 }, {}],["horizon", { ...system, losses: 8 }, {context: {horizon: Array.from({length:360},(_, a)=>a>100&&a<160?12:0)}}], ["obst", { ...system, losses: 8 }, { obstacles: true }]] as any) {
    const t = performance.now();
    const y = yieldOf(weather, s, { typicalYear: true, ...o });
    console.log(name, (performance.now() - t).toFixed(0), y.annual!.energy, JSON.stringify(y.obstacles));
    console.log(formatYield(y).split("\n").slice(17,34).join("\n"));
    if (name==="scene") console.log(formatMonthlyLosses(y));
  }
}, 60000);
