import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { nothingHere } from "../../errors.ts";
import { type AnswerPool, smallAnswerBytes } from "../answers/pool.ts";
import { consoleFilesOf } from "./files.ts";
import type { firstViews } from "./first-view.ts";

/** A page may load everything from this service and nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'self'",
  // No text becomes code; the only policy creates worker addresses.
  "require-trusted-types-for 'script'",
  "trusted-types groundplan-worker",
].join("; ");

const headersOfPage = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
  // One-time links contain secrets.
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
  "cache-control": "no-cache",
  // Other clients get an error envelope at the same address.
  vary: "accept",
};

/**
 * The frame that draws diagrams runs what may obey a hostile source: an opaque origin that may load its own
 * scripts and ask nobody anything. A drawing's styles are inline.
 */
const headersOfDiagram = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  // Chromium then gives the frame a process of its own, so that a drawing without end never blocks the page.
  "document-isolation-policy": "isolate-and-require-corp",
  "permissions-policy": headersOfPage["permissions-policy"],
  "cache-control": "no-cache",
};

const withoutBuild = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Groundplan</title>
<p>Groundplan runs here, without its console: run <code>npm ci</code> in the clone, with its development dependencies. The API is at <a href="/v1">/v1</a>.</p>
</html>
`);

/** The service's own paths, answered as the API does even to browsers. */
const reserved =
  /^\/(v1|console|mcp|hooks|p|l|assets|healthz|readyz|\.well-known|oauth(?!\/consent\/))(\/|$)/;

/** Tests whether a request without a route is a browser's navigation. */
export function wantsPage({ method, url, headers: { accept = "" } }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return /(^|[\s,])text\/html\b/i.test(accept) && !reserved.test(url.split("?", 1)[0] ?? "");
}

/**
 * Registers the console: `/` and all otherwise unused addresses answer its page. `folder` overrides the
 * build's.
 */
export function registerConsolePages(
  app: FastifyInstance,
  pool: AnswerPool,
  viewOf: ReturnType<typeof firstViews>,
  folder?: URL,
): void {
  const files = consoleFilesOf(folder);
  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const view = await viewOf(request);
    const page = (await files.page(view?.page)) ?? (await files.page());
    if (!page && request.url !== "/") throw nothingHere();
    if (!view || !page) return reply.headers(headersOfPage).send(page ?? withoutBuild);
    // A compressing proxy would leak contents through the length.
    const kept = { "cache-control": "no-store, no-transform" };
    return reply.headers({ ...headersOfPage, ...kept }).send(withAnswers(page, view.answers));
  };
  const answerDiagram = async (_request: FastifyRequest, reply: FastifyReply) => {
    const page = await files.page("diagram");
    if (!page) throw nothingHere();
    return reply.headers(headersOfDiagram).send(page);
  };
  const answerFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?", 1)[0]?.slice(1) ?? "";
    const found = await files.file(path, request.headers["accept-encoding"]);
    if (!found) throw nothingHere();
    if (found.body.length > smallAnswerBytes && request.method === "GET")
      await pool.takeInTurn(reply.raw, pool.ownerOf(request), 0);
    return reply.headers(found.headers).send(found.body);
  };
  app.get("/", answerPage);
  for (const path of gates) app.get(path.replace("{uid}", ":uid"), answerPage);
  app.get(diagram, answerDiagram);
  app.get("/assets/:name", answerFile);
  for (const path of unhashed) app.get(path, answerFile);
  app.setNotFoundHandler(answerPage);
}

/** Inserts the answers ahead of the first script, which consumes them. */
const withAnswers = (page: Buffer, answers: string): string =>
  page
    .toString()
    .replace(
      '<script src="/first.js">',
      (script) => `<script type="application/json" id="answers">${answers}</script>\n    ${script}`,
    );

/** Pages reached by links, which answer non-browsers too. */
const gates = ["/set-up", "/sign-in", "/reset", "/invite", "/device", "/oauth/consent/{uid}"];

/** The frame that draws diagrams, which only the console's pages show. */
const diagram = "/diagram";

/** Files without hashed names: the page's first script, and the service worker that shows pushes. */
const unhashed = ["/first.js", "/push.js"];

/** Registered paths, to answer other methods by 405. */
export const consolePaths = ["/", ...gates, diagram, "/assets/{name}", ...unhashed];
