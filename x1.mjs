import { realRuns } from "./research/forecast/real-runs.mjs";
import { examineWeather } from "./dist/weather/examine/index.js";
const DAY=86400000;
for (const st of ["ba","ar"]) {
  const { place, runs, observations } = await realRuns(st);
  const ghi = observations.columns.global_horizontal_irradiance;
  console.log(st, place, new Date(observations.start), ghi.length/24, runs.length, ghi.filter(v=>!Number.isNaN(v)).length/24);
  for (const L of [30,60,180,365]) {
    const codes={}; let n=0; let un=0, t0=performance.now();
    for (let d=0; d+L<=ghi.length/24; d+= 20) {
      const s={start:observations.start+d*DAY, interval:3600, columns:{global_horizontal_irradiance: ghi.slice(d*24,(d+L)*24)}, place:{latitude:place.latitude,longitude:place.longitude,altitude:place.altitude}};
      if (s.columns.global_horizontal_irradiance.filter(v=>v>=0).length < L*8) continue;
      const e=examineWeather(s,{linkeTurbidity:place.linkeTurbidity}); n++;
      for (const f of e.findings) {const k=f.code+":"+f.verdict; codes[k]=(codes[k]??0)+1; if (codes[k]<3) console.log("   ",L,d,f.code,f.verdict,f.rows,f.message)}
    }
    console.log(L,n,codes,((performance.now()-t0)/n).toFixed(1)+"ms");
  }
}
