import { load } from "./x2.mjs";
const q=(a,p)=>{const s=[...a].sort((x,y)=>x-y); return s[Math.min(s.length-1,Math.floor(p*s.length))]};
const corr=(p)=>{const n=p.length, mx=p.reduce((s,[x])=>s+x,0)/n,my=p.reduce((s,[,y])=>s+y,0)/n; let a=0,b=0,c=0; for(const [x,y] of p){a+=(x-mx)*(y-my);b+=(x-mx)**2;c+=(y-my)**2} return a/Math.sqrt(b*c)};
for (const st of ["ba","ar"]) { const d=await load(st);
  // newest run per row with lead>=13..36
  const runAt=new Float64Array(d.grid.count).fill(NaN); for (const s of d.S) if (s.lead>=1&&s.lead<=24) runAt[s.row]=s.light;
  const days=Math.floor(d.grid.count/24)-1, off=st==="ba"?4:1; const K=[];
  for (let k=0;k<days;k++){ let [l,c,r,h,all]=[0,0,0,[],0]; for (let row=24*k+off;row<24*k+off+24;row++){ const cl=d.sky.global[row]; if(!(cl>50))continue; all+=cl; if(!(d.truth[row]>=0)||!(runAt[row]>=0))continue; l+=d.truth[row];c+=cl;r+=runAt[row]; if(cl>300)h.push(d.truth[row]/cl)} K.push({k:c>0.7*all?l/c:NaN,r:r/c,h}); }
  const hours=K.flatMap(x=>x.h); console.log(st,"days",K.filter(x=>x.k>=0).length,"K quantiles",[0,0.01,0.02,0.05,0.5,0.9,0.98,0.995,0.9999].map(p=>q(K.map(x=>x.k).filter(x=>x>=0),p).toFixed(2)).join(" "),"hours",[0.5,0.9,0.95,0.99,0.999,0.9999].map(p=>q(hours,p).toFixed(2)).join(" "));
  for (const W of [15,20,30]) { const R=[],E=[],E95=[],RA=[],RK=[], D=[]; for(let i=0;i+W<=K.length;i+=5){ const w=K.slice(i,i+W).filter(x=>x.k>=0&&x.r>=0); if(w.length<W*0.6)continue; R.push(corr(w.map(x=>[x.k,x.r]))); E.push(q(w.map(x=>x.k),0.9)); E95.push(q(w.flatMap(x=>x.h),0.95)); 
     // clear by run
     const c=w.filter(x=>x.r>0.95).map(x=>x.k); if(c.length>4) RK.push(q(c,0.75)); D.push(w.reduce((s,x)=>s+x.k-x.r,0)/w.length);
     for (const lag of [5,9,13,-7,-11]) { const p=[]; for(let j=i;j<i+W;j++){const a=K[j],b=K[j+lag]; if(a?.k>=0&&b?.r>=0)p.push([a.k,b.r])} if(p.length>W*0.6)RA.push(corr(p)); } }
   const f=(a)=>[0,0.02,0.1,0.5,0.9,0.98,0.9999].map(p=>q(a,p).toFixed(2)).join(" "); console.log(" W",W,"corr",f(R),"| lagged",f(RA),"| env day p90",f(E),"| hour p95",f(E95),"| clear by run p75",f(RK),RK.length,"| mean diff",f(D)); }
}
