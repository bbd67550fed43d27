/**
 * Coefficients of DIRINT: what the direct normal irradiance of DISC is multiplied with.
 *
 * Source: R. Perez, P. Ineichen, E. Maxwell, R. Seals, A. Zelenka (1992), Dynamic global-to-direct irradiance conversion
 * models, ASHRAE Transactions Research Series, 354–369, table; read in pvlib-python 0.15.0 (BSD-3-Clause) and compared
 * with it entry by entry in the accuracy tests.
 */
import { UNKNOWN_WATER, unpack } from "./dirint-unknown-water.js";

/** The published table's columns of the four water bins, one row per line; packed, it takes 2.3 kB of a bundle instead of 3.1. */
// biome-ignore format: one row of the published table per line
const PACKED =
  // kt' bin 1, zenith bin 1
  "'on||(n+" +
  "';6|%iZ&{q" +
  "%yk|&',${A" +
  "-Md|%27-Z%" +
  ")te|)&*/5E" +
  ")te|/ZXI%`" +
  "*Bb|%s-.;'" +
  // kt' bin 1, zenith bin 2
  "$]P|'p,)K8" +
  "%lC|%JN&n5" +
  "%sF|&M$&wE" +
  "$/8%@F&<a+_K" +
  "$]i|'^w4Hx" +
  "1+6|.bdOP7" +
  "$/8%{=&i.-9r" +
  // kt' bin 1, zenith bin 3
  "*H.$\\)('J)hY" +
  "&p($[q%Vd)>j" +
  "%lb&<m'6D)?y" +
  "(?\\,Q1,MJQi{" +
  "+u%'ba2c[-tf" +
  "`GZ$Ms&Ax'RV" +
  "'wS)7:+7+;F^" +
  // kt' bin 1, zenith bin 4
  "$X^|||" +
  "-8&|||" +
  "KuABT{?u]|" +
  "UOEHpi<94/>{" +
  "~gdF|~.{gc2l" +
  "~~~*Pd|||" +
  "KuA~gdF7L*4C7" +
  // kt' bin 1, zenith bin 5
  "$X^|||" +
  "-8&|||" +
  "KuABT{?u]|" +
  "UOEHpi<94/>{" +
  "~gdF|~.{gc2l" +
  "~~~*Pd|||" +
  "KuA~gdF7L*4C7" +
  // kt' bin 1, zenith bin 6
  "$X^|||" +
  "-8&|||" +
  "KuABT{?u]|" +
  "UOEHpi<94/>{" +
  "~gdF|~.{gc2l" +
  "~~~*Pd|||" +
  "KuA~gdF7L*4C7" +
  // kt' bin 2, zenith bin 1
  "':0|/7r0nj" +
  "':0|/7r1*y" +
  "':0|6?g/v&" +
  "*D7|-`y.T%" +
  "':0|&tW5-E" +
  "':0|/kL0nj" +
  "':0|/7r1LA" +
  // kt' bin 2, zenith bin 2
  "&i*|+mQ0qx" +
  "%h'|)\\Y-6_" +
  "'qJ|$P)*;@" +
  ",I%('9(w3/KL" +
  "*:S.lM7l&5qc" +
  "3]hUR;3-0DEG" +
  "+FG+Ul/hN209" +
  // kt' bin 2, zenith bin 3
  "'ha/=K)>j)5_" +
  "$@6&@&(/B)zp" +
  "&wV'Bt1JX-iJ" +
  "$Oi'Y9*)j-$l" +
  ",p6-Ur3&J6H)" +
  "1Sb|5mO2c=" +
  "(C0)`#/5H0'4" +
  // kt' bin 2, zenith bin 4
  "&tz,$b&3])>j" +
  "/>c'WA)>j('J" +
  "%6<%MP)$80S%" +
  ",*3+ky+>)2&%" +
  "(Du5Nr+UH1Yl" +
  "BV99W:4PRA7+" +
  ")5G+TC+]B0^3" +
  // kt' bin 2, zenith bin 5
  "*Ri)>j&i*&tD" +
  "&ya'8q('J|" +
  "%,+(kB)yp/ZX" +
  "((W*(6(+Q/mD" +
  "('n,M[-[i9fF" +
  "Lo(6)(An_7`D" +
  ")aF,H&+eb5G9" +
  // kt' bin 2, zenith bin 6
  "*Ri)>j&i*&tD" +
  "&ya'8q('J|" +
  "%,+(kB)yp/ZX" +
  "((W*(6(+Q/mD" +
  "('n,M[-[i9fF" +
  "Lo(6)(An_7`D" +
  "%VX1Ym<<]D,1" +
  // kt' bin 3, zenith bin 1
  "2_e|||" +
  "#c%|+=4|" +
  "$.,|0/%2Tk" +
  "0>,|4^`0`a" +
  "1Rp|1-P6@w" +
  "5pf|8L-9dE" +
  "/o@|1U33`;" +
  // kt' bin 3, zenith bin 2
  "+mQ|/tx+mQ" +
  ".3n|3mK-+q" +
  ".E`|/'<16w" +
  "0l_0Uv1ns1E>" +
  "223|50x2oT" +
  "6:J|:X3<(j" +
  "3:J0^\\38C1c>" +
  // kt' bin 3, zenith bin 3
  "*V10#5-o2)vz" +
  "*[10#5-o2+<p" +
  "(f4,MB-1H-Ec" +
  ")\\^.gS.Lu/H*" +
  "0*20rd-b80)7" +
  "08%7o{.C8@^t" +
  "-?J/?k-pf/>:" +
  // kt' bin 3, zenith bin 4
  ",ph*.%*V1|" +
  ".=&+Wp)mz-+q" +
  ")0b-A2-Zq.$E" +
  "+wz.$].Lg/&-" +
  "-sa.xt.(Q0Z*" +
  "31X-vn,bv0Z*" +
  ",1*-zO-y4/#f" +
  // kt' bin 3, zenith bin 5
  ",{Y+9q)+r(1T" +
  "*0-.z</:v+9B" +
  "+3r+'T-{,-oy" +
  "+'J,`N.`*/Ob" +
  ",=F.v{1,c/{U" +
  "1sv-d(09h.{H" +
  "+n0--O//p.J/" +
  // kt' bin 3, zenith bin 6
  ")>j|*G=(vb" +
  ")>j|0@g2sr" +
  ")>j|*yu-[g" +
  "*#;,;S/J^.Tk" +
  "+{V27'.Mu0YR" +
  ":z#6`N/ZX1Q/" +
  "+9a-$0.Fy.tf" +
  // kt' bin 4, zenith bin 1
  "/ZX|09h1h&" +
  "/.>|0DN1qf" +
  ".#3|/Uw1H'" +
  "22,|/SH1#O" +
  "0J\\|-L*.p0" +
  "0J\\|*ph1/#" +
  "0R$|/+N1(m" +
  // kt' bin 4, zenith bin 2
  ".{H/<a-fr0i4" +
  "-0P.Rl/E80kp" +
  ",>a.k]/ZR0A)" +
  "0&]0(G/710%\\" +
  ".C8/@{.vq/dR" +
  "*V1,La|-^-" +
  ".aB/3>/7704(" +
  // kt' bin 4, zenith bin 3
  "-d(/{z/.r0@0" +
  "-@a/-^/VY0]a" +
  ",]z/&B.yL0<0" +
  ",iM.N&.bM/Lr" +
  "/[b..q.(6.zG" +
  ".Es.(7-4o.rr" +
  "-kK.c#.wn0%n" +
  // kt' bin 4, zenith bin 4
  ",La-ly/HF0A." +
  ",La/L#/j%1>t" +
  "-+q.xM/hP0h0" +
  "-+q.SW.Lp/Y`" +
  ",lg-,S-*m.E`" +
  "+W:'#\\)GI'sz" +
  "-&2.QX/.W0Ag" +
  // kt' bin 4, zenith bin 5
  ",La-Qx-wf0Dr" +
  "/Ci/:S/UT0NT" +
  "-n#/M%0210{d" +
  "-.V/(1.PA048" +
  ".2:,^t.2l-n9" +
  "*gh+mQ-d(*ql" +
  "-Sn.w+/@o09'" +
  // kt' bin 4, zenith bin 6
  "+aG-6^.C8,y*" +
  "-i=-g9.n1.]5" +
  ".nY.h=/f;02z" +
  "-\\r/EW/$5.w&" +
  "+gY-<E*7I('J" +
  "%^O+Mk(9j&f&" +
  "-\\j./E.PK.AL" +
  // kt' bin 5, zenith bin 1
  "0?:0V,0NQ1Tu" +
  "/ZX0GP/id0d^" +
  ".2N/S@.s+0?E" +
  ".Yb.{H/B`/qE" +
  "-d(.Li-Xf/JE" +
  "-+q|-75.{H" +
  "0,x0HY0(=1'?" +
  // kt' bin 5, zenith bin 2
  "/nE/zL0Cn1>8" +
  ".Yb/YJ0'A0e[" +
  ".Q/.{A/Cp/qS" +
  "-`p.js.eT/(+" +
  ".-(-w<.&2/;p" +
  "*t^|+mQ,ge" +
  "/='/aY/x%0RK" +
  // kt' bin 5, zenith bin 3
  "/zo/nA/wa0]O" +
  "._>/J>/jJ0i5" +
  "-Kz.jM/Tu/v7" +
  ".D0.Dd.c[/C\\" +
  ",Y+-^Y-1s.lV" +
  "*sl)s@,6i-d(" +
  "/*{/J</QD0:%" +
  // kt' bin 5, zenith bin 4
  "/RI/Sc/mp0D%" +
  "/?4/L2/xd0VC" +
  "-{f.hR/>1/Cw" +
  "-L3-xE-S-.II" +
  ",p/,q3,`l,\\W" +
  ",EB+f+)OP*x&" +
  ".j=/+:/-9/;b" +
  // kt' bin 5, zenith bin 5
  "/46.qV/L,/su" +
  "/Ml/Tc/@=.{H" +
  "/+[/nt/=u.Yb" +
  "-9'-yP-9E-d(" +
  "+Y@+VL*zZ,Ho" +
  "+Ir(Zy)>j+Um" +
  ".aP/&3/,W.(P" +
  // kt' bin 5, zenith bin 6
  ".z7/X*-d(-I_" +
  "/n^/8r-d(+mQ" +
  "/ZX.{H-d(*]2" +
  "/ZX,HC,N]*TB" +
  ".\\4)>j'fD)R%" +
  ")>j(_Z(I-(,N" +
  "/./..X,iP*R(" +
  // kt' bin 6, zenith bin 1
  "0#>0.S/ZX|" +
  "09h/OC|.{H" +
  "09h/OC|-BB" +
  "09h,y\\.,g-BB" +
  "/ZX)`P(TE+xf" +
  ")ke(v+)>j)vz" +
  "0,X.Yt.OQ-C[" +
  // kt' bin 6, zenith bin 2
  "0/`/Wk//K/ZX" +
  ".y5/D..C8.{l" +
  ".{H/A&-yb-+q" +
  "/$Q-d(,K?+mQ" +
  ".C8-Ev,3C*V1" +
  "-d(-1Q+dq)>j" +
  "/ev.=u,fV->2" +
  // kt' bin 6, zenith bin 3
  "/sl/_g/H7/ZX" +
  ".t[/Ye/HR.Iy" +
  ".kx.wL-d(|" +
  "->@.2E+/^-?b" +
  ",Di,^@**u+mQ" +
  "+.K*RL({,*V1" +
  "/:n.pk,%8-t6" +
  // kt' bin 6, zenith bin 4
  "/U;/@g/ZX|" +
  ".oy/>i.p1.{H" +
  ".)9.,/-d(.C8" +
  ".%J.%G,NB-d(" +
  ",YW+p2+(c,La" +
  ",:k+5A*V1+5A" +
  ".rY.Xa,cT,7S" +
  // kt' bin 6, zenith bin 5
  "/%=.V+.Yb.C8" +
  ".cF/T@.C8|" +
  ".Qu-d(|-+q" +
  "-xE-3v-FA*V1" +
  ",b`,*n+5A)vz" +
  "*?y+5A*V1)>j" +
  ".HX-g&+vu)7f" +
  // kt' bin 6, zenith bin 6
  ".P`-+q||" +
  ".QH+Yz,La+mQ" +
  "+96+?l+mQ*V1" +
  "+3W*V1++C)>j" +
  "*4K)vz*Tk('J" +
  "({y)>j)Se'<{" +
  ",E@*ME*YX'#,";

/** Both parts of the table as one. */
function joined(byWater: Float64Array, unknown: Float64Array): Float64Array {
  const table = new Float64Array(5 * unknown.length);
  for (let n = 0; n < unknown.length; n++) {
    table.set(byWater.subarray(4 * n, 4 * n + 4), 5 * n);
    table[5 * n + 4] = unknown[n]!;
  }
  return table;
}

/**
 * [kt' bin][zenith bin][Δkt' bin][water bin], 6 × 6 × 7 × 5, row after row: one row per Δkt' bin, one column per water
 * bin. The last Δkt' bin stands for "no neighbour known", the last water bin for "dew point unknown".
 */
export const DIRINT_COEFFICIENTS: Float64Array = /* @__PURE__ */ joined(
  /* @__PURE__ */ unpack(PACKED, 6 * 6 * 7 * 4),
  UNKNOWN_WATER,
);
