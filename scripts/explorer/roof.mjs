// The number of Your roof as it is seen, and whether it belongs to what is asked: for the judges that look at it.
const NUMBER = "document.querySelector('#content[data-room=roof] .big')";

/** True as soon as the number is there and is of the present state. */
export const IS_ANSWERED = `/\\d/.test(${NUMBER}?.textContent ?? "") && !${NUMBER}.closest(".old")`;

/** As it stands: "7,938", or in German "7.938". */
export function numberShown(tab) {
  return tab.evaluate(`/[\\d.,]*\\d/.exec(${NUMBER}.textContent)[0]`);
}

/** A figure as the English page writes it, with as many decimals as another one that it shows. */
export function writtenAs(value, shown) {
  const decimals = /\.(\d+)$/.exec(shown)?.[1].length ?? 0;
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Opens a state of Your roof from nothing, in English, and waits for its number. */
export async function openRoof(tab, address, parts = "", patience = 60_000) {
  await tab.go("about:blank");
  await tab.go(`${address}/#room=roof&language=en${parts === "" ? "" : `&${parts}`}`);
  return tab.holds(IS_ANSWERED, patience);
}
