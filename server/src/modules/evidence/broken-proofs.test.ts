import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { newSpec, outcome } from "../plans/scene.test-support.ts";
import { run, setUpEvidence, textOf } from "./scene.test-support.ts";

const count = process.env.LONG ? 200 : 40;

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, setPolicy, read, taken, headerOf } = setUpEvidence(create);
  beforeEach(() => setPolicy("required"));

  /** Items that prove nothing, whoever sends them. */
  const brokenItem = fc.oneof(
    fc.constantFrom(0, undefined, -1, 1.5, "3").map((checks) => run(1, { checks })),
    fc
      .constantFrom("An empty order is 400.", "A full order is 201.", "AC-1: An empty order is 400.")
      .map(run),
    fc.constantFrom("FOREIGN-1", "AC-2", "ac-1", "1", "2", "").map(run),
    fc.integer({ min: 3, max: 9 }).map(run),
    fc.constantFrom(0, -1, 1.5).map(run),
    fc.constantFrom("", "r".repeat(501), 7).map((ref) => run(1, { ref })),
    fc.constantFrom("green", "PASSED", null).map((result) => run(1, { result })),
    fc.constantFrom("trust", "valid", "claimId").map((field) => run(1, { [field]: "person" })),
  );
  /** Where proofs go, though they must not. */
  const way = fc.constantFrom("add", "complete", "old fence", "next fence", "ended claim", "another's claim");

  it(`refuses ${count} broken proofs: of other words, without checks, under old and others' claims`, async () => {
    const { bob, carol } = world;
    await newSpec(bob, scene.plan, { content: textOf(["FOREIGN-1: Another's."]) });
    const ended = await taken(bob);
    await bob.post(`/v1/claims/${ended.id}/release`);
    const claim = await taken(bob);
    const evidence = `${scene.spec.path}/evidence`;
    const good = run("AC-1");
    const under = (fence: number) =>
      bob.post(evidence, { evidence: [good] }, headerOf({ id: claim.id, fence }));
    const complete = (id: string, by: typeof bob, ...items: object[]) =>
      by.post(`/v1/claims/${id}/complete`, { evidence: items });
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(way, brokenItem, fc.boolean(), async (where, item, isSecond) => {
        const items = isSecond ? [good, item] : [item];
        const ways = {
          add: () => bob.post(evidence, { evidence: items }),
          complete: () => complete(claim.id, bob, ...items),
          "old fence": () => under(claim.fence - 1),
          "next fence": () => under(claim.fence + 1),
          "ended claim": () => complete(ended.id, bob, good, run(2)),
          "another's claim": () => complete(claim.id, carol, good, run(2)),
        };
        const refused =
          where === "another's claim"
            ? "403 forbidden"
            : where === "add" || where === "complete"
              ? "400 invalid_request"
              : "409 claim_lost";
        expect(outcome(await ways[where as keyof typeof ways]()), JSON.stringify(item)).toBe(refused);
        broken++;
      }),
      { numRuns: count },
    );
    expect(broken).toBe(count);
    expect((await bob.get(evidence)).body).toEqual({ evidence: [], open: ["AC-1", 2] });
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", claim: { id: claim.id } });
  });
});
