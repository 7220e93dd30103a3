import { type Endpoint, type ErrorCode, endpoints } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { addressOf, rowOf } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { form } from "../form.ts";
import { half } from "../half.ts";
import { type Person, setUpWorld } from "../world.ts";

/** The faults in the order of checks (decisions section 1), except the rate limit. */
const faults: [Fault, ErrorCode][] = [
  ["a bad credential", "unauthorized"],
  ["a `read` key", "insufficient_scope"],
  ["a bad shape", "invalid_request"],
  ["a plan that can't be read", "not_found"],
  ["no right to edit", "forbidden"],
  ["an archived plan", "plan_archived"],
];
type Fault =
  | "a bad credential"
  | "a `read` key"
  | "a bad shape"
  | "a plan that can't be read"
  | "no right to edit"
  | "an archived plan";

const combinations = faults.flatMap(([first, code], at) =>
  [null, ...faults.slice(at + 1).map(([second]) => second)].map((second) => ({
    title: second ? `${first} goes before ${second}` : `${first} alone`,
    wrong: second ? [first, second] : [first],
    code,
  })),
);

/** What a caller follows is its own, as its inbox is, and needs no right to edit. */
const planWrites = endpoints.filter(
  ({ scope, params, tag }) => scope === "write" && "planShortId" in params.shape && tag !== "Inbox",
);

/** Operations that archived plans take. */
const onArchived = ["plans.restore", "runs.stop"];

describe.each(databases)("$database", ({ create }) => {
  let readers: Map<Person, Person>;
  /** The places by `visibility archived`: private plans are bob's, team plans alice's. */
  const places = new Map<string, Place>();
  const tracker = fakeTracker();
  const world = setUpWorld(create, { openTracker: async () => tracker });
  beforeAll(async () => {
    const { alice, bob, vera } = world;
    readers = new Map([
      [alice, await world.reader(alice)],
      [vera, await world.reader(vera)],
    ]);
    for (const archived of [false, true]) {
      for (const visibility of ["TEAM", "PRIVATE"] as const) {
        const owner = visibility === "TEAM" ? alice : bob;
        const place = await makePlace(world, { owner, visibility });
        const plan = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}`;
        // Created here, since creating pushes and pages writes events.
        place.pushId = String((await owner.post(`${plan}/push`)).body.push.pushId);
        for (const endpoint of planWrites) await rowOf(endpoint, place, world);
        if (archived) await owner.post(`${plan}/archive`);
        places.set(`${visibility} ${archived}`, place);
      }
    }
  });

  async function send(endpoint: Endpoint, wrong: Fault[]) {
    const has = (fault: Fault) => wrong.includes(fault);
    const visibility = has("a plan that can't be read") ? "PRIVATE" : "TEAM";
    const place = places.get(`${visibility} ${has("an archived plan")}`);
    const person = has("no right to edit") ? world.vera : world.alice;
    const who = has("a `read` key") ? readers.get(person) : person;
    const row = place && (await rowOf(endpoint, place, world));
    if (!row || !who) throw new Error(`no request for ${endpoint.id}`);
    const body = has("a bad shape") ? withoutShape(row.body) : row.body;
    const headers: Record<string, string> = has("a bad credential") ? { authorization: "Bearer psk_x" } : {};
    return who.send(endpoint.method, addressOf(endpoint, row), body, headers);
  }

  const withoutShape = (body: unknown) =>
    Buffer.isBuffer(body)
      ? Buffer.concat([form([{ name: "not-a-field", body: "1" }], ""), body])
      : { ...(body as object), "not-a-field": 1 };

  it.each(combinations.map((one, n) => ({ ...one, n })))("$title: $code", async ({ wrong, code, n }) => {
    expect(planWrites.length).toBeGreaterThan(15);
    const events = await countEvents();
    for (const endpoint of half(planWrites, create, n)) {
      if (onArchived.includes(endpoint.id) && code === "plan_archived") continue;
      expectError(await send(endpoint, wrong), code, endpoint.id);
    }
    expect(await countEvents()).toBe(events);
  });

  const countEvents = async () =>
    (await world.context.db.selectFrom("events").select("seq").execute()).length;

  it.each([
    ["a `read` key", "insufficient_scope"],
    ["a bad credential", "unauthorized"],
  ] as const)(
    "%s is checked before malformed JSON, another media type, and a body over the limit",
    async (fault, code) => {
      const bodies = [
        { body: "{", type: "application/json" },
        { body: "{}", type: "text/plain" },
        { body: JSON.stringify({ name: "x".repeat(9_000_000) }), type: "application/json" },
      ];
      for (const { body, type } of bodies) {
        const reader = await world.reader(world.alice);
        const headers: Record<string, string> = { "content-type": type };
        if (fault === "a bad credential") headers.authorization = "Bearer psk_x";
        expectError(await reader.post("/v1/projects", body, headers), code, type);
      }
    },
  );

  it("a reference in a body that the caller can't read is 404, before the right to edit and the state are checked", async () => {
    const { alice, vera, bob } = world;
    const archived = places.get("TEAM true");
    const hidden = places.get("PRIVATE false");
    const hiddenSpec = await bob.get(
      `/v1/projects/${hidden?.projectSlug}/plans/${hidden?.planShortId}/specs/SPEC-1`,
    );
    const plan = `/v1/projects/${archived?.projectSlug}/plans/${archived?.planShortId}`;
    for (const who of [alice, vera]) {
      const attempts: [string, unknown][] = [
        [`${plan}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: "SPEC-99" }],
        [`${plan}/dependencies`, { fromSpecId: "SPEC-1", toSpecId: hiddenSpec.body.spec.id }],
        [`${plan}/dependencies`, { fromPlanId: archived?.planShortId, toPlanId: hidden?.planShortId }],
        [`${plan}/specs`, { title: "Spec", needsFirst: ["SPEC-99"] }],
        [`${plan}/specs`, { title: "Spec", parentSpecId: hiddenSpec.body.spec.id }],
        [`${plan}/specs/batch`, { specs: [{ title: "Spec", needsFirst: ["SPEC-99"] }] }],
        [`${plan}/specs/reorder`, { specShortIds: ["SPEC-1", "SPEC-2", "SPEC-99"] }],
        [`${plan}/specs/SPEC-1/move`, { planId: hidden?.planShortId }],
        [`${plan}/move`, { parentPlanId: hidden?.planShortId }],
        [`${plan}/owner`, { userId: world.mallory.userId }],
        [`/v1/projects/${archived?.projectSlug}/plans`, { name: "Plan", parentPlanId: hidden?.planShortId }],
      ];
      for (const [path, body] of attempts)
        expectError(await who.post(path, body), "not_found", `${who.email} ${path} ${JSON.stringify(body)}`);
      const patch = await who.patch(`${plan}/specs/SPEC-1`, { needsFirst: ["SPEC-99"] });
      expectError(patch, "not_found", who.email);
    }
  });
});
