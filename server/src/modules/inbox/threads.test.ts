import { beforeAll, describe, expect, it } from "vitest";
import { signedInBrowser } from "../../../test/browser.ts";
import { databases } from "../../../test/databases.ts";
import { type Answer, type Person, setUpWorld } from "../../../test/world.ts";
import { rebuildInbox } from "../../inbox-items/rebuild.ts";
import { oneLineExcerpt } from "../../one-line-excerpt.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { inboxOf, markRead } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = (await world.alice.get("/v1/me")).body.workspace.id;
  });

  let people = 0;
  const member = () => world.person(`member-${people++}`, "MEMBER", "acme");
  const ok = async (answer: Promise<Answer>): Promise<Answer["body"]> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const mention = ({ userId }: Person) => `[@Somebody](user:${userId})`;
  const begin = async (by: Person, documentId: string, body: string) =>
    (await ok(by.post(`/v1/documents/${documentId}/threads`, { body }))).thread;
  const comment = async (by: Person, { documentId, id }: { documentId: string; id: string }, body: string) =>
    (await ok(by.post(`/v1/documents/${documentId}/threads/${id}/comments`, { body }))).comment;
  /** Returns people's items since an earlier call, as types with their events. */
  const news = async (...whom: Person[]) => {
    const found = [];
    for (const person of whom) {
      const { items, watermark } = await inboxOf(person, "?unread=true");
      await markRead(person, { upTo: watermark });
      found.push(items.toReversed().map(({ type, eventType }) => `${type} ${eventType}`));
    }
    return found;
  };
  async function scene() {
    const [owner, writer, reader, other] = [await member(), await member(), await member(), await member()];
    const plan = await newPlan(owner, project, { name: "Launch" });
    const spec = await newSpec(owner, plan, { title: "Albums" });
    return { owner, writer, reader, other, plan, spec };
  }

  it("a question that a person's own key asks reaches them, if they own the plan; no other act of theirs does", async () => {
    const { owner, writer, spec } = await scene();
    const ask = (by: Person, kind: string) =>
      ok(by.post(`/v1/documents/${spec.id}/threads`, { body: "Which currency?", kind }));
    await ask(owner, "comment");
    await ask(owner, "question");
    await ask(writer, "question");
    const { browser, session } = await signedInBrowser(world, owner);
    await ask(await browser.token(session), "question");
    expect(await news(owner, writer)).toEqual([["comment question.asked", "comment question.asked"], []]);
  });

  it("links to the thread on its subject's page, or on the document's if there is none", async () => {
    const { writer, reader, plan, spec } = await scene();
    const urlOf = async (documentId: string) => {
      const thread = await begin(writer, documentId, "What of it?");
      await comment(reader, { documentId, id: thread.id }, "Nothing.");
      const { items } = await inboxOf(writer, "?limit=1");
      return items[0]?.url.replace(/^https?:\/\/[^/]+/, "").replace(thread.id, "<thread>");
    };
    const path = `/projects/web/plans/${plan.shortId}`;
    expect(await urlOf(spec.id)).toBe(`${path}/specs/SPEC-1?thread=<thread>`);
    expect(await urlOf(plan.id)).toBe(`${path}?thread=<thread>`);
    const { document } = (await world.bob.get("/v1/documents/instructions.company")).body;
    expect(await urlOf(document.id)).toBe(`/documents/${document.id}?thread=<thread>`);
  });

  it("notifies the owner, participants and mentioned people, and nobody of their own acts", async () => {
    const { owner, writer, reader, other, spec } = await scene();
    const all = [owner, writer, reader, other];
    const thread = await begin(writer, spec.id, `What of ${mention(reader)}?`);
    expect(await news(...all)).toEqual([["comment thread.created"], [], ["mention thread.created"], []]);
    const said = await comment(owner, thread, "Yes.");
    expect(await news(...all)).toEqual([[], ["comment comment.created"], [], []]);
    await comment(reader, thread, `${mention(owner)} and ${mention(reader)}`);
    expect(await news(...all)).toEqual([
      ...[["mention comment.created"], ["comment comment.created"], [], []],
    ]);
    await ok(
      owner.patch(`/v1/documents/${spec.id}/threads/${thread.id}/comments/${said.id}`, {
        body: `Yes, ${mention(other)}.`,
      }),
    );
    expect(await news(...all)).toEqual([[], [], [], ["mention comment.updated"]]);
    await ok(writer.post(`/v1/documents/${spec.id}/threads/${thread.id}/resolve`));
    await ok(reader.post(`/v1/documents/${spec.id}/threads/${thread.id}/reopen`));
    expect(await news(...all)).toEqual([
      ...[["comment thread.resolved", "comment thread.reopened"], ["comment thread.reopened"]],
      ...[["comment thread.resolved"], []],
    ]);
    await ok(owner.delete(`/v1/documents/${spec.id}/threads/${thread.id}/comments/${said.id}`));
    expect(await news(...all)).toEqual([[], [], [], []]);
  });

  it("shows the current title and beginning of the comment", async () => {
    const { owner, writer, plan, spec } = await scene();
    const thread = await begin(writer, spec.id, `First  ${mention(owner)}\n\nline`);
    const [item] = (await inboxOf(owner)).items;
    expect(item).toEqual({
      id: expect.any(String),
      sequence: expect.any(String),
      createdAt: expect.any(String),
      type: "mention",
      eventType: "thread.created",
      threadId: thread.id,
      mentioned: true,
      read: false,
      actorName: writer.email.split("@")[0],
      activity: "mentioned you in a thread",
      documentTitle: "Albums",
      excerpt: "First @Somebody line",
      planShortId: plan.shortId,
      planName: plan.name,
      specShortId: "SPEC-1",
      url: `http://localhost:4500/projects/web/plans/${plan.shortId}/specs/SPEC-1?thread=${thread.id}`,
    });
    const [first] = thread.comments;
    const path = `/v1/documents/${spec.id}/threads/${thread.id}/comments/${first.id}`;
    await ok(writer.patch(path, { body: "🙂".repeat(300) }));
    await ok(owner.patch(spec.path, { title: "Photos" }));
    const [changed] = (await inboxOf(owner)).items;
    expect(changed?.documentTitle).toBe("Photos");
    expect([...(changed?.excerpt ?? "")]).toHaveLength(200);
    expect(changed?.excerpt).toBe(`${"🙂".repeat(199)}…`);
    await ok(writer.delete(path));
    expect((await inboxOf(owner)).items[0]?.excerpt).toBe("");
  });

  it("notifies of documents of every kind by their titles", async () => {
    const { owner, reader, plan } = await scene();
    const { alice } = world;
    const source = (await ok(owner.post(`${plan.path}/context`, { title: "Notes", text: "Text." }))).source;
    await ok(alice.put("/v1/instructions", { markdown: "Be kind." }));
    await markRead(alice, { upTo: "2147483647" });
    await begin(reader, plan.id, "On a plan.");
    await begin(reader, source.id, "On a source.");
    await begin(reader, "instructions.company", "On instructions.");
    await begin(reader, "format.company.spec", "On a format.");
    const shown = async (person: Person) =>
      (await inboxOf(person, "?unread=true")).items.map(({ documentTitle, excerpt }) => [
        documentTitle,
        excerpt,
      ]);
    expect(await shown(owner)).toEqual([
      ["Notes", "On a source."],
      ["Launch", "On a plan."],
    ]);
    expect(await shown(alice)).toEqual([
      ["Spec format", "On a format."],
      ["Instructions", "On instructions."],
    ]);
    await ok(owner.delete(`${plan.path}/context/${source.id}`));
    expect(await shown(owner)).toEqual([["Launch", "On a plan."]]);
    await expectRebuilt();
  });

  it("settings stop mentions and threads, each by itself", async () => {
    const { owner, writer, reader, spec } = await scene();
    await ok(owner.patch("/v1/notifications/settings", { mentions: false }));
    await ok(reader.patch("/v1/notifications/settings", { threads: false }));
    const thread = await begin(writer, spec.id, `${mention(owner)} ${mention(reader)}`);
    expect(await news(owner, reader)).toEqual([["comment thread.created"], ["mention thread.created"]]);
    await comment(reader, thread, "I am here.");
    await comment(writer, thread, "So am I.");
    expect(await news(owner, reader)).toEqual([["comment comment.created", "comment comment.created"], []]);
    await ok(owner.patch("/v1/notifications/settings", { threads: false }));
    await comment(writer, thread, mention(owner));
    expect(await news(owner)).toEqual([[]]);
  });

  it("items follow a spec that moves, by its new plan's access, and go with it when it is deleted", async () => {
    const { owner, writer, spec } = await scene();
    const hidden = await newPlan(owner, project, { name: "Hidden", visibility: "PRIVATE" });
    const thread = await begin(writer, spec.id, "Here.");
    await comment(owner, thread, "There.");
    const seen = async (person: Person) => {
      const { items, unread } = await inboxOf(person);
      return [items.length, unread];
    };
    expect([await seen(owner), await seen(writer)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const moved = (await ok(owner.post(`${spec.path}/move`, { planId: hidden.id }))).spec;
    expect([await seen(owner), await seen(writer)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect((await inboxOf(owner)).items[0]?.url).toContain(`${hidden.shortId}/specs/${moved.shortId}?`);
    await ok(owner.put(`${hidden.path}/shares/${writer.userId}`, { capability: "READ" }));
    expect(await seen(writer)).toEqual([2, 2]);
    await expectRebuilt();
    await ok(owner.delete(`${hidden.path}/specs/${moved.shortId}`));
    expect([await seen(owner), await seen(writer)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    await expectRebuilt();
  });

  it("shows a mention only to people who can still read the document", async () => {
    const { owner, reader, spec, plan } = await scene();
    await ok(owner.patch(plan.path, { visibility: "PRIVATE" }));
    await ok(owner.put(`${plan.path}/shares/${reader.userId}`, { capability: "READ" }));
    await begin(owner, spec.id, mention(reader));
    expect((await inboxOf(reader)).unread).toBe(2);
    await ok(owner.delete(`${plan.path}/shares/${reader.userId}`));
    expect(await inboxOf(reader)).toEqual({ items: [], unread: 0, watermark: "0" });
  });

  async function expectRebuilt() {
    const { db } = world.context;
    const rows = async () => [
      await db.selectFrom("inbox_items").selectAll().orderBy("user_id").orderBy("seq").execute(),
      await db.selectFrom("inbox_roots").selectAll().orderBy("user_id").orderBy("root_id").execute(),
    ];
    const before = await rows();
    await world.command(rebuildInbox, { workspaceId });
    expect(await rows()).toEqual(before);
  }
});

it("an excerpt is one line of at most 200 characters", () => {
  expect(oneLineExcerpt("  a\n\n b\t c ")).toBe("a b c");
  expect(oneLineExcerpt("x".repeat(200))).toBe("x".repeat(200));
  expect(oneLineExcerpt("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  expect(oneLineExcerpt("Ask [@Ann](user:1), [@Ben](user:2) and [a link](https://x).")).toBe(
    "Ask @Ann, @Ben and [a link](https://x).",
  );
});
