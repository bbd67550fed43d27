import { realRuns } from "./research/forecast/real-runs.mjs";
import { KINDS } from "./research/forecast/bad-teachers/kinds.mjs";
import { randomOf } from "./research/file-checks/random.mjs";
import { clearSkyOn } from "./dist/sky/clear-sky.js";
import { NormalEquations } from "./dist/statistics/least-squares.js";
const HOUR=3600000, DAY=24*HOUR;
export async function load(st, factor=1) {
  const data = await realRuns(st); const { place, runs, observations } = data;
  const grid={start:observations.start, step:HOUR, count:observations.columns.global_horizontal_irradiance.length};
  const sky=clearSkyOn(grid, place, place.linkeTurbidity);
  const truth=observations.columns.global_horizontal_irradiance;
  const S=[]; // samples: {row, lead, x[], light}
  for (const {run, issued, series} of runs) {
    const c=series.columns;
    for (let k=4;k<72;k++) {
      const row=(run+k*HOUR-grid.start)/HOUR; if (row<0||row>=grid.count) continue;
      const cl=sky.global[row]; if (!(sky.zenith[row]<80)) continue;
      const light=c.global_horizontal_irradiance[k]*factor, rh=c.relative_humidity[k]/100, rain=c.precipitation[k];
      if (Number.isNaN(light+rh+rain)) continue;
      const kt=Math.min(1.3, light/cl), cz=Math.cos(sky.zenith[row]*Math.PI/180);
      const lead=k+1-4;
      S.push({row, issued, lead, light, x:[1,kt,kt*kt,cz,cz*kt,rh,rh*kt,rain>0.1?1:0]});
    }
  }
  S.sort((a,b)=>a.row-b.row);
  return {...data, st, grid, sky, truth, S};
}
const RIDGE=Number(process.env.RIDGE??100);
export function fit(d, light, from, to) {
  const eq=new NormalEquations(8);
  const prior=[0,1,0,0,0,0,0,0];
  for (const s of d.S) { if (s.row<from||s.row>=to) continue; const v=light[s.row-from]; const cl=d.sky.global[s.row];
    if (!(v>=0) || v>1.6*cl+50 || (v<=0 && cl>100)) continue;
    eq.add(s.x, v/cl, (cl/1000)**2/10); }
  // ridge to no change: unit moments
  let k=0; for (let i=0;i<8;i++) for (let j=i;j<8;j++,k++) if (i===j) { eq.moments[k]+=RIDGE*0.02; eq.products[i]+=RIDGE*0.02*prior[i]; }
  return {w:eq.solve(), n:eq.samples};
}
export function judge(d, w, from, to) {
  let [n,sum,raw,cor]=[0,0,0,0];
  for (const s of d.S) { if (s.row<from||s.row>=to||s.lead<13||s.lead>48) continue; const t=d.truth[s.row]; if (!(t>=0)) continue; const cl=d.sky.global[s.row];
    let p=0; for (let i=0;i<8;i++) p+=w[i]*s.x[i]; p=cl*Math.min(1.3,Math.max(0,p));
    n++; sum+=t; raw+=(s.light-t)**2; cor+=(p-t)**2; }
  return {n, raw:Math.sqrt(raw/n)/(sum/n), cor:Math.sqrt(cor/n)/(sum/n), ratio:Math.sqrt(cor/raw)};
}
