// This runs before the first paint, so that a chosen theme never flashes; `src/frame/theme.ts` changes the choice.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing shows the system's theme.
}
