import { expect, it } from "vitest";
import type { Fetch } from "../../../../outbound/client.ts";
import { createClient } from "./client.ts";

const open = "https://api.github.com";

/** Notes when each write leaves, and answers it. */
function clock() {
  const at: number[] = [];
  const fetch = (async () => {
    at.push(performance.now());
    return Response.json({});
  }) as unknown as Fetch;
  const distances = () =>
    at.toSorted((a, b) => a - b).map((time, n) => (n === 0 ? 0 : time - (at[n - 1] ?? 0)));
  return { fetch, at, distances };
}

it("writes of one account keep a second's distance, whichever push and repository they are of", async () => {
  const { fetch, distances } = clock();
  const pushes = [createClient(open, "one", fetch), createClient(open, "one", fetch)];
  await Promise.all(pushes.map((github) => github("POST /repos/acme/web/issues", { title: "T" })));
  expect(distances()[1]).toBeGreaterThan(950);
});

it("another account, a read and a server of one's own wait for nobody", async () => {
  const { fetch, at } = clock();
  const create = ["POST /repos/acme/web/issues", { title: "T" }] as const;
  const begun = performance.now();
  await createClient(open, "two", fetch)(...create);
  await createClient(open, "three", fetch)(...create);
  await createClient(open, "two", fetch)("GET /user");
  const own = createClient("https://git.acme.example/api/v3", "two", fetch);
  await own(...create);
  await own(...create);
  expect(at).toHaveLength(5);
  expect(performance.now() - begun).toBeLessThan(900);
});
