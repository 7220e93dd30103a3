import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readKiro as readIn } from "../../../../client/src/import/kiro/read.ts";
import { criteriaOf, sentText } from "../../../../client/src/import/kiro/testing.ts";
import { disk } from "./disk.ts";

const readKiro = (path: string) => readIn(disk(), path);

const folder = join(import.meta.dirname, "../../../../../shared/samples/kiro-cc-sdd/.kiro/specs");
const isThere = existsSync(folder);
const names = isThere ? readdirSync(folder) : [];
const expected: Record<string, { requirements: number; criteria: number; firstTitle: string }> = {
  "customer-support-rag-backend-en": { requirements: 8, criteria: 5, firstTitle: "Inquiry Reception API" },
  "customer-support-rag-backend-ja": { requirements: 8, criteria: 5, firstTitle: "問い合わせ受付API" },
  "photo-albums-en": { requirements: 5, criteria: 6, firstTitle: "Album Management" },
  "vercel-ai-chatui-research-agent-ja": {
    requirements: 6,
    criteria: 4,
    firstTitle: "ChatUIインターフェース",
  },
};

/** Counts numbered lines between `### ` headings, without this project's parsers. */
function countByLines(source: string): string[][] {
  return source
    .split(/^### /mu)
    .slice(1)
    .map((part) => part.split("\n").filter((line) => /^\d+\. /u.test(line)));
}

describe.skipIf(!isThere)("Kiro samples (skipped if ../shared is absent)", () => {
  it("are exactly those whose figures this test knows", () => {
    expect(names.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(names)("%s: one spec per requirement, criteria numbered as in the source", async (name) => {
    const source = readFileSync(join(folder, name, "requirements.md"), "utf8");
    const { plan, specs } = await readKiro(join(folder, name));
    const counted = countByLines(source);
    const known = expected[name];
    expect(specs).toHaveLength(known?.requirements ?? -1);
    expect(specs[0]?.title).toBe(known?.firstTitle);
    const numbered = specs.map(({ content }) => content.split("\n").filter((line) => /^\d+\. /u.test(line)));
    expect(numbered).toEqual(
      counted.map((lines, index) =>
        lines.map((line) => line.replace(/^(\d+)\. /u, `$1. R${index + 1}.$1: `)),
      ),
    );
    for (const { content } of specs) {
      const numbers = content.split("\n").flatMap((line) => /^(\d+)\. /u.exec(line)?.[1] ?? []);
      expect(numbers).toEqual(Array.from({ length: known?.criteria ?? -1 }, (_, index) => String(index + 1)));
      expect(criteriaOf(content)).toHaveLength(known?.criteria ?? -1);
    }
    expect(plan.name).toBe(name.replace(/-(?:en|ja)$/u, ""));
  });

  it.each(names)(
    "%s: every line is in the plan or its specs, except the headings of the format",
    async (name) => {
      const source = readFileSync(join(folder, name, "requirements.md"), "utf8");
      const result = await readKiro(join(folder, name));
      const sent = new Set(
        sentText(result)
          .replace(/^(\d+\. )R\d+\.\d+: /gmu, "$1")
          .split("\n"),
      );
      const left = source.split("\n").filter((line) => line.trim() !== "" && !sent.has(line));
      const titles = result.specs.map(({ title }) => title);
      const other = left.filter(
        (line) => !titles.includes(line.replace(/^### (?:Requirement |要件)\d: /u, "")),
      );
      const structure = [
        "# Requirements Document",
        "## Requirements",
        "## 要件",
        "#### Acceptance Criteria",
        "#### 受け入れ基準",
      ];
      expect(other.filter((line) => !structure.includes(line))).toEqual([]);
      expect(left.length - other.length).toBe(result.specs.length);
    },
  );

  it.each(names)(
    "%s: only files without specs are listed as not imported, with their lines counted",
    async (name) => {
      const { notUnderstood: all } = await readKiro(join(folder, name));
      const notUnderstood = all.filter(({ file }) => file !== "tasks.md");
      const others = readdirSync(join(folder, name)).filter(
        (file) => !["requirements.md", "tasks.md", "design.md", "research.md"].includes(file),
      );
      expect(notUnderstood.map(({ file }) => file)).toEqual(others.sort());
      for (const { file, why } of notUnderstood) {
        const text = readFileSync(join(folder, name, file), "utf8");
        const count = (text.match(/\n/gu)?.length ?? 0) + (text.endsWith("\n") ? 0 : 1);
        expect(why).toContain(`not imported, ${count} lines`);
      }
    },
  );

  it.each(names)(
    "%s: design.md and research.md are context sources, whole, under their headings",
    async (name) => {
      const { context } = await readKiro(join(folder, name));
      const files = readdirSync(join(folder, name)).filter((file) => /^(?:design|research)\.md$/u.test(file));
      expect(context.map(({ file }) => file)).toEqual(files.sort());
      for (const { file, title, text } of context) {
        expect(text).toBe(readFileSync(join(folder, name, file), "utf8"));
        expect(text.split("\n")[0]).toBe(`# ${title}`);
      }
    },
  );
});
