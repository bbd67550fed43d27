import { load } from "./x2.mjs";
import { checkWeather } from "./dist/weather/checked-series.js";
import { teacherHours, dayOf } from "./dist/forecast/teachers/teacher-hours.js";
const q=(a,p)=>{const s=[...a].sort((x,y)=>x-y); return s[Math.min(s.length-1,Math.floor(p*s.length))]};
for (const st of ["ba","ar"]) { const d=await load(st); const h=teacherHours(checkWeather(d.observations), d.runs.sort((a,b)=>a.issued-b.issued), d.place);
 const f0=dayOf(h,0);
 for (const W of [5,7,10]) { const A=[],C=[]; for (let i=0;i+W<dayOf(h,h.count-1)-f0;i+=1){ const o=[],r=[]; for(let k=0;k<h.count;k++) if(dayOf(h,k)-f0>=i&&dayOf(h,k)-f0<i+W&&h.clear[k]>200&&h.light[k]>=0&&h.newest[k]>=0){o.push(h.light[k]/h.clear[k]);r.push(h.newest[k]/h.clear[k]);} if(o.length<25||q(r,.95)<.95)continue; A.push(q(o,.95)); C.push(A.at(-1)/q(r,.95)); }
 const f=(a)=>[0,0.005,0.02,0.1,0.5,0.9].map(p=>q(a,p).toFixed(2)).join(" "); console.log(st,W,A.length,"obs",f(A),"ratio",f(C)); } }
