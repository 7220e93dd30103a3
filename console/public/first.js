// This runs before the first paint, and while the page's other scripts are on their way.
/** @param {string} key */
const remembered = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // A browser that keeps nothing shows the system's theme, and asks a little later.
  }
};
// A chosen theme never flashes; `src/frame/theme.ts` changes the choice.
const theme = remembered("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

// This is what every room asks first. `src/api/early.ts` takes the answers.
/** @type {Record<string, Promise<Response | null>>} */
const early = { "GET /console/session": fetch("/console/session").catch(() => null) };
Object.assign(globalThis, { early });

/**
 * The files of the rooms that links lead to; `build/early-files.ts` names them.
 * @type {Record<string, string[]>}
 */
const files = { home: [], plan: [], spec: [] };

/** Returns which of these rooms this is, with what it asks of the API first. */
function firstRoom() {
  const path = location.pathname;
  if (path === "/") return { room: "home", asks: ["/v1/projects?limit=200", "/v1/next?limit=6"] };
  const found = /^(\/projects\/[\w-]+\/plans\/[\w-]+)(\/specs\/[\w-]+)?$/.exec(path);
  if (!found) return null;
  const here = `/v1${path}`;
  if (found[2]) return { room: "spec", asks: [here, `/v1${found[1]}`, `${here}/readiness`] };
  return { room: "plan", asks: [here, `${here}/specs?limit=200`, `${here}/graph`, `${here}/push-status`] };
}

if (remembered("signed-in") === "yes") {
  const sent = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const answer = fetch("/console/token", sent).catch(() => null);
  early["POST /console/token"] = answer;
  const token = answer.then((made) => (made?.ok ? made.clone().json() : null)).catch(() => null);
  const { room = "", asks = [] } = firstRoom() ?? {};
  for (const file of files[room] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    link.onload = () => link.remove();
    document.head.append(link);
  }
  for (const address of asks)
    early[`GET ${address}`] = token.then((made) => {
      if (made === null) return null;
      const headers = { accept: "application/json", authorization: `Bearer ${made.token}` };
      return fetch(address, { headers }).catch(() => null);
    });
}
