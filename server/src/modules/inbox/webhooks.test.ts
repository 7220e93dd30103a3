import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { listen } from "../../outbound/testing.ts";
import { inboxOf } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" } });

  it("always notifies a member that their webhook was paused, and nobody else", async () => {
    const { alice, bob } = world;
    const receiver = await listen((_request, response) => void response.writeHead(410).end());
    const none = { mentions: false, threads: false, suggestions: false, shares: false, pushes: false };
    await bob.patch("/v1/notifications/settings", none);
    const made = await bob.post("/v1/webhooks", { url: `${receiver.url}/hook`, events: ["project.created"] });
    expect(made.status).toBe(201);
    await alice.post("/v1/projects", { name: "Web" });
    await expect.poll(async () => (await inboxOf(bob)).unread).toBe(1);
    expect((await inboxOf(bob)).items).toEqual([
      expect.objectContaining({
        type: "webhook",
        eventType: "webhook.paused",
        actorName: "Groundplan",
        activity: "paused a webhook, since its receiver wants no more events",
        documentTitle: new URL(receiver.url).host,
        url: "http://localhost:4500/",
        excerpt: "",
      }),
    ]);
    expect((await inboxOf(alice)).items).toEqual([]);
    await bob.delete(`/v1/webhooks/${made.body.webhook.id}`);
    expect((await inboxOf(bob)).items[0]?.documentTitle).toBe("");
    await receiver.close();
  });
});
