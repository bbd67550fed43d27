import { load, fit, judge } from "./x2.mjs"; import { KINDS } from "./research/forecast/bad-teachers/kinds.mjs";
import { randomOf } from "./research/file-checks/random.mjs";
const HOUR=3600000, DAY=24*HOUR;
const FACTOR=Number(process.env.FACTOR??1), SEEDS=Number(process.env.SEEDS??6);
let detect=(x)=>({verdict:"use",light:x.columns.global_horizontal_irradiance});
if (process.env.DETECT) { const m=await import("./dist/forecast/teachers/examine-teacher.js"); detect=(series,d,from,to)=>{ const t=m.examineTeacher({runs:d.runs.filter(r=>r.issued<series.start+(to-from)*HOUR && r.issued>series.start-3*DAY),observations:series},d.place); return {verdict:t.verdict, t, light:t.observations.columns.global_horizontal_irradiance}; }; }
const D={ba:await load("ba",FACTOR), ar:await load("ar",FACTOR)};
const other=(st)=>(time,what)=>{ const d=D[st], o=D[st==="ba"?"ar":"ba"]; 
  if (what==="station") return o.truth[(time-o.grid.start)/HOUR]??NaN;
  const rows=what==="year"?365*24:180*24; const r=(time-d.grid.start)/HOUR; return d.truth[r+rows]>=0||r+rows<d.grid.count?d.truth[r+rows]:d.truth[r-rows]; };
const res=new Map(); let worst=[];
for (const st of ["ba","ar"]) { const d=D[st];
 const starts = st==="ba"?0:120;
 for (const L of [30,60,180,365]) {
  const days=d.grid.count/24; if (starts+L+30>days) continue;
  for (const [kind, ways] of Object.entries(KINDS)) for (const [name, way] of Object.entries(ways)) for (let seed=1;seed<=SEEDS;seed++) {
   const random=randomOf(seed*1000+L); const from=24*(starts+random.below(days-starts-L-29)); const to=from+L*24;
   const series={start:d.grid.start+from*HOUR, interval:3600, columns:{global_horizontal_irradiance:d.truth.slice(from,to)}, place:{latitude:d.place.latitude,longitude:d.place.longitude,altitude:d.place.altitude}};
   const b=way(series, random, {other:other(st)});
   const det=detect(b,d,from,to);
   const f=det.verdict==="refuse"?{w:[0,1,0,0,0,0,0,0]}:fit(d,det.light,from,to);
   const j=judge(d,f.w,to,to+60*24); if (!(j.n>100)) continue;
   const key=`${kind} | ${name}`; const r=res.get(key)??{n:0,bad:0,worst:0,refused:0,by:{},sum:0}; res.set(key,r);
   r.n++; r.sum+=j.ratio; if (j.ratio>1.02) {r.bad++; r.by[st+L]=(r.by[st+L]??0)+1;} r.worst=Math.max(r.worst,j.ratio); if (det.verdict==="refuse") r.refused++;
   if (process.env.SHOW && name.includes(process.env.SHOW)) console.log(st,L,seed,j.ratio.toFixed(3),det.verdict,det.t?.message, det.t?.leftOut?.map(x=>x.message).join(" || "));
  }}}
for (const [k,r] of res) console.log(k.padEnd(40),"n",r.n,"bad",r.bad,"worst",r.worst.toFixed(3),"mean",(r.sum/r.n).toFixed(3),"refused",r.refused,JSON.stringify(r.by));
