import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { eventsOf, mention, newComment, newThread, said, threadsOf } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project, { description: "The harbour opens in May." });
  });

  const aSpec = () => newSpec(world.bob, plan, { content: "Ships wait. Ships leave." });

  it("a thread is shown with its first comment, its author and the credential that wrote it", async () => {
    const { bob, vera } = world;
    const spec = await aSpec();
    const thread = await newThread(vera, spec.id, "Why do they wait?");
    expect(thread).toMatchObject({
      documentId: spec.id,
      state: "open",
      anchor: null,
      createdBy: { userId: vera.userId, name: "vera" },
      commentCount: 1,
      comments: [
        {
          threadId: thread.id,
          body: "Why do they wait?",
          author: { userId: vera.userId, name: "vera" },
          credential: { kind: "api_key", name: "test" },
          mentions: [],
        },
      ],
    });
    const { path, ...shown } = thread;
    expect((await bob.get(path)).body).toEqual({ thread: shown });
    expect((await bob.get(threadsOf(spec.id))).body).toEqual({ threads: [shown] });
    expect(await eventsOf(world, thread.id)).toEqual([
      ["thread.created", { documentId: spec.id, documentKind: "spec", threadId: thread.id, mentioned: [] }],
    ]);
  });

  it("a thread is anchored to its quoted words, in the given revision", async () => {
    const { bob } = world;
    const spec = await aSpec();
    const second = await newThread(bob, spec.id, { anchor: { exact: "Ships", start: 12 } });
    expect(second.anchor).toMatchObject({
      exact: "Ships",
      start: 12,
      end: 17,
      state: "attached",
      revision: "1",
    });
    const refused = async (body: object) =>
      outcome(await bob.post(threadsOf(spec.id), { body: "A question.", ...body }));
    for (const body of [
      { anchor: { exact: "Boats" } },
      { anchor: { exact: "Ships", start: 3 } },
      { anchor: { exact: "Ships", start: 900 } },
      { anchor: { exact: "" } },
      { baseRevision: "7" },
      { baseRevision: "x" },
      { anchor: { exact: "Ships" }, baseRevision: "99" },
    ])
      expect(await refused(body), JSON.stringify(body)).toBe("400 invalid_request");
    const { threads } = (await bob.get(threadsOf(spec.id))).body;
    expect(threads.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  });

  it("an anchor of an earlier revision is moved to the current text, and follows it from then on", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    await carol.patch(spec.path, { content: "Today: Ships wait. Ships leave." });
    const body = { anchor: { exact: "wait" }, baseRevision: "1" };
    const thread = await newThread(bob, spec.id, body);
    expect(thread.anchor).toMatchObject({ start: 13, end: 17, state: "attached", revision: "2" });
    await carol.patch(spec.path, { content: "Ships wait. Ships leave." });
    expect((await bob.get(thread.path)).body.thread.anchor).toMatchObject({ start: 6, revision: "3" });
    await carol.patch(spec.path, { content: "Nothing is here." });
    const late = await newThread(bob, spec.id, body);
    expect(late.anchor).toMatchObject({ exact: "wait", start: null, end: null, state: "orphaned" });
  });

  it("threads are listed by state, open ones by default", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    const threads = [await newThread(bob, spec.id, "One"), await newThread(bob, spec.id, "Two")];
    const resolved = await carol.post(`${threads[0]?.path}/resolve`);
    expect(resolved.body.thread).toMatchObject({
      state: "resolved",
      resolvedBy: { userId: carol.userId, name: "carol" },
      resolvedAt: expect.any(String),
    });
    const listed = async (query: string) =>
      (await bob.get(threadsOf(spec.id) + query)).body.threads.map(
        ({ comments: [{ body }] }: { comments: [{ body: string }] }) => body,
      );
    expect(await listed("")).toEqual(["Two"]);
    expect(await listed("?state=open")).toEqual(["Two"]);
    expect(await listed("?state=resolved")).toEqual(["One"]);
    expect(await listed("?state=all")).toEqual(["One", "Two"]);
    expect(outcome(await bob.get(`${threadsOf(spec.id)}?state=closed`))).toBe("400 invalid_request");
    const reopened = await bob.post(`${threads[0]?.path}/reopen`);
    expect(reopened.body.thread.state).toBe("open");
    expect(reopened.body.thread).not.toHaveProperty("resolvedBy");
  });

  it("resolving a resolved thread changes nothing and notifies nobody", async () => {
    const thread = await newThread(world.bob, plan.id);
    for (const verb of ["resolve", "resolve", "reopen", "reopen"])
      expect(outcome(await world.bob.post(`${thread.path}/${verb}`))).toBe("200");
    const types = (await eventsOf(world, thread.id)).map(([type]) => type);
    expect(types).toEqual(["thread.created", "thread.resolved", "thread.reopened"]);
  });

  it("an author changes their own comment and nobody else's, and the same text changes nothing", async () => {
    const { alice, bob, carol } = world;
    const thread = await newThread(bob, plan.id);
    const comment = await newComment(carol, thread, "No.");
    expect(outcome(await alice.patch(comment.path, { body: "Yes." }))).toBe("403 forbidden");
    const changed = (await carol.patch(comment.path, { body: "Yes." })).body.comment;
    expect(changed).toMatchObject({ body: "Yes.", editedAt: expect.any(String) });
    const short = `/v1/documents/${plan.id}/comments/${comment.id}`;
    expect((await carol.patch(short, { body: "Yes." })).body.comment).toEqual(changed);
    const types = (await eventsOf(world, thread.id)).map(([type]) => type);
    expect(types).toEqual(["thread.created", "comment.created", "comment.updated"]);
  });

  it("a 404 names the missing resource: the comment, or the thread of its address", async () => {
    const { bob } = world;
    const missing = async (path: string) =>
      (await bob.patch(`/v1/documents/${plan.id}${path}`, { body: "Yes." })).body.error.message;
    const thread = await newThread(bob, plan.id);
    expect(await missing("/comments/none")).toMatch(/^There is no such comment,/);
    expect(await missing(`/threads/${thread.id}/comments/none`)).toMatch(/^There is no such comment,/);
    expect(await missing("/threads/none/comments/none")).toMatch(/^There is no such thread,/);
  });

  it("a deleted comment stays without its text if others follow, and goes with its last follower", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    const thread = await newThread(bob, spec.id, "One");
    const two = await newComment(carol, thread, "Two");
    const three = await newComment(bob, thread, "Three");
    expect((await carol.delete(two.path)).body).toEqual({ deleted: true });
    expect(outcome(await carol.delete(two.path))).toBe("404 not_found");
    expect(outcome(await carol.patch(two.path, { body: "Two" }))).toBe("404 not_found");
    expect(await said(bob, spec.id)).toEqual([["One", "", "Three"]]);
    const { comments } = (await bob.get(thread.path)).body.thread;
    expect(comments[1]).toMatchObject({ id: two.id, body: "", deletedAt: expect.any(String) });
    await bob.delete(`/v1/documents/${spec.id}/comments/${three.id}`);
    expect(await said(bob, spec.id)).toEqual([["One"]]);
    await newComment(carol, thread, "Two again");
    expect(await said(bob, spec.id)).toEqual([["One", "Two again"]]);
    await bob.delete(`${thread.path}/comments/${thread.comments[0]?.id}`);
    expect(await said(bob, spec.id)).toEqual([["", "Two again"]]);
  });

  it("a thread outlives its only comment", async () => {
    const spec = await aSpec();
    const thread = await newThread(world.vera, spec.id, "One");
    await world.vera.delete(`${thread.path}/comments/${thread.comments[0]?.id}`);
    expect((await world.bob.get(thread.path)).body.thread).toMatchObject({ comments: [], commentCount: 0 });
    await newComment(world.bob, thread, "Go on.");
    expect(await said(world.bob, spec.id)).toEqual([["Go on."]]);
  });

  it("maintainers of the document delete everybody's comments, readers only their own", async () => {
    const { bob, carol, vera } = world;
    const thread = await newThread(carol, plan.id, "Carol's");
    expect(outcome(await vera.delete(`${thread.path}/comments/${thread.comments[0]?.id}`))).toBe(
      "403 forbidden",
    );
    const own = await newComment(vera, thread, "Vera's");
    expect(outcome(await vera.delete(own.path))).toBe("200");
    const other = await newComment(vera, thread, "Vera's, again");
    expect(outcome(await bob.delete(other.path))).toBe("200");
  });

  it("a mention names a member who can read the document, anybody else is 400", async () => {
    const { alice, bob, carol, mallory } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    const thread = await newThread(bob, hidden.id, `Look, ${mention(carol)} and ${mention(carol)}.`);
    expect(thread.comments[0]?.mentions).toEqual([carol.userId]);
    const refused = async (body: string) => outcome(await bob.post(`${thread.path}/comments`, { body }));
    expect(await refused(mention(alice))).toBe("400 invalid_request");
    expect(await refused(mention(mallory))).toBe("400 invalid_request");
    expect(await refused("[@Nobody](user:nobody)")).toBe("400 invalid_request");
    // Earlier readers are not mentioned again, and need no right any more.
    const comment = await newComment(bob, thread, `For ${mention(carol)}.`);
    await bob.delete(`${hidden.path}/shares/${carol.userId}`);
    expect(outcome(await bob.patch(comment.path, { body: `Still for ${mention(carol)}.` }))).toBe("200");
    await bob.put(`${hidden.path}/shares/${alice.userId}`, { capability: "READ" });
    await bob.patch(comment.path, { body: `For ${mention(carol)} and ${mention(alice)}.` });
    const mentioned = (await eventsOf(world, thread.id)).map(([type, data]) => [type, data.mentioned]);
    expect(mentioned).toEqual([
      ["thread.created", [carol.userId]],
      ["comment.created", [carol.userId]],
      ["comment.updated", []],
      ["comment.updated", [alice.userId]],
    ]);
  });

  it("a mention is parsed up to its address, whatever its name contains", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    const mentionOf = (name: string) => `[@${name}](user:${carol.userId})`;
    const mentionsOf = async (body: string) => (await newThread(bob, spec.id, body)).comments[0]?.mentions;
    for (const name of ["Max [ops]", "[Max]", "Max ]", "Max [", "Max (ops)", "M", "ä".repeat(400)])
      expect(await mentionsOf(`For ${mentionOf(name)}.`), name).toEqual([carol.userId]);
    expect(outcome(await bob.post(threadsOf(spec.id), { body: "[@Max [ops]](user:nobody)" }))).toBe(
      "400 invalid_request",
    );
    const twice = `[@ is no mention, ${mentionOf("Max [ops]")} and [@Ann](https://x.example) [b](user:nobody) are`;
    expect(await mentionsOf(twice)).toEqual([carol.userId]);
    expect(await mentionsOf(`[@Max\nops](user:${carol.userId})`)).toEqual([]);
    expect(await mentionsOf("[@".repeat(5_000))).toEqual([]);
    expect(await mentionsOf(`[@${"]".repeat(9_990)}`)).toEqual([]);
  });

  it("ten thousand mentions, too long a text and an empty one are 400, and nothing of them is stored", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    const refused = async (body: string) => outcome(await bob.post(threadsOf(spec.id), { body }));
    expect(await refused(mention(carol).repeat(10_000))).toBe("400 invalid_request");
    expect(await refused(mention(carol).repeat(51))).toBe("400 invalid_request");
    expect(await refused("a".repeat(10_001))).toBe("400 invalid_request");
    expect(await refused(" \n")).toBe("400 invalid_request");
    expect(await said(bob, spec.id)).toEqual([]);
    await newThread(bob, spec.id, mention(carol).repeat(50));
    await newThread(bob, spec.id, "\u{1F600}".repeat(10_000));
  });

  it("a long thread is shown with its first 50 comments, and the rest are listed after the cursor", async () => {
    const { bob } = world;
    const spec = await aSpec();
    const thread = await newThread(bob, spec.id, "0");
    for (let n = 1; n < 53; n++) await newComment(bob, thread, String(n));
    const shown = (await bob.get(threadsOf(spec.id))).body.threads[0];
    expect([shown.comments.length, shown.commentCount]).toEqual([50, 53]);
    const rest = (await bob.get(`${thread.path}/comments?cursor=${shown.commentsCursor}`)).body;
    const all = [...shown.comments, ...rest.comments].map(({ body }) => body);
    expect(all).toEqual(Array.from({ length: 53 }, (_, n) => String(n)));
    expect(rest).not.toHaveProperty("nextCursor");
    expect(outcome(await bob.get(`${thread.path}/comments?cursor=x`))).toBe("400 invalid_request");
  });

  it("two people who comment, resolve and delete at once all succeed, and comments are numbered without gaps", async () => {
    const { bob, carol } = world;
    const spec = await aSpec();
    const thread = await newThread(bob, spec.id, "First");
    const sent = await Promise.all(
      [bob, carol].flatMap((who) => [
        ...Array.from({ length: 5 }, (_, n) => who.post(`${thread.path}/comments`, { body: `${n}` })),
        who.post(`${thread.path}/resolve`),
        who.delete(`${thread.path}/comments/${thread.comments[0]?.id}`),
      ]),
    );
    const outcomes = Object.groupBy(sent.map(outcome), (one) => one);
    expect([outcomes["201"]?.length, outcomes["200"]?.length]).toEqual([10, 3]);
    expect(outcomes["404 not_found"]?.length).toBe(1);
    const { comments } = (await bob.get(thread.path)).body.thread;
    expect(comments.length).toBeLessThanOrEqual(11);
    expect(comments.filter(({ deletedAt }: { deletedAt?: string }) => !deletedAt).length).toBe(10);
    expect((await bob.get(thread.path)).body.thread.commentCount).toBe(comments.length);
    const types = (await eventsOf(world, thread.id)).map(([type]) => type);
    expect(types.filter((type) => type === "thread.resolved").length).toBe(1);
  });

  it("a repeated request under one key starts one thread, and shows nothing to people who lost access meanwhile", async () => {
    const { bob, carol } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${hidden.path}/shares/${carol.userId}`, { capability: "READ" });
    const headers = { "idempotency-key": "one-thread" };
    const send = () => carol.post(threadsOf(hidden.id), { body: "Once." }, headers);
    const first = await send();
    const second = await send();
    expect([first.status, second.body]).toEqual([201, first.body]);
    expect(await said(bob, hidden.id)).toEqual([["Once."]]);
    await bob.delete(`${hidden.path}/shares/${carol.userId}`);
    expect(outcome(await send())).toBe("404 not_found");
  });

  it("participants of a thread are its starter and the authors of its remaining comments", async () => {
    const { alice, bob, carol, vera } = world;
    const own = await newPlan(alice, project);
    const thread = await newThread(bob, own.id);
    await newComment(carol, thread, "Mine.");
    const gone = await newComment(vera, thread, "Mine, too.");
    const more = await newComment(carol, thread, "Again.");
    const last = await newComment(vera, thread, "And I.");
    const told = async () => {
      for (const change of ["resolve", "reopen"]) await alice.post(`${thread.path}/${change}`);
      const people = [];
      for (const who of [bob, carol, vera]) {
        const { items } = (await who.get("/v1/notifications")).body;
        const isNew =
          items[0]?.eventType === "thread.reopened" && items[0].threadId === thread.id && !items[0].read;
        if (isNew) people.push(who);
        await who.post("/v1/notifications/read", { upTo: items[0]?.sequence ?? "0" });
      }
      return people;
    };
    expect(await told()).toEqual([bob, carol, vera]);
    await vera.delete(gone.path);
    expect(await told()).toEqual([bob, carol, vera]);
    await vera.delete(last.path);
    expect(await told()).toEqual([bob, carol]);
    await carol.delete(more.path);
    expect(await told()).toEqual([bob, carol]);
    await newComment(vera, thread, "Once more.");
    expect(await told()).toEqual([bob, carol, vera]);
  });
});
