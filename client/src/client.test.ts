import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createPlan,
  deletePlan,
  getIndex,
  getPlan,
  getSourceFile,
  listPlans,
  pushPlan,
  putShare,
  updatePlan,
  uploadPlanSources,
} from "@groundplan/contract";
import { afterEach, expect, test } from "vitest";
import { type AskedWait, createClient } from "./index.ts";

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
type Answer = (response: ServerResponse, seen: Seen) => void;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a service that gives the answers in turn, then repeats the last one. */
async function service(...answers: Answer[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const here = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(here);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, here);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}, details?: unknown) =>
  json(status, { error: { code, message: "No.", ...(details === undefined ? {} : { details }) } }, headers);
const hangUp: Answer = (response) => response.socket?.destroy();
const breakOff: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"plan"');
  setTimeout(() => response.socket?.destroy(), 5);
};

const planParams = { projectSlug: "billing", planShortId: "PLAN-7" };
const client = (url: string) => createClient({ url, apiKey: "psk_test", firstWait: 1 });

test("a call fills the path, the query, the body and the credential", async () => {
  const { url, seen } = await service(json(200, { plans: [] }), json(201, { plan: { shortId: "PLAN-1" } }));
  const { call } = client(`${url}/`);
  await call(listPlans, {
    params: { projectSlug: "a/b ü" },
    query: { limit: 5, archived: true, q: "x&y", status: undefined },
  });
  const { plan } = await call(createPlan, { params: { projectSlug: "billing" }, body: { name: "Billing" } });

  expect(plan.shortId).toBe("PLAN-1");
  expect(seen[0]).toMatchObject({ method: "GET", body: "" });
  expect(seen[0]?.url).toBe("/v1/projects/a%2Fb%20%C3%BC/plans?limit=5&archived=true&q=x%26y");
  expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer psk_test", accept: "application/json" });
  expect(seen[0]?.headers).not.toHaveProperty("idempotency-key");
  expect(seen[1]).toMatchObject({
    method: "POST",
    url: "/v1/projects/billing/plans",
    body: '{"name":"Billing"}',
  });
  expect(seen[1]?.headers["content-type"]).toBe("application/json");
});

test("a body without required fields is sent empty, or not at all if it is optional", async () => {
  const { url, seen } = await service(json(200, {}));
  await client(url).call(updatePlan, { params: planParams });
  await client(url).call(pushPlan, { params: planParams });
  await client(url).call(pushPlan, { params: planParams, body: { dryRun: true } });
  expect(seen.map(({ body }) => body)).toEqual(["{}", "", '{"dryRun":true}']);
});

test("an upload is sent as a form, the same one at each attempt", async () => {
  const { url, seen } = await service(hangUp, json(201, { sources: [{ title: "a b.md" }] }));
  const file = [new File(["# One"], "a b.md", { type: "text/markdown" }), new File(["two"], "b.bin")];
  const body = { file, folderPath: "notes", onConflict: "keep_both" } as const;
  const { sources } = await client(url).call(uploadPlanSources, { params: planParams, body });
  expect(sources[0]?.title).toBe("a b.md");
  expect(seen).toHaveLength(2);
  for (const { headers, body: bytes } of seen) {
    const form = await new Response(bytes, {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    expect([form.get("folderPath"), form.get("onConflict")]).toEqual(["notes", "keep_both"]);
    const sent = form.getAll("file").map((one) => (one instanceof File ? one : expect.fail("no file")));
    expect(sent.map(({ name, type }) => [name, type])).toEqual([
      ["a b.md", "text/markdown"],
      ["b.bin", "application/octet-stream"],
    ]);
    expect(await Promise.all(sent.map((one) => one.text()))).toEqual(["# One", "two"]);
  }
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("a file is answered as a stream with its name, type and length, and an error stays one", async () => {
  const headers = {
    "content-type": "image/png",
    "content-disposition": `attachment; filename="_.png"; filename*=UTF-8''%C3%BC%20%281%29.png`,
    "content-length": "6",
  };
  const { url } = await service(
    (response) => response.writeHead(200, headers).end("abcdef"),
    (response) => {
      response.writeHead(200, headers).write("abc");
      setTimeout(() => response.socket?.destroy(), 20);
    },
    refusal(404, "not_found"),
    json(200, {}),
  );
  const get = () => client(url).call(getSourceFile, { params: { sourceId: "s" } });
  const read = async (content: AsyncIterable<Uint8Array>) =>
    Buffer.concat(await Array.fromAsync(content)).toString();
  const { content, ...file } = await get();
  expect(file).toEqual({ name: "ü (1).png", mediaType: "image/png", bytes: 6 });
  expect(await read(content)).toBe("abcdef");
  await expect(read((await get()).content)).rejects.toThrow();
  await expect(get()).rejects.toMatchObject({ code: "not_found" });
  await expect(get()).rejects.toThrow("not a Groundplan service");
});

test("a parameter that would change the path is refused before anything is sent", async () => {
  const { url, seen } = await service(json(200, {}));
  for (const wrong of ["", ".", ".."]) {
    const call = client(url).call(getPlan, { params: { ...planParams, projectSlug: wrong } });
    await expect(call).rejects.toThrow("projectSlug");
  }
  expect(seen).toEqual([]);
});

test("a POST is repeated with the same idempotency key until it is answered", async () => {
  const { url, seen } = await service(
    hangUp,
    breakOff,
    refusal(503, "unavailable", { "retry-after": "0" }),
    json(201, { plan: {} }),
  );
  const { call } = client(url);
  await call(createPlan, { params: { projectSlug: "billing" }, body: { name: "Billing" } });
  expect(seen).toHaveLength(4);
  const keys = new Set(seen.map(({ headers }) => headers["idempotency-key"]));
  expect([...keys]).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);

  await call(createPlan, { params: { projectSlug: "billing" }, body: { name: "Billing" } });
  expect(keys).not.toContain(seen[4]?.headers["idempotency-key"]);
  await call(createPlan, { params: { projectSlug: "b" }, body: { name: "B" } }, { idempotencyKey: "mine" });
  expect(seen[5]?.headers["idempotency-key"]).toBe("mine");
});

test("a POST whose first attempt is still running is repeated when the service says so", async () => {
  const { url, seen } = await service(
    refusal(409, "idempotency_conflict", { "retry-after": "0" }),
    json(200, { push: {} }),
  );
  await client(url).call(pushPlan, { params: planParams });
  expect(seen).toHaveLength(2);
});

test.each([429, 502, 503, 504])(
  "GET, PUT and DELETE are repeated after %i, at most four attempts",
  async (status) => {
    const { url, seen } = await service(refusal(status, "unavailable"));
    const { call } = client(url);
    const share = { params: { ...planParams, userId: "u" }, body: { capability: "READ" } } as const;
    for (const attempt of [
      () => call(getPlan, { params: planParams }),
      () => call(putShare, share),
      () => call(deletePlan, { params: planParams }),
    ]) {
      const before = seen.length;
      await expect(attempt()).rejects.toMatchObject({ name: "ApiError", status });
      expect(seen.length - before).toBe(4);
    }
  },
);

test("a PATCH is repeated only after 429, which refuses before anything is done", async () => {
  const change = { params: planParams, body: { name: "Billing" } };
  for (const answer of [hangUp, refusal(503, "unavailable")]) {
    const { url, seen } = await service(answer);
    await expect(client(url).call(updatePlan, change)).rejects.toThrow();
    expect(seen).toHaveLength(1);
  }
  const { url, seen } = await service(
    refusal(429, "rate_limited", { "retry-after": "0" }),
    json(200, { plan: {} }),
  );
  await client(url).call(updatePlan, change);
  expect(seen).toHaveLength(2);
});

test("a request that the caller has to change is not repeated", async () => {
  for (const [status, code] of [
    [400, "invalid_request"],
    [404, "not_found"],
    [409, "plan_archived"],
    [500, "internal_error"],
  ] as const) {
    const { url, seen } = await service(refusal(status, code));
    await expect(client(url).call(getPlan, { params: planParams })).rejects.toMatchObject({ status, code });
    expect(seen).toHaveLength(1);
  }
});

test("`Retry-After` is waited for, unless it exceeds the call's time", async () => {
  const { url, seen } = await service(
    refusal(429, "rate_limited", { "retry-after": "1" }),
    json(200, { plan: {} }),
  );
  const start = Date.now();
  await client(url).call(getPlan, { params: planParams });
  expect(Date.now() - start).toBeGreaterThanOrEqual(1000);
  expect(seen).toHaveLength(2);

  const busy = await service(refusal(429, "rate_limited", { "retry-after": "60" }));
  const call = client(busy.url).call(getPlan, { params: planParams }, { timeout: 2000 });
  await expect(call).rejects.toMatchObject({ code: "rate_limited" });
  expect(busy.seen).toHaveLength(1);
});

test("the caller is notified of each wait that the service requests, before it begins", async () => {
  const { url } = await service(
    hangUp,
    refusal(429, "rate_limited", { "retry-after": "1" }),
    refusal(503, "unavailable", { "retry-after": "0" }),
    json(200, { plan: {} }),
  );
  const told: { milliseconds: number; status: number; after: number }[] = [];
  const start = Date.now();
  const onWait = (wait: AskedWait) => told.push({ ...wait, after: Date.now() - start });
  await createClient({ url, firstWait: 1, onWait }).call(getPlan, { params: planParams });
  expect(told.map(({ status, milliseconds }) => [status, Math.floor(milliseconds)])).toEqual([
    [429, 1000],
    [503, 0],
  ]);
  expect(told[0]?.after).toBeLessThan(1000);
});

test("an error has the service's code, message, details and request id", async () => {
  const details = [{ path: "/name", message: "is required" }];
  const { url } = await service(refusal(400, "invalid_request", { "x-request-id": "r-1" }, details));
  await expect(client(url).call(getPlan, { params: planParams })).rejects.toMatchObject({
    name: "ApiError",
    status: 400,
    code: "invalid_request",
    message: "No.",
    details,
    requestId: "r-1",
  });
});

test("an answer of another service gives an error that says so, whatever its status", async () => {
  const page: Answer = (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
  const missing: Answer = (response) => response.writeHead(404, { "content-type": "text/plain" }).end("nope");
  for (const answer of [page, missing, json(200, "text"), json(400, { error: "bad" }), json(400, null)]) {
    const { url } = await service(answer);
    const call = client(url).call(getPlan, { params: planParams });
    await expect(call).rejects.toThrow(`not a Groundplan service at ${url}`);
  }
});

test("a redirect is not followed, so that the credential stays with its service", async () => {
  const other = await service(json(200, {}));
  const { url } = await service((response) => response.writeHead(302, { location: `${other.url}/v1` }).end());
  await expect(client(url).call(getIndex, {})).rejects.toThrow(`sends on to ${other.url}/v1`);
  expect(other.seen).toEqual([]);
});

test("if nothing answers, the error says what to do", async () => {
  const { url } = await service(json(200, {}));
  await closing.pop()?.();
  await expect(client(url).call(getIndex, {})).rejects.toMatchObject({
    name: "ConnectionError",
    message: `Nothing answers at ${url}. Start the service there, or give another address.`,
  });
  const noHost = Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }),
  });
  const fetch = () => Promise.reject(noHost);
  const call = createClient({ url: "http://plan.invalid", fetch, firstWait: 1 }).call(getIndex, {});
  await expect(call).rejects.toThrow("There is no host of that name");
});

test("https:// to a port that speaks HTTP gives an error that says so, without the words of a TLS library", async () => {
  const { url } = await service(json(200, {}));
  const secure = url.replace("http:", "https:");
  await expect(client(secure).call(getIndex, {})).rejects.toMatchObject({
    name: "ConnectionError",
    message: expect.stringMatching(/^What listens at https:\S+ does not speak HTTPS \(\w+\)\. Use http:\/\//),
  });
});

test("a call ends at its timeout or its signal, and is not repeated after that", async () => {
  const { url, seen } = await service(() => {});
  const late = client(url).call(getIndex, {}, { timeout: 300 });
  await expect(late).rejects.toThrow(`${url} did not answer within 0.3 seconds`);
  const given = new AbortController();
  const ended = client(url).call(getIndex, {}, { signal: given.signal });
  void expect
    .poll(() => seen.length)
    .toBe(2)
    .then(() => given.abort(new Error("stopped")));
  await expect(ended).rejects.toThrow("stopped");
  expect(seen).toHaveLength(2);

  const busy = await service(refusal(503, "unavailable", { "retry-after": "30" }));
  const waiting = client(busy.url).call(getIndex, {}, { signal: AbortSignal.timeout(100) });
  await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
});

test("pages answers every item of a list, page by page", async () => {
  const { url, seen } = await service(
    json(200, { plans: [{ shortId: "PLAN-1" }, { shortId: "PLAN-2" }], nextCursor: "two" }),
    json(200, { plans: [], nextCursor: "three" }),
    json(200, { plans: [{ shortId: "PLAN-3" }] }),
  );
  const found: string[] = [];
  const request = { params: { projectSlug: "billing" }, query: { archived: true } };
  for await (const plan of client(url).pages(listPlans, request, "plans")) found.push(plan.shortId);
  expect(found).toEqual(["PLAN-1", "PLAN-2", "PLAN-3"]);
  expect(seen.map((one) => one.url)).toEqual([
    "/v1/projects/billing/plans?limit=200&archived=true",
    "/v1/projects/billing/plans?limit=200&archived=true&cursor=two",
    "/v1/projects/billing/plans?limit=200&archived=true&cursor=three",
  ]);
});

test("a raw request is sent once, and answered unchanged whatever its status", async () => {
  const { url, seen } = await service((response) => response.writeHead(503, { location: "/" }).end("busy"));
  const response = await client(url).send("PUT", "/v1/x?a=b", { body: "{}", headers: { "if-match": "*" } });
  expect([response.status, await response.text()]).toEqual([503, "busy"]);
  expect(seen).toMatchObject([{ method: "PUT", url: "/v1/x?a=b", body: "{}" }]);
  expect(seen[0]?.headers).toMatchObject({ "content-type": "application/json", "if-match": "*" });
  await expect(client(url).send("GET", "@elsewhere.example/v1")).rejects.toThrow("begins with a slash");
  await expect(client("http://127.0.0.1:9").send("GET", "/v1")).rejects.toThrow("Nothing answers");
});

test("an impossible address or key is refused at once", () => {
  expect(() => createClient({ url: "localhost:4500" })).toThrow("is not an address");
  expect(() => createClient({ url: "" })).toThrow("is not an address");
  expect(() => createClient({ url: "http://localhost:4500", apiKey: "psk_…" })).toThrow("Copy it again");
});
