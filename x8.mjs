import { load } from "./x2.mjs"; import { examineTeacher } from "./dist/forecast/teachers/examine-teacher.js";
const HOUR=3600000,DAY=24*HOUR;
for (const st of ["ba","ar"]) { const d=await load(st); const runs=d.runs.sort((a,b)=>a.issued-b.issued);
 const days=d.grid.count/24; for (const L of [30,60,180,365]) { let n=0,ref=0,left=0,tot=0,t0=performance.now(); const why={};
  for (let from=0; from+L<=days; from+=10) { const to=from+L; const s={start:d.grid.start+from*DAY,interval:3600,columns:{global_horizontal_irradiance:d.truth.slice(from*24,to*24)}};
   const t=examineTeacher({runs:runs.filter(r=>r.issued<s.start+L*DAY&&r.issued>s.start-3*DAY),observations:s},d.place); n++; if(t.verdict==="refuse"){ref++; console.log(L,from,t.daysGiven,t.message,t.leftOut.map(x=>x.code+x.days).join())} else {left+=t.daysGiven-t.days; tot+=t.daysGiven;} for(const l of t.leftOut){why[l.code]=(why[l.code]??0)+1; if(why[l.code]<4&&l.code==="shade")console.log(l.message,from,L)} }
  console.log(st,L,"windows",n,"refused",ref,"left out %",(100*left/tot).toFixed(2),JSON.stringify(why),((performance.now()-t0)/n).toFixed(0)+"ms"); } }
