import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOwnersKey, fromSources, type RunningService, startService } from "../cli/src/testing.ts";
import { sendRaw } from "../server/test/connections/raw-http.ts";

/*
 * The bundler may drop a call that it considers pure, such as a check that only throws, so each such check is
 * exercised here in build and sources.
 */

let folder: string;
let sources: RunningService;
let build: RunningService;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  const env = { GROUNDPLAN_DATA_DIR: folder };
  key = await createOwnersKey(env);
  sources = await startService(env, undefined, fromSources);
  build = await startService(env);
});
afterAll(async () => {
  await Promise.all([sources?.stop(), build?.stop()]);
  rmSync(folder, { recursive: true });
});

const get = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, "Host: x", ...headers];
const post = (body: string, ...headers: string[]) => [
  ...["POST /v1/projects HTTP/1.1", "Host: x", `Content-Length: ${body.length}`],
  ...(headers.length > 0 ? headers : ["Content-Type: application/json"]),
  `\r\n${body}`,
];

async function answerOf({ url }: RunningService, [start = "", ...rest]: string[]) {
  const lines = [start, `Authorization: Bearer ${key}`, "X-Request-Id: same", "Connection: close", ...rest];
  const text = rest.at(-1)?.startsWith("\r\n") ? lines.join("\r\n") : `${lines.join("\r\n")}\r\n\r\n`;
  const { status, body } = await sendRaw(Number(new URL(url).port), text);
  return { status, body };
}

it.each([
  [404, "not_found", get("/v1/projects/%")],
  [404, "not_found", get("/v1/projects/%ED%A0%80")],
  [404, "not_found", get("/v1/projects/%ff/plans?q=x")],
  [404, "not_found", get("/v1/projects/%00")],
  [404, "not_found", get("/v1/nothing/%ED%A0%80")],
  [400, "invalid_request", get("/v1/projects?limit=1&cursor=%ED%A0%80")],
  [400, "invalid_request", get("/v1/projects?q=%ED%A0%80")],
  [400, "invalid_request", get("/v1/projects?limit=%")],
  [400, "invalid_request", get("/v1/projects", "Host: y")],
  [400, "invalid_request", get("/v1/projects", "Authorization: Bearer x")],
  [400, "invalid_request", post('{"name":"a\\u0000b"}')],
  [400, "invalid_request", post('{"name":"\\ud800"}')],
  [400, "invalid_request", post('{"name":"P","\\ud800":1}')],
  [400, "invalid_json", post('{"name":"\xff"}')],
  [400, "invalid_json", post("{")],
  [415, "unsupported_media_type", post("{}", "Content-Type: text/plain")],
  [415, "unsupported_media_type", post("{}", "Content-Type: application/json;charset=latin1")],
  [415, "unsupported_media_type", post("{}", "Content-Type: application/json", "Content-Encoding: gzip")],
])("The built service answers %i %s as its sources do, to %j", async (status, code, lines) => {
  const expected = await answerOf(sources, lines);
  expect(expected).toMatchObject({ status, body: { error: { code } } });
  expect(await answerOf(build, lines)).toEqual(expected);
});
