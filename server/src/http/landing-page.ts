import { version } from "@groundplan/contract";
import type { FastifyInstance } from "fastify";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Groundplan</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 44rem; margin: 4rem auto; padding: 0 1.5rem; }
  pre { padding: .8rem 1rem; overflow-x: auto; background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .4rem; }
</style>
<h1>Groundplan</h1>
<p>Groundplan ${version} runs here. It is a planning service for people and their coding agents: projects hold
plans, plans hold specs with acceptance criteria, and a plan is pushed to your tracker exactly once.</p>
<h2>What to do next</h2>
<p>Make a user, a workspace and a first key, in the folder you started the service from:</p>
<pre>npx groundplan admin user create --email you@example.com --name You --workspace acme --role OWNER --create-workspace
npx groundplan admin key create --email you@example.com --workspace acme --scope write --name laptop</pre>
<p>Then create a project:</p>
<pre>curl -H "Authorization: Bearer $GROUNDPLAN_API_KEY" -H "Content-Type: application/json" \\
  -d '{"name":"Web"}' ADDRESS/v1/projects</pre>
<p>Everything else is in the API: <a href="/v1">/v1</a> says who you are, <code>/v1/openapi.json</code> describes every operation.</p>
</html>`;

/** Registers `/`, which says what this service is, that it runs, and what to do next. */
export function registerLandingPage(app: FastifyInstance, publicUrl: () => string): void {
  app.get("/", async (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(page.replace("ADDRESS", publicUrl())),
  );
}
