// Runs before the first paint, while the other scripts load.
/** @param {string} key */
const remembered = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Without storage the system's theme applies.
  }
};
// So that the theme never flashes; `src/shell/theme.ts` changes it.
const theme = remembered("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

/**
 * The embedded answers, chosen by `server/src/http/console/first-page.ts` and taken by `src/api/preloaded.ts`; null if
 * not embedded.
 * @type {Record<string, { etag?: string, body: any } | null>}
 */
const given = JSON.parse(document.getElementById("answers")?.textContent ?? "{}");
// Limits the token's time in the document.
document.getElementById("answers")?.remove();
const { token } = given["POST /console/token"]?.body ?? {};
/** @type {Record<string, Promise<Response | null>>} */
const early = { "GET /console/session": fetchUnless(given["GET /console/session"], "/console/session") };
Object.assign(globalThis, { early });
for (const [name, answer] of Object.entries(given))
  early[name] ??= fetchUnless(answer, name.slice("GET ".length));

/**
 * Returns an embedded answer or requests it.
 * @param {{ etag?: string, body: any } | null | undefined} answer
 * @param {string} address
 */
async function fetchUnless(answer, address) {
  if (answer) return Response.json(answer.body, answer.etag ? { headers: { etag: answer.etag } } : {});
  const headers = { accept: "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return fetch(address, { headers }).catch(() => null);
}

const make = (
  /** @type {string} */ tag,
  /** @type {string} */ className,
  /** @type {(Node | string)[]} */ ...inside
) => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...inside);
  return element;
};
const bar = (/** @type {string} */ width) => make("span", `h-2 ${width} rounded-sm bg-line`);
const rows = Array.from({ length: 6 }, () =>
  make("p", "flex h-[2.125rem] items-center gap-3 border-t border-line px-2", bar("w-12"), bar("flex-1")),
);
const main = make("main", "min-w-0 flex-1 px-4 py-5", make("p", "sr-only", "Loading"), ...rows);
main.ariaBusy = "true";

const isFree = (/** @type {HTMLElement} */ { dataset, childNodes }) =>
  !("begun" in dataset) && !childNodes.length;

/** Draws the shell and a skeleton until the page is there. */
function showFrame() {
  const place = document.getElementById("app");
  if (!place) setTimeout(showFrame, 100);
  else if (isFree(place)) {
    const rail = make("nav", "border-b border-line p-3 rail:border-r", "Groundplan");
    rail.ariaLabel = "Workspace";
    place.append(
      make("div", "flex min-h-dvh flex-col rail:grid rail:grid-cols-[14.5rem_minmax(0,1fr)]", rail, main),
    );
  }
}
// Public pages have no shell.
if (!/^\/(set-up|sign-in|reset|invite|device|oauth)\b/.test(location.pathname)) setTimeout(showFrame, 200);

// Explains a long wait, for the network or a rate limit.
setTimeout(() => {
  const place = document.getElementById("app");
  const waiting = make("p", "p-6 text-ink-2", "Waiting for the service. This page continues automatically.");
  if (main.isConnected) main.prepend(waiting);
  else if (place && isFree(place)) place.append(waiting);
}, 2000);
