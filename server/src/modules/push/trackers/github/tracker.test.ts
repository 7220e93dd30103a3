import { expect, it } from "vitest";
import type { GitHub } from "./client.ts";
import { githubTracker } from "./tracker.ts";

const repository = { full_name: "acme/new", private: true, permissions: { push: true } };
const item = { title: "T", text: "", handle: "PLAN-1", identity: "i" };

/** Answers `data` to everything but the look at the repository, and keeps what it was asked. */
function answering(data: unknown) {
  const asked: Record<string, unknown>[] = [];
  const github: GitHub = async (route, parameters = {}) => {
    asked.push({ route, ...parameters });
    return { data: route === "GET /repos/{owner}/{repo}" ? repository : data, headers: {} };
  };
  return { asked, tracker: githubTracker(github) };
}

it("calls a renamed repository by its new name, and keeps the name it is known by here", async () => {
  const { asked, tracker } = answering({
    id: 70,
    number: 7,
    html_url: "https://github.example/acme/new/issues/7",
  });
  await tracker.check("acme/old");
  const { external } = await tracker.create("acme/old", item);
  expect(asked.at(-1)).toMatchObject({ owner: "acme", repo: "new", title: "T" });
  expect(external).toMatchObject({ id: "70", number: 7, key: "acme/old#7" });
});

it.each(["<html>", null, {}, { id: 70 }, { id: "x", number: 7, html_url: "" }])(
  "takes an answer to a create that can't be read (%j) for one that never came",
  async (data) => {
    const { tracker } = answering(data);
    await expect(tracker.create("acme/web", item)).rejects.toMatchObject({ outcome: "unknown" });
  },
);
