import { readdirSync } from "node:fs";
import { acceptanceCriteria, endpoints } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { readiness } from "../specs/readiness/index.ts";
import { builtIn, builtInSlugs } from "./built-in.ts";
import { readSkillText } from "./text/skill-text.ts";

const folder = new URL("./built-in/", import.meta.url);

it("every folder is a built-in skill", () => {
  expect(readdirSync(folder).toSorted()).toEqual(builtInSlugs.toSorted());
});

describe.each(builtInSlugs)("the built-in skill %s", (slug) => {
  const markdown = builtIn(slug)?.markdown ?? "";

  it("is named like its folder, says when to use it, and is short", () => {
    const read = readSkillText(markdown);
    expect(read).toMatchObject({ skill: { name: slug, extends: null } });
    expect(builtIn(slug)?.description).toMatch(/Use it /);
    // A token of English has about four characters.
    expect(markdown.length).toBeLessThan(5000 * 3);
  });

  it("has examples that reach Ready if it says so", () => {
    const examples = [
      ...markdown.matchAll(/^Ready, with the title "([^"]+)":\n\n```markdown\n([\s\S]*?)^```$/gm),
    ];
    expect(examples.length).toBeGreaterThan(0);
    for (const [, title = "", content = ""] of examples) {
      expect(acceptanceCriteria(content).length, title).toBeGreaterThan(2);
      const graded = readiness({ title, content, effort: 3, danglingNeeds: [] });
      expect(graded, title).toEqual({ readiness: 5, reasons: [] });
    }
  });

  it("has commands and paths that exist", () => {
    const lines = markdown.split("\n").flatMap((line) => line.match(/groundplan [a-z][^`|]*/g) ?? []);
    for (const line of lines)
      expect(line).toMatch(/^groundplan (?:plan show|spec (?:show|list)|graph|next|push|api)\b/);
    const calls = [...markdown.matchAll(/(GET|POST|PUT|PATCH|DELETE) (\/v1\/[^\s`?]*)/g)];
    for (const [, method, path = ""] of calls) {
      const fits = endpoints.some((endpoint) => {
        const pattern = endpoint.path.replace(/\{\w+\}/g, "[^/]+");
        return endpoint.method === method && new RegExp(`^${pattern}$`).test(path);
      });
      expect(fits, `${method} ${path}`).toBe(true);
    }
  });

  it("names other skills that exist", () => {
    for (const [, list = ""] of markdown.matchAll(/the skill `([^`]+)`/g))
      expect(builtInSlugs).toContain(list);
  });
});
