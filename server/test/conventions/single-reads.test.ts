import { beforeAll, describe, expect, it } from "vitest";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { aLink, aWebhook } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

describe.each(databases)("on $database, a row of a list", ({ create }) => {
  let place: Place;
  let plan: string;
  const world = setUpWorld(create, { openTracker: async () => fakeTracker(), jobs: "off" });
  beforeAll(async () => {
    place = await makePlace(world);
    plan = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}`;
    await aWebhook(world);
    await aLink(place);
    await world.alice.post("/v1/invites", { email: "newcomer@example.com", role: "MEMBER" });
    await world.alice.post("/v1/instructions/proposals", { markdown: "Be kind." });
  });

  it("is read by itself as the same object, and a missing one is 404", async () => {
    const project = `/v1/projects/${place.projectSlug}`;
    for (const [list, many, one, id] of [
      ["/v1/webhooks", "webhooks", "webhook", "id"],
      ["/v1/members", "members", "member", "userId"],
      ["/v1/invites", "invites", "invite", "id"],
      ["/v1/api-keys", "keys", "key", "id"],
      ["/v1/connectors", "connectors", "connector", "id"],
      ["/v1/oauth-connections", "connections", "connection", "id"],
      ["/v1/instructions/proposals", "proposals", "proposal", "id"],
      [`${project}/instructions/proposals`, "proposals", "proposal", "id"],
      [`${plan}/dependencies`, "dependencies", "dependency", "id"],
      [`${plan}/shares`, "shares", "share", "userId"],
      [`${plan}/prototype/shares`, "shares", "share", "id"],
    ] as const) {
      const listed = (await place.owner.get(list)).body[many];
      expect(listed.length, list).toBeGreaterThan(0);
      for (const thing of listed.slice(0, 3)) {
        const answer = await place.owner.get(`${list}/${thing[id]}`);
        expect(answer.body, list).toEqual({ [one]: thing });
      }
      expectError(await place.owner.get(`${list}/nowhere`), "not_found", list);
    }
  });

  it("is read by nobody who does not see it in the list", async () => {
    const { alice, bob, mallory } = world;
    const [webhook] = (await alice.get("/v1/webhooks")).body.webhooks;
    const [key] = (await alice.get("/v1/api-keys")).body.keys;
    const [invite] = (await alice.get("/v1/invites")).body.invites;
    for (const path of [`/v1/webhooks/${webhook.id}`, `/v1/api-keys/${key.id}`])
      for (const person of [bob, mallory]) expectError(await person.get(path), "not_found", path);
    expectError(await bob.get(`/v1/invites/${invite.id}`), "forbidden");
    expectError(await mallory.get(`/v1/members/${alice.userId}`), "not_found");
    const [link] = (await alice.get(`${plan}/prototype/shares`)).body.shares;
    expectError(await world.vera.get(`${plan}/prototype/shares/${link.id}`), "forbidden");
  });

  it("a key is renamed by its person, which the audit log shows", async () => {
    const { alice, bob } = world;
    const { key } = (await alice.post("/v1/api-keys", { name: "Laptop" })).body;
    const path = `/v1/api-keys/${key.id}`;
    expect((await alice.patch(path, { name: "Desk" })).body).toEqual({ key: { ...key, name: "Desk" } });
    expect((await alice.get(path)).body.key.name).toBe("Desk");
    expectError(await bob.patch(path, { name: "Mine" }), "not_found");
    expectInvalid(await alice.patch(path, {}), ["/name"]);
    const { entries } = (await alice.get("/v1/audit?type=api_key.renamed")).body;
    expect(entries).toHaveLength(1);
    await alice.patch(path, { name: "Desk" });
    expect((await alice.get("/v1/audit?type=api_key.renamed")).body.entries).toHaveLength(1);
  });

  it("an open proposal is withdrawn by its author alone, once", async () => {
    const { alice, bob } = world;
    const proposals = "/v1/instructions/proposals";
    const { proposal } = (await bob.post(proposals, { markdown: "Be brief." })).body;
    const path = `${proposals}/${proposal.id}`;
    expectError(await alice.delete(path), "forbidden");
    expect((await bob.delete(path)).body).toEqual({ proposal: { ...proposal, state: "withdrawn" } });
    expectError(await bob.delete(path), "not_open");
    expectError(await alice.post(`${path}/accept`), "not_open");
    expect((await bob.get(`${proposals}?state=withdrawn`)).body.proposals).toHaveLength(1);
  });
});
