import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FakeAnswer, groundplanHere, refusal, startFake } from "../testing.ts";

let fake: Awaited<ReturnType<typeof startFake>>;
let answer: FakeAnswer;
let bodies: unknown[];
let heads: Record<string, unknown>[];
beforeEach(async () => {
  answer = { status: 200, body: { ok: true } };
  bodies = [];
  heads = [];
  fake = await startFake((_method, _path, body) => {
    bodies.push(body);
    return answer;
  });
  fake.server.on("request", ({ headers }) => heads.push(headers));
});
afterEach(() => fake.close());

const api = (...args: string[]) => groundplanHere(["api", ...args], fake.env);

it("prints the body unchanged", async () => {
  answer.body = { name: "写真\u009b", list: [1] };
  const { code, stdout, stderr } = await api("get", "v1/me");
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: JSON.stringify(answer.body), stderr: "" });
  expect(fake.seen).toEqual(["GET /v1/me"]);
  expect(heads[0]).toMatchObject({ authorization: "Bearer psk_test", accept: "application/json" });
});

it("formats JSON on a terminal, without control characters", async () => {
  answer.body = { name: "a\u009b2J" };
  Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
  const { stdout } = await api("GET", "/v1/me").finally(() =>
    Reflect.deleteProperty(process.stdout, "isTTY"),
  );
  expect(stdout).toBe('{\n  "name": "a\\u009b2J"\n}\n');
});

it("prints the body of a refusal, too, and ends with the code of its status", async () => {
  for (const [status, code] of [
    [302, 1],
    [400, 1],
    [401, 4],
    [404, 3],
    [409, 6],
    [429, 7],
    [503, 8],
  ] as const) {
    answer = refusal(status, "some_code", "No.");
    const ended = await api("DELETE", "/v1/x");
    expect(ended).toMatchObject({ code, stdout: JSON.stringify(answer.body) });
    expect(ended.stderr).toBe(`The service answered with the status ${status}.\n`);
  }
  expect(fake.seen).toHaveLength(7);
});

it("sends fields as the body, with -F as values", async () => {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  writeFileSync(join(folder, "spec.md"), "# A\n");
  const raw = ["-f", "name=Web=1", "--raw-field", "slug=12", "-f", "empty="];
  const typed = [
    "-F",
    "effort=3",
    "--field",
    "parent=null",
    "-F",
    "on=true",
    "-F",
    "text=1.5",
    "-F",
    `file=@${folder}/spec.md`,
  ];
  await api("POST", "/v1/projects", ...raw, ...typed);
  rmSync(folder, { recursive: true });
  const fields = {
    name: "Web=1",
    slug: "12",
    empty: "",
    effort: 3,
    parent: null,
    on: true,
    text: "1.5",
    file: "# A\n",
  };
  expect(bodies).toEqual([fields]);
  expect(heads[0]).toMatchObject({ "content-type": "application/json" });
});

it("refuses a file of -F that is not UTF-8, and sends nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  writeFileSync(join(folder, "spec.md"), Buffer.from("# Größe\n", "latin1"));
  writeFileSync(join(folder, "wide.md"), Buffer.from("\ufeff# A\n", "utf16le"));
  for (const name of ["spec.md", "wide.md"]) {
    const { code, stderr } = await api("POST", "/v1/x", "-F", `content=@${join(folder, name)}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`${name} is not UTF-8. Save it as UTF-8`);
  }
  rmSync(folder, { recursive: true });
  expect(fake.seen).toEqual([]);
});

it("sends the fields of a GET, and those next to --input, in the query", async () => {
  await api("GET", "/v1/projects?limit=5", "-f", "q=a b", "-F", "archived=true");
  const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  writeFileSync(join(folder, "body.json"), '{"target": {"teamKey": "ENG"}}');
  await api("PUT", "/v1/x", "--input", join(folder, "body.json"), "-f", "a=b", "-H", "If-Match: *");
  rmSync(folder, { recursive: true });
  expect(fake.seen).toEqual(["GET /v1/projects?limit=5&q=a+b&archived=true", "PUT /v1/x?a=b"]);
  expect(bodies[1]).toEqual({ target: { teamKey: "ENG" } });
  expect(heads[1]).toMatchObject({ "if-match": "*" });
});

it("takes an address of the service, and never sends the key to another", async () => {
  const other = await startFake(() => ({ status: 200, body: {} }));
  const { host } = new URL(other.env.GROUNDPLAN_URL);
  await api("GET", `${fake.env.GROUNDPLAN_URL}/v1/me`);
  for (const address of [`http://${host}/v1/me`, `${fake.env.GROUNDPLAN_URL}0/v1`, `http:${host}`]) {
    const { code, stderr } = await api("GET", address);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^The key goes to [^\n]+ only\. /),
    });
  }
  for (const path of [`//${host}/v1`, `\\\\${host}/v1`, `@${host}/v1`, `.${host}/`]) await api("GET", path);
  answer = { status: 307, body: {}, headers: { location: `http://${host}/v1` } };
  expect((await api("GET", "/v1/me")).code).toBe(1);
  await other.close();
  expect({ others: other.seen, asked: fake.seen.length }).toEqual({ others: [], asked: 6 });
});

it.each([
  [["HEAD", "/v1"], "It must be GET, POST"],
  [["GET"], "missing required argument 'path'"],
  [["POST", "/v1", "-f", "name"], "Write name=value"],
  [["POST", "/v1", "-F", "target[a]=1"], "nested fields comes with --input"],
  [["GET", "/v1", "-H", "no header"], "Write name:value"],
  [["GET", "/v1", "--input", "package.json"], "A GET has no body."],
])("%j is a usage error, and nothing is sent", async (args, sentence) => {
  const { code, stdout, stderr } = await api(...args);
  expect({ code, stdout, seen: fake.seen }).toEqual({ code: 2, stdout: "", seen: [] });
  expect(stderr).toContain(sentence);
});

it("says so if the file can't be read, the service can't be reached, or the answer breaks off", async () => {
  expect((await api("POST", "/v1", "--input", "/nowhere.json")).stderr).toContain("can't be read (ENOENT)");
  const away = await groundplanHere(["api", "GET", "/v1"], {
    ...fake.env,
    GROUNDPLAN_URL: "http://127.0.0.1:9",
  });
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Nothing answers at http://127.0.0.1:9."),
  });
  fake.server.removeAllListeners("request");
  fake.server.on("request", (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("{", () => response.destroy());
  });
  expect(await api("GET", "/v1")).toMatchObject({ code: 1, stderr: "The answer broke off. Try again.\n" });
});
