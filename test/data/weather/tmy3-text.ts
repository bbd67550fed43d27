/** TMY3 files made up for tests. */
export const DATE_TIME = "Date (MM/DD/YYYY),Time (HH:MM)";

/** @param stamps `MM/DD/YYYY,HH:MM` per row; @param ghi GHI by row */
export function tmy3Text(
  stamps: readonly string[],
  ghi: (row: number) => number | string = () => 1,
  timeZone = "-5.0",
): string {
  const head = `723170,"GREENSBORO, NC",NC,${timeZone},36.100,-79.950,273\n${DATE_TIME},GHI (W/m^2),GHI source,Dry-bulb (C)\n`;
  return head + stamps.map((stamp, row) => `${stamp},${ghi(row)},1,20.5\n`).join("");
}

/** The 8760 stamps of a whole year; months come from different years, as in the real files. */
export function wholeYear(): string[] {
  const stamps: string[] = [];
  for (let day = 0; day < 365; day++) {
    const date = new Date(Date.UTC(2023, 0, 1 + day));
    const month = String(date.getUTCMonth() + 1).padStart(2, "0");
    const text = `${month}/${String(date.getUTCDate()).padStart(2, "0")}/${1980 + ((date.getUTCMonth() * 7) % 11)}`;
    for (let hour = 1; hour <= 24; hour++) stamps.push(`${text},${String(hour).padStart(2, "0")}:00`);
  }
  return stamps;
}
