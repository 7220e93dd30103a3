/** Moves the focus to the next row, or the one before it; to the first in view where none has it. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const next = rows[at < 0 ? inView : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
}
