import { createStore, useStore } from "../base/store.ts";

export type Theme = "system" | "light" | "dark";

const key = "theme";

/** Reads the theme applied by `public/first.js`. */
function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

const store = createStore<Theme>(chosen());

export const useTheme = (): Theme => useStore(store);

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  store.set(theme);
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Lost on the next visit without storage.
  }
}
