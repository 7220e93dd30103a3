import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withRows } from "../own-connection.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace, statusOf } from "./pushing.ts";
import { expectOk } from "./scene.ts";
import { type Noticed, openNoticed } from "./sync/noticed.ts";

describe.each(eachTracker)("on $database, details in $tracker", ({ create, start, tracker }) => {
  let noticed: Noticed;
  const scene = () => noticed.scene;
  const labels = new Map<string, string>();
  const alice = () => scene().world.alice;
  const people = () => scene().standIn.people;
  /** Jira gives each issue a priority; GitHub has neither of the last two. */
  const atFirst = {
    assignee: "",
    labels: [],
    priority: tracker === "jira" ? "3" : "",
    dueDate: "",
  };
  const word = (name: string) => (tracker === "jira" ? name.replaceAll(" ", "-") : name);

  beforeAll(async () => {
    noticed = await openNoticed(create, start);
    for (const name of ["Bug", "Good first", "Later"]) {
      const made = await alice().post("/v1/labels", { name, color: "#1f6feb" });
      labels.set(name, expectOk(made).body.label.id);
    }
  });
  afterAll(() => noticed.close());

  const idOf = (name: string) => labels.get(name) ?? name;
  const set = async (place: SmallPlace, handle: string, changes: object) =>
    expectOk(await alice().patch(place.spec(handle), changes));
  const full = () => ({
    assigneeUserId: scene().world.bob.userId,
    labelIds: [idOf("Bug"), idOf("Good first")],
    priority: 1,
    dueDate: "2027-02-03",
  });
  const held = {
    assignee: "bob",
    labels: ["Bug", word("Good first")],
    priority: tracker === "github" ? "" : "1",
    dueDate: tracker === "github" ? "" : "2027-02-03",
  };
  /** Leaves out the label of ours by which Jira finds an issue, and GitHub's efforts. */
  const shown = async (place: SmallPlace, handle = "SPEC-1") => {
    const one = await people().shown(await keyOf(scene(), place.spec(handle)));
    const { assignee, priority, dueDate } = one;
    const own = one.labels.filter((label) => !/^(planning-|effort:)/.test(label)).toSorted();
    return { assignee, labels: own, priority, dueDate };
  };
  const key = (place: SmallPlace, handle = "SPEC-1") => keyOf(scene(), place.spec(handle));
  const two = [{ title: "Albums", content: "They open." }, { title: "Search" }];
  const started = async () => {
    const place = await smallPlace(scene(), two);
    await set(place, "SPEC-1", full());
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    return place;
  };
  const tracked = async ({ project }: SmallPlace) => expectOk(await alice().get(`${project}/tracker`)).body;
  const choose = async (place: SmallPlace, details?: string[]) => {
    const { provider, target } = (await tracked(place)).tracker;
    return alice().put(`${place.project}/tracker`, { provider, target, details });
  };
  const all = tracker === "github" ? ["assignee", "labels"] : ["assignee", "labels", "priority", "dueDate"];
  const settled = async (place: SmallPlace) => {
    expect((await statusOf(scene(), place.plan)).changedCount).toBe(0);
    people().forget();
    expect(await push(scene(), place.plan)).toMatchObject({ status: "unchanged", items: [], caveats: [] });
    expect(people().writes()).toEqual([]);
  };

  it("arrive with a new issue, are counted once, and a spec without any costs no further call", async () => {
    const place = await started();
    expect(await shown(place)).toEqual(held);
    expect(await shown(place, "SPEC-2")).toEqual(atFirst);
    await settled(place);
    const [{ items }] = expectOk(await alice().get(`${place.plan}/pushes`)).body.pushes;
    expect(items ?? []).toEqual([]);
  });

  it("follow the spec, each field on its own, and cleared ones are cleared", async () => {
    const place = await started();
    await set(place, "SPEC-1", {
      labelIds: [idOf("Bug"), idOf("Later")],
      priority: 2,
      assigneeUserId: scene().world.alice.userId,
    });
    expect((await statusOf(scene(), place.plan)).changedCount).toBe(1);
    expect(await push(scene(), place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    const priority = tracker === "github" ? "" : "2";
    expect(await shown(place)).toEqual({ ...held, assignee: "alice", labels: ["Bug", "Later"], priority });
    await set(place, "SPEC-1", { labelIds: [], priority: 0, assigneeUserId: null, dueDate: null });
    expect(await push(scene(), place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    expect(await shown(place)).toEqual(atFirst);
    await settled(place);
  });

  it("of users stay: foreign labels always, and fields that only users changed", async () => {
    const place = await started();
    const issue = await key(place);
    await people().edit(issue, { label: tracker === "linear" ? "API" : "api", assignee: "alice" });
    await set(place, "SPEC-1", { labelIds: [idOf("Later")], content: "They open fast." });
    expect(await push(scene(), place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    const foreign = tracker === "linear" ? "API" : "api";
    const expected = { ...held, assignee: "alice", labels: [foreign, "Later"].toSorted() };
    expect(await shown(place)).toEqual(expected);
    // A label that users took off stays off.
    await people().edit(issue, { labels: tracker === "jira" ? [] : [foreign] });
    await set(place, "SPEC-1", { content: "They open faster." });
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect((await shown(place)).labels).toEqual(tracker === "jira" ? [] : [foreign]);
  });

  it("that both sides changed are a conflict, which only overwriting settles", async () => {
    const place = await started();
    const issue = await key(place);
    await people().edit(issue, { assignee: "alice" });
    await set(place, "SPEC-1", { assigneeUserId: null, labelIds: [idOf("Later")] });
    const sentence = `The assignee of ${issue} was edited in the tracker; it was not overwritten.`;
    const preview = expectOk(await alice().post(`${place.plan}/push`, { dryRun: true })).body.push;
    expect(preview.caveats).toEqual([sentence]);
    expect(preview.preview).toMatchObject([
      { action: "update", changes: [{ field: "labels" }, { field: "assignee", conflict: true, to: null }] },
    ]);
    const first = await push(scene(), place.plan);
    expect(first).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    expect(first.caveats).toEqual([expect.stringContaining(sentence)]);
    expect(await shown(place)).toEqual({ ...held, assignee: "alice", labels: ["Later"] });
    expect(await statusOf(scene(), place.plan)).toMatchObject({ changedCount: 1, waitingCount: 1 });
    expect(await push(scene(), place.plan)).toMatchObject({ status: "unchanged" });
    const overwriting = { onConflict: "overwrite", overwriteFields: ["assignee"] };
    expect(await push(scene(), place.plan, overwriting)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await shown(place)).toEqual({ ...held, assignee: "", labels: ["Later"] });
    await settled(place);
  });

  it("of members whom the tracker doesn't know are left, with one caveat that names them", async () => {
    const place = await smallPlace(scene(), two);
    const { carol, vera } = scene().world;
    await set(place, "SPEC-1", { ...full(), assigneeUserId: carol.userId });
    await set(place, "SPEC-2", { assigneeUserId: vera.userId });
    const first = await push(scene(), place.plan);
    expect(first).toMatchObject({ status: "pushed" });
    expect(first.caveats).toEqual([
      expect.stringMatching(/shows no account with the e-mail address of 2 members,.*: carol, vera\.$/),
    ]);
    expect(await shown(place)).toEqual({ ...held, assignee: "" });
    expect(await statusOf(scene(), place.plan)).toMatchObject({ changedCount: 2, waitingCount: 2 });
    const again = await push(scene(), place.plan);
    expect(again).toMatchObject({ status: "unchanged", caveats: first.caveats });
    await set(place, "SPEC-1", { assigneeUserId: scene().world.bob.userId });
    await set(place, "SPEC-2", { assigneeUserId: null });
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await shown(place)).toEqual(held);
    await settled(place);
  });

  it("of members without a verified address are left", async () => {
    const place = await smallPlace(scene(), two);
    const { bob } = scene().world;
    const prove = (is_proven: number) =>
      withRows(scene().world, (db) =>
        db.updateTable("users").set({ is_proven }).where("id", "=", bob.userId).execute(),
      );
    await prove(0);
    await set(place, "SPEC-1", { assigneeUserId: bob.userId });
    const { caveats } = await push(scene(), place.plan);
    await prove(1);
    expect(caveats).toEqual([
      "The e-mail address of 1 member is not verified here, so their issues stay as they are assigned: bob.",
    ]);
    expect(await shown(place)).toEqual(atFirst);
  });

  it("are switched by field; an older target sends none until someone chooses", async () => {
    const place = await smallPlace(scene(), two);
    expect(await tracked(place)).toMatchObject({ tracker: { details: all }, detailsChosen: true });
    const slug = place.project.split("/").at(-1) ?? "";
    await withRows(scene().world, (db) =>
      db.updateTable("projects").set({ tracker_details: null }).where("slug", "=", slug).execute(),
    );
    expect(await tracked(place)).toMatchObject({ tracker: { details: [] }, detailsChosen: false });
    await set(place, "SPEC-1", full());
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await shown(place)).toEqual(atFirst);
    await settled(place);
    expect(expectOk(await choose(place, ["labels"])).body.tracker).toMatchObject({ details: ["labels"] });
    expect((await statusOf(scene(), place.plan)).changedCount).toBe(1);
    expect(await push(scene(), place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    expect(await shown(place)).toEqual({ ...atFirst, labels: held.labels });
    expectOk(await choose(place, all));
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await shown(place)).toEqual(held);
    // Off again: what is there stays.
    expectOk(await choose(place, []));
    await set(place, "SPEC-1", { priority: 4, labelIds: [] });
    await settled(place);
    expect(await shown(place)).toEqual(held);
    const refused = await choose(place, ["labels", "dueDate"]);
    expect(refused.status).toBe(tracker === "github" ? 400 : 200);
    if (tracker === "github")
      expect(refused.body.error.message).toContain("issues of GitHub Issues have no due date");
  });

  it("that an earlier issue has otherwise are a conflict, not overwritten", async () => {
    const place = await smallPlace(scene(), two);
    expectOk(await choose(place, []));
    await push(scene(), place.plan);
    const issue = await key(place);
    await people().edit(issue, { assignee: "alice", label: tracker === "linear" ? "Bug" : "bug" });
    await set(place, "SPEC-1", full());
    expectOk(await choose(place, all));
    const { caveats } = await push(scene(), place.plan);
    expect(caveats).toEqual([expect.stringContaining(`The assignee of ${issue} was edited in the tracker`)]);
    const { assignee, priority, labels: there } = await shown(place);
    expect([assignee, priority]).toEqual(["alice", held.priority]);
    expect(there.map((label) => label.toLowerCase())).toContain("bug");
  });

  it("that return to us by a notice or a poll change nothing, and a lost answer is no conflict", async () => {
    const place = await started();
    await noticed.catchUp();
    const { spec } = expectOk(await alice().get(place.spec("SPEC-1"))).body;
    expect([spec.assigneeUserId, spec.labels.length, spec.priority, spec.dueDate]).toEqual([
      scene().world.bob.userId,
      2,
      1,
      "2027-02-03",
    ]);
    await settled(place);
    await set(place, "SPEC-1", { assigneeUserId: scene().world.alice.userId, labelIds: [idOf("Later")] });
    people().loseNextUpdate();
    expect(await push(scene(), place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    expect(await shown(place)).toEqual({ ...held, assignee: "alice", labels: ["Later"] });
    await settled(place);
  });

  it("that the tracker refuses are left with a caveat, and the rest is written", async () => {
    const place = await started();
    const issue = await key(place);
    const refused = { linear: "assigneeId", jira: "assignee", github: "assignees" }[tracker];
    const end = scene().standIn.onAsk(async ({ method, body }) => {
      const isWrite =
        method === "PUT" || method === "PATCH" || JSON.stringify(body ?? "").includes("issueUpdate");
      if (!isWrite || !JSON.stringify(body ?? "").includes(`"${refused}"`)) return undefined;
      return scene().standIn.refuses(refused);
    });
    await set(place, "SPEC-1", {
      assigneeUserId: scene().world.alice.userId,
      labelIds: [idOf("Later")],
      content: "Anew.",
    });
    const { caveats, status } = await push(scene(), place.plan);
    end();
    expect([status, caveats]).toEqual([
      "pushed",
      [expect.stringContaining(`The assignee of ${issue} was left: `)],
    ]);
    expect(await shown(place)).toEqual({ ...held, labels: ["Later"] });
    expect(await push(scene(), place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await shown(place)).toEqual({ ...held, assignee: "alice", labels: ["Later"] });
  });
});
