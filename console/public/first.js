// This runs before the first paint, and while the page's other scripts are on their way.
try {
  // A chosen theme never flashes; `src/frame/theme.ts` changes the choice.
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing shows the system's theme.
}
// This is what every room asks first. `src/api/early.ts` takes the answers.
/** @type {Record<string, Promise<Response | null>>} */
const early = { "GET /console/session": fetch("/console/session").catch(() => null) };
Object.assign(globalThis, { early });
try {
  if (localStorage.getItem("signed-in") === "yes")
    early["POST /console/token"] = fetch("/console/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
} catch {
  // It is asked for once the session is known.
}
