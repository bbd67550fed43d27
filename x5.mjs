import { realRuns } from "./research/forecast/real-runs.mjs";
import { knownPast } from "./dist/forecast/known-past.js";
import { learnFromPast } from "./dist/forecast/index.js";
const d=await realRuns("ba"); const n=365*24; const obs={start:d.observations.start,interval:3600,columns:{global_horizontal_irradiance:d.observations.columns.global_horizontal_irradiance.slice(0,n)}};
const runs=d.runs.filter(r=>r.issued<obs.start+n*3600e3).sort((a,b)=>a.issued-b.issued);
for (let i=0;i<3;i++){ let t=performance.now(); const k=knownPast({runs,observations:obs},d.place,0.7,"x"); console.log("known",performance.now()-t, runs.length); t=performance.now(); learnFromPast({runs,observations:obs},{place:d.place,climatology:0.7}); console.log("learn",performance.now()-t);}
