import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nastyMarkdown } from "./documents.test-support.ts";
import { canonical, toAdf } from "./index.ts";
import { hasSchema, schemaErrors } from "./schema.test-support.ts";
import { adfText } from "./text.test-support.ts";
import { firstLost } from "./words.test-support.ts";

const numRuns = process.env.LONG ? 10_000 : 500;
const timeout = process.env.LONG ? 600_000 : 30_000;

describe.skipIf(!hasSchema)("with Atlassian's schema from ../shared (skipped if absent)", () => {
  test("every document is valid, whole or cut", { timeout }, () => {
    const run = fc.property(nastyMarkdown, fc.integer({ min: 0, max: 300 }), (markdown, maxCharacters) => {
      expect(schemaErrors(toAdf(markdown).document)).toBe("");
      expect(schemaErrors(toAdf(markdown, { maxCharacters }).document)).toBe("");
    });
    fc.assert(run, { numRuns });
  });

  test("every sample becomes a valid document with the words of its criteria", () => {
    const samples = globSync(
      new URL("../../../../../../../../shared/samples/**/*.md", import.meta.url).pathname,
    );
    expect(samples.length).toBeGreaterThan(100);
    for (const sample of samples) {
      const markdown = readFileSync(sample, "utf8");
      const { document } = toAdf(markdown, { maxCharacters: 1_000_000 });
      expect(schemaErrors(document), sample).toBe("");
      expect(firstLost(markdown, adfText(document)), sample).toBeNull();
    }
  });
});

test("no word of a criterion is lost, and their order stays", { timeout }, () => {
  const run = fc.property(nastyMarkdown, (markdown) => {
    const text = adfText(toAdf(markdown).document);
    expect(firstLost(markdown, text)).toBeNull();
  });
  const opening = "\n\n## Acceptance criteria\n\n1. When it rains\n\n    ";
  const examples = [
    "[^note]: <!-- c -->\n[^note]: ",
    "[ref]: <> 'x'\n[^note]: word\n1. [ ] a@b.co",
    "[ref]: /url 'title'\n    it pours\n1. next",
  ];
  fc.assert(run, { numRuns, examples: examples.map((rest) => [opening + rest]) });
});

test("equal texts give equal documents", { timeout }, () => {
  fc.assert(
    fc.property(nastyMarkdown, (markdown) => {
      expect(toAdf(markdown)).toEqual(toAdf(markdown));
    }),
    { numRuns },
  );
});

test("a document never has more text than requested", { timeout }, () => {
  const run = fc.property(nastyMarkdown, fc.nat(300), (markdown, maxCharacters) => {
    const { document, cut } = toAdf(markdown, { maxCharacters });
    expect(adfText(document).length).toBeLessThanOrEqual(maxCharacters);
    if (!cut) expect(document).toEqual(toAdf(markdown).document);
  });
  fc.assert(run, { numRuns });
});

test("the canonical lines of any JSON can be asked for", { timeout }, () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (json) => {
      expect(typeof canonical(json)).toBe("string");
    }),
    { numRuns },
  );
});
