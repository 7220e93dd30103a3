import type { BrowserContext } from "@playwright/test";
import { createKey, expect, setUp, test } from "./fresh.ts";

/** Attempts everything forbidden, and records the results. */
const attack = `
const tried = {};
const attempt = async (name, run) => {
  try {
    const value = await run();
    tried[name] = "done: " + String(value && value.constructor === Object ? JSON.stringify(value) : value);
  } catch (error) {
    tried[name] = "refused";
  }
};
await attempt("origin", () => self.origin);
await attempt("cookies", () => document.cookie);
await attempt("localStorage", () => localStorage.getItem("secret"));
await attempt("sessionStorage", () => sessionStorage.length);
await attempt("indexedDB", () => new Promise((resolve, reject) => {
  const opening = indexedDB.open("groundplan");
  opening.onsuccess = () => resolve("opened");
  opening.onerror = () => reject(opening.error);
}));
await attempt("caches", () => caches.open("x"));
for (const path of ["/v1/me", "/v1", "/console/session", "/"])
  await attempt("read " + path, async () => (await fetch(path, { credentials: "include" })).text());
await attempt("token", async () => (await fetch("/console/token", { method: "POST", credentials: "include" })).text());
await attempt("sign out", () => fetch("/console/sign-out", { method: "POST", mode: "no-cors", credentials: "include" }));
await attempt("service worker", () => navigator.serviceWorker.register("/worker.js"));
await attempt("own service worker", () => navigator.serviceWorker.register(new URL("worker.js", location.href)));
await attempt("window", () => { if (!open("/")) throw new Error("no window"); return "opened"; });
await attempt("frame", () => new Promise((resolve, reject) => {
  const frame = document.createElement("iframe");
  frame.src = "/settings";
  frame.onload = () => { try { resolve(frame.contentDocument.body.textContent); } catch (error) { reject(error); } };
  document.body.append(frame);
}));
await attempt("form", () => { document.forms[0].submit(); return "sent"; });
await new Promise((resolve) => setTimeout(resolve, 500));
document.querySelector("#report").textContent = JSON.stringify(tried);
`;

/** Its first script uses storage, which an opaque origin lacks. */
const stored = `<!doctype html><html><head><meta http-equiv="content-security-policy" content="script-src 'self'">
<script src="stored.js"></script><title>Stored</title></head><body><p id="report"></p></body></html>`;
const storing = `const theme = localStorage.getItem("theme") ?? "light";
localStorage.setItem("theme", "dark");
localStorage.count = 1;
sessionStorage["a b"] = true;
document.cookie = "a=1; path=/; SameSite=Lax";
document.cookie = "b=2=3; expires=Thu, 01 Jan 2099 00:00:00 GMT";
document.cookie = "c=4";
document.cookie = "c=; max-age=0";
const seen = {
  theme,
  now: localStorage.theme,
  keys: Object.keys(localStorage),
  length: localStorage.length,
  key: localStorage.key(1),
  all: JSON.stringify(localStorage),
  has: ["theme" in localStorage, "none" in localStorage, localStorage.none === undefined],
  session: sessionStorage.getItem("a b"),
  kind: localStorage instanceof Storage,
  cookie: document.cookie,
};
delete localStorage.count;
localStorage.removeItem("theme");
seen.left = localStorage.length;
addEventListener("DOMContentLoaded", () => {
  document.querySelector("#report").textContent = JSON.stringify(seen);
});`;

const files = {
  "index.html": `<!doctype html><title>Attack</title><link rel="stylesheet" href="/app.css"><p id="report"></p>
<form action="/p/elsewhere" method="get"></form><script type="module" src="/attack.js"></script>`,
  "framing.html": `<!doctype html><title>Framing</title><p id="mine">Framing</p><iframe src="/framed.html"></iframe>`,
  "framed.html": `<!doctype html><p id="report"></p><script src="/framed.js"></script>`,
  "framed.js": `const tried = [];
for (const move of [() => { top.location.href = "/"; }, () => { top.location.replace("/"); }, () => open("/", "_top"), () => top.document.title])
  try { move(); tried.push("done"); } catch { tried.push("refused"); }
setTimeout(() => { document.querySelector("#report").textContent = tried.join(); }, 500);`,
  "attack.js": attack,
  "app.css": "@font-face { font-family: x; src: url(/x.woff2) } p { color: rgb(1, 2, 3) }",
  "stored.html": stored,
  "large.html": stored.replace("</body>", () => `<!--${" ".repeat(2_200_000)}--></body>`),
  "stored.js": storing,
  "worker.js": "self.addEventListener('fetch', () => {});",
};

async function publish({ request }: BrowserContext, url: string, secret: string): Promise<string> {
  const headers = { authorization: `Bearer ${secret}` };
  const call = async (method: "post" | "put", path: string, options: object) => {
    const answer = await request[method](`${url}/v1${path}`, { headers, ...options });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { project } = await call("post", "/projects", { data: { name: "Shop" } });
  const { plan } = await call("post", `/projects/${project.slug}/plans`, { data: { name: "Plan" } });
  const path = `/projects/${project.slug}/plans/${plan.shortId}/prototype`;
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append("file", new File([text], name));
  await call("put", path, { multipart: form });
  return (await call("post", `${path}/shares`, { data: {} })).share.url;
}

test("A prototype has its own storage, can't read the console, act as its viewer, or navigate another window", async ({
  fresh,
}) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.evaluate(() => localStorage.setItem("secret", "of the console"));
  const secret = await createKey(fresh);
  const link = await publish(page.context(), fresh.url, secret);

  const visitor = await page.context().newPage();
  await visitor.goto(link);
  await expect(visitor.locator("#report")).toContainText("origin", { timeout: 30_000 });
  const { origin, ...tried } = JSON.parse((await visitor.locator("#report").textContent()) ?? "{}");
  expect(origin).toBe("done: null");
  const {
    form,
    "sign out": signOut,
    cookies,
    localStorage: local,
    sessionStorage: ofSession,
    ...others
  } = tried;
  expect(Object.keys(others)).toHaveLength(11);
  for (const [name, outcome] of Object.entries(others)) expect(outcome, name).toBe("refused");
  // A shim answers.
  expect([cookies, local, ofSession]).toEqual(["done: ", "done: null", "done: 0"]);
  // These must only have no effect.
  expect([form, signOut]).toEqual([expect.any(String), expect.any(String)]);
  expect(visitor.url()).toBe(link);
  expect(visitor.context().serviceWorkers()).toEqual([]);
  await expect(visitor.locator("#report")).toHaveCSS("color", "rgb(1, 2, 3)");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();

  for (const path of ["stored.html", "stored.html", "large.html"]) {
    await visitor.goto(`${link}${path}`);
    await expect(visitor.locator("#report")).toContainText("theme");
    expect(JSON.parse((await visitor.locator("#report").textContent()) ?? "")).toEqual({
      theme: "light",
      now: "dark",
      keys: ["theme", "count"],
      length: 2,
      key: "count",
      left: 0,
      all: '{"theme":"dark","count":"1"}',
      has: [true, false, true],
      session: "true",
      kind: true,
      cookie: "a=1; b=2=3",
    });
  }

  await visitor.goto(`${link}framing.html`);
  await expect(visitor.frameLocator("iframe").locator("#report")).toContainText(",");
  const moves = await visitor.frameLocator("iframe").locator("#report").textContent();
  expect(moves?.split(",").at(-1)).toBe("refused");
  expect(visitor.url()).toBe(`${link}framing.html`);
  await expect(visitor.locator("#mine")).toBeVisible();
});
