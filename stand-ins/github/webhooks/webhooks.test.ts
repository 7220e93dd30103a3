import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { client } from "../client.ts";
import { type GitHubStandIn, startGitHub } from "../start.ts";

type Told = { headers: IncomingMessage["headers"]; body: string };

let standIn: GitHubStandIn;
let github: ReturnType<typeof client>;
let server: Server;
let address: string;
let told: Told[];
let end: () => void;
const secret = "a secret";
const web = "/repos/acme/web/issues";

beforeAll(async () => {
  standIn = await startGitHub();
  github = client(standIn, standIn.token);
  server = createServer(async (request, response) => {
    told.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === "object" ? at?.port : 0}/`;
});
afterAll(async () => {
  await standIn.close();
  server.close();
});
beforeEach(() => {
  told = [];
  standIn.webhooks.deliveries.length = 0;
  end = standIn.webhooks.add({ url: address, secret, repository: "acme/web" });
});
afterEach(() => end());

/** Returns event, action and ids, in the order sent. */
async function notices() {
  await standIn.webhooks.settled();
  return standIn.webhooks.deliveries.map(({ event, body }) => {
    const payload = JSON.parse(body);
    const roles = ["issue", "parent_issue", "sub_issue", "blocked_issue", "blocking_issue"];
    return [
      `${event} ${payload.action}`,
      ...roles.map((role) => payload[role]?.id).filter((id) => id !== undefined),
    ];
  });
}

describe("webhooks", () => {
  it("report the API's changes, with the issues' database ids", async () => {
    const a = await github.create("acme/web", "A");
    const b = await github.create("acme/web", "B");
    const edit = { title: "A2", state: "closed" };
    await github.fields(200, "PATCH", `${web}/${a.number}`, edit);
    await github.send("POST", `${web}/${a.number}/labels`, { labels: ["x"] });
    await github.send("DELETE", `${web}/${a.number}/labels/x`);
    await github.fields(201, "POST", `${web}/${a.number}/sub_issues`, { sub_issue_id: b.id });
    await github.fields(200, "DELETE", `${web}/${a.number}/sub_issue`, { sub_issue_id: b.id });
    await github.fields(201, "POST", `${web}/${a.number}/dependencies/blocked_by`, { issue_id: b.id });
    await github.fields(200, "DELETE", `${web}/${a.number}/dependencies/blocked_by/${b.id}`);
    expect(await notices()).toEqual([
      ["issues opened", a.id],
      ["issues opened", b.id],
      ["issues edited", a.id],
      ["issues closed", a.id],
      ["issues labeled", a.id],
      ["issues unlabeled", a.id],
      ["sub_issues sub_issue_added", a.id, b.id],
      ["sub_issues sub_issue_removed", a.id, b.id],
      ["issue_dependencies blocked_by_added", a.id, b.id],
      ["issue_dependencies blocked_by_removed", a.id, b.id],
    ]);
    expect(told).toHaveLength(10);
  });

  it("sign the body, and number each delivery", async () => {
    await github.create("acme/web", "A");
    await github.create("acme/web", "B");
    await standIn.webhooks.settled();
    for (const { headers, body } of told) {
      const right = createHmac("sha256", secret).update(body).digest("hex");
      expect(headers["x-hub-signature-256"]).toBe(`sha256=${right}`);
      expect(headers["x-github-event"]).toBe("issues");
      expect(JSON.parse(body)).toMatchObject({
        repository: { full_name: "acme/web" },
        sender: { login: "planner" },
      });
    }
    expect(new Set(told.map(({ headers }) => headers["x-github-delivery"])).size).toBe(2);
    expect(standIn.webhooks.deliveries.map(({ status }) => status)).toEqual([202, 202]);
  });

  it("are not sent for refusals, for other repositories, or once ended", async () => {
    expect(await github.status("POST", web, { title: " " })).toBe(422);
    await github.create("acme/api", "Elsewhere");
    end();
    await github.create("acme/web", "After");
    expect(await notices()).toEqual([]);
  });

  it("that nobody answers fail alone, and are not sent again", async () => {
    end();
    end = standIn.webhooks.add({ url: "http://127.0.0.1:1/", secret });
    await github.create("acme/web", "A");
    expect(await notices()).toHaveLength(1);
    expect(standIn.webhooks.deliveries[0]?.status).toBeNull();
  });
});

describe("a user", () => {
  it("edits, closes and reopens, which is neither in the log nor struck by faults", async () => {
    const { number, id } = await github.create("acme/web", "A");
    const from = standIn.log.length;
    standIn.faults.always({}, { before: "cut" });
    await standIn.editAsPerson("acme/web", number, { title: "B", body: "Text", labels: ["mine"] });
    await standIn.editAsPerson("acme/web", number, { state: "closed", state_reason: "duplicate" });
    standIn.faults.clear();
    expect(standIn.log.length).toBe(from);
    expect((await standIn.dump()).find((issue) => issue.id === id)).toMatchObject({
      title: "B",
      body: "Text",
      labels: ["mine"],
      state: "closed",
      stateReason: "duplicate",
    });
    await standIn.editAsPerson("acme/web", number, { state: "open" });
    expect(await github.fields(200, "GET", `${web}/${number}`)).toMatchObject({ state: "open" });
    const actions = (await notices()).map(([event]) => event);
    const all = ["opened", "edited", "labeled", "closed", "reopened"];
    expect(actions).toEqual(all.map((action) => `issues ${action}`));
    expect(JSON.parse(standIn.webhooks.deliveries.at(-1)?.body ?? "")).toMatchObject({
      sender: { login: "reader" },
    });
  });

  it("edits nothing that does not exist", async () => {
    await expect(standIn.editAsPerson("acme/web", 99_999, { title: "B" })).rejects.toThrow("404");
  });

  it("deletes and transfers, which webhooks report with both ids", async () => {
    const gone = await github.create("acme/web", "Gone");
    const moved = await github.create("acme/web", "Moved");
    await standIn.deleteIssue("acme/web", gone.number);
    const number = await standIn.transferIssue("acme/web", moved.number, "acme/api");
    expect((await notices()).slice(2)).toEqual([
      ["issues deleted", gone.id],
      ["issues transferred", moved.id],
    ]);
    const { changes } = JSON.parse(standIn.webhooks.deliveries.at(-1)?.body ?? "");
    expect(changes.new_issue).toMatchObject({ number });
    expect(changes.new_issue.id).not.toBe(moved.id);
  });

  it("does so in a process of its own by HTTP", async () => {
    const { number } = await github.create("acme/web", "A");
    const post = async (path: string, body: unknown) =>
      (await fetch(standIn.url + path, { method: "POST", body: JSON.stringify(body) })).status;
    expect(await post("/__webhooks", { url: address, secret: "another" })).toBe(204);
    expect(await post("/__edits", { repository: "acme/web", number, state: "closed" })).toBe(204);
    expect((await notices()).slice(1)).toHaveLength(2);
    expect(await github.fields(200, "GET", `${web}/${number}`)).toMatchObject({ state: "closed" });
  });
});
