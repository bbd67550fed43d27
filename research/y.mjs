import { correctForecast, learnFromPast } from "irradiance-engine/forecast";
import { splitsOf, stationCases } from "./forecast/day-ahead-cases.mjs";
const HOUR=3600e3;
const only=process.argv[2]?.split(',')??["ba","ar"]; const withClim=process.argv[3]==='clim';
for (const st of only) {
 const cases=await stationCases(st); const {place,runs,observations}=cases;
 const acc={};
 for (const {taught,judged} of splitsOf(cases)) {
  const times=new Set(taught.map(t=>t.time));
  let lo=Infinity,hi=-Infinity; for(const j of judged){lo=Math.min(lo,j.time);hi=Math.max(hi,j.time)} lo-=72*HOUR;hi+=72*HOUR; const ghi=observations.columns.global_horizontal_irradiance.map((v,k)=>{const t=observations.start+k*HOUR; return t<lo||t>=hi?v:NaN});
  let climatology=0.65;
  if (withClim) { const s=new Float64Array(288),c=new Float64Array(288),sh=new Float64Array(24),ch=new Float64Array(24); for(const [t,o] of new Map(taught.map(o=>[o.time,o]))){const d=new Date(t+HOUR/2+place.longitude/15*HOUR); const i=d.getUTCMonth()*24+d.getUTCHours(); s[i]+=o.measured;c[i]+=o.clear;sh[d.getUTCHours()]+=o.measured;ch[d.getUTCHours()]+=o.clear;} climatology=Array.from(s,(v,i)=>{const h=i%24; const p=ch[h]>0?sh[h]/ch[h]:0.6; return (v+p*10e3)/(c[i]+10e3)}); }
  const L=learnFromPast({runs,observations:{...observations,columns:{global_horizontal_irradiance:ghi}}},{place,climatology});
  const by=new Map(); for(const j of judged) if(j.lead>=1&&j.lead<=12) (by.get(j.issued)??by.set(j.issued,[]).get(j.issued)).push(j);
  for(const [issued,js] of by){ const k=runs.findIndex(r=>r.issued===issued); const until=(issued-observations.start)/HOUR; const from=Math.max(0,until-24); const o=observations.columns.global_horizontal_irradiance.subarray(from,until); if(!o.length) continue;
   const opt={...L,now:issued,place,climatology,earlier:runs.slice(Math.max(0,k-16),k)};
   const seen={start:observations.start+from*HOUR,interval:3600,columns:{global_horizontal_irradiance:o}};
   const a=correctForecast(runs[k].series,seen,opt);
   const b=correctForecast(runs[k].series,{start:issued,interval:3600,columns:{global_horizontal_irradiance:[NaN]}},opt);
   const m=a.correction.method; const h=new Date(issued).getUTCHours();
   for(const j of js){ const r=(j.time-a.series.start)/900e3; const mean=x=>{const l=x.series.columns.global_horizontal_irradiance; return (l[r]+l[r+1]+l[r+2]+l[r+3])/4};
    for(const key of [`${m} ${j.lead<=6?'1-6':'7-12'}`,`${m} ${j.lead<=6?'1-6':'7-12'} issue ${h}`,`${m} lead ${j.lead}`,`all ${j.lead<=6?'1-6':'7-12'}`]){ const q=acc[key]??={n:0,o:0,raw:0,wo:0,wi:0,bi:0}; q.n++;q.o+=j.measured;q.raw+=(j.forecast-j.measured)**2;q.wo+=(mean(b)-j.measured)**2;q.wi+=(mean(a)-j.measured)**2;q.bi+=mean(a)-j.measured}}
  }}
 for(const [k,q] of Object.entries(acc).sort()){const f=x=>(100*Math.sqrt(x/q.n)/(q.o/q.n)).toFixed(1); console.log(st,k.padEnd(30),q.n,'raw',f(q.raw),'without',f(q.wo),'with',f(q.wi),'ratio raw',Math.sqrt(q.wi/q.raw).toFixed(3),'ratio wo',Math.sqrt(q.wi/q.wo).toFixed(3),'bias',(100*q.bi/q.o).toFixed(1))}
}
