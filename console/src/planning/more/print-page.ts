/** Prints the page after the menu has closed, by the styles that `presence.tsx` loads. */
export function printPage(): void {
  setTimeout(() => window.print(), 50);
}
