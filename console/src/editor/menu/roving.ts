/** Moves the focus among buttons of which one is a Tab stop; false for other keys. */
export function moveWithin(buttons: readonly HTMLElement[], key: string): boolean {
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const last = buttons.length - 1;
  const places: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const next = buttons[places[key] ?? -1];
  if (!next) return false;
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  return true;
}
