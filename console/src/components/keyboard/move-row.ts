/** Focuses the next or previous row, or the first visible one. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  // The focus may be on a button next to its row.
  const item = document.activeElement?.closest("[data-item],[data-row]");
  const at = rows.findIndex((row) => item?.contains(row));
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const next = rows[at < 0 ? inView : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
}
