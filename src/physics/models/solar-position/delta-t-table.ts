/**
 * ΔT = TT − UT1 on the first of each month from 1973-02 to 2027-01, in ms (1e-8° of the sun's place).
 *
 * Source: IERS finals2000A of January 2026 (through Skyfield's copy; within 6 ms of the IERS Bulletin B column 1973–2020),
 * as 32.184 s + (TAI − UTC) − (UT1 − UTC). Values after 2026-01 are the Bulletin A prediction.
 */
const FIRST = 43472;
/** What each of the months before the first counts as having added. */
const ADDED_BEFORE = 93;
/**
 * What a month adds to ΔT, less what the month before adds, less the same of a year before, as letters from @ = 0 on (A = 1,
 * ? = −1): a fifth of the download of the values themselves (measured), which stand in fixtures/sun/delta-t-monthly.csv. One
 * line per year, the first lacks January and February.
 */
// biome-ignore format: one line per year
const CHANGES =
  "@P;:.<EDLB" +
  "77=BGA::FDB>" +
  "CJ>9;@H@<BF<" +
  "@ACBBD7L9G:6" +
  "D9=BF:?7HA?H" +
  "HFB=1F><D6DD" +
  "8C3EG:ID8?>9" +
  "D:J7CBBB@G9E" +
  "??=L??=5D=F=" +
  "A@F8F>FB>G7H" +
  "CM=?0?@?B1GF" +
  "/)CDJ?<EHD=6" +
  "HN<B?FD58GI=" +
  "?>D/H?9S8C=<" +
  "ABIL1>I8G=<L" +
  "A7C6L?4C<<EC" +
  ":F6H@KD@D<B@" +
  "C@J<96I;CD:;" +
  "@G3D@B>@;F7G" +
  "E?AEA79FI1K:" +
  "F<@8GI@:<F@7" +
  "==?G7B;G9O8H" +
  "CE<B>>F6D:@E" +
  ":*J<FD>E9<F7" +
  "AS7N=><DG?=>" +
  "9FJ,>?::>AGH" +
  "99@<L<QBD7?B" +
  "I9:B=G;B?AA8" +
  "BAHE8B<@BABB" +
  "ACB:<@@I5D7D" +
  "F?9CG8A:N>==" +
  ":L>=EFB8A=EE" +
  "@;K>9=AA9J>?" +
  ";@AGAE?N7>H8" +
  "FB1:L8=5CD4L" +
  ";@C@:IDAC?B;" +
  "A8=M><C7D<C:" +
  "FCN3A88E@=LC" +
  "5><K=JD?@G3B" +
  "IC3@A9DC@?<G" +
  "8ICE<?;???F8" +
  "G6D9D@EE8?A@" +
  "C>CA;E>FJA<:" +
  "EI4E:B93@=EG" +
  "39J9L:FC6@>B" +
  "D6J8?@@EG>C?" +
  "<M9@@>B3B>7D" +
  "CF=D>C6AAFG=" +
  "<5K;G>IJ7>AA" +
  "I<4B;H9BIDAA" +
  "5CFFABC::;<9" +
  "NG=;8<D>?KBB" +
  "::@DE<CH:;<M" +
  ";AD??9=;PC:3" +
  "@";

/** ΔT on the first of each month in ms. */
export const MONTHLY_DELTA_T = /* @__PURE__ */ summed();

function summed(): Int32Array {
  const values = new Int32Array(CHANGES.length + 1);
  values[0] = FIRST;
  // Of month i, behind those of 13 months before the first.
  const adds = new Int16Array(CHANGES.length + 13);
  adds.fill(ADDED_BEFORE, 0, 13);
  for (let i = 0; i < CHANGES.length; i++) {
    const added = CHANGES.charCodeAt(i) - 64 + adds[i + 12]! + adds[i + 1]! - adds[i]!;
    adds[i + 13] = added;
    values[i + 1] = values[i]! + added;
  }
  return values;
}
