import { describe, expect, it } from "vitest";
import { parse, small } from "../testing.ts";

const reasons = (text: string) => parse(text).notUnderstood.map(({ line, why }) => [line, why]);

describe("the plan of an import", () => {
  it.each([
    ["# Documento de Requisitos – Loja", "## Requisito 1: Carrinho", "## Requisito 2: Pagamento"],
    ["# Anforderungsdokument: Shop", "## Anforderung 1: Korb", "## Anforderung 2: Zahlung"],
  ])(
    "keeps the title of a document in another language, as its name or in the description: %j",
    (title, one, two) => {
      const criteria = "#### Criteria\n1. a\n2. b";
      const { plan } = parse(
        `${title}\n\nWords.\n\n${one}\n${criteria}\n\n${two}\n${criteria}\n`,
        {},
        "folder",
      );
      expect(`${plan.name}\n${plan.description}`).toContain(title.replace("# ", ""));
      expect(plan.description).toContain("Words.");
    },
  );

  it("keeps other sections in the plan's description and lists them", () => {
    const { plan, notUnderstood } = parse(`${small}\n## Open questions\nWhich?\n### Sub\nx\n`);
    expect(plan.description).toBe(
      "# Requirements Document\n\n## Introduction\nA shop.\n\n## Open questions\nWhich?\n\n### Sub\nx",
    );
    expect(notUnderstood.map(({ line, text }) => [line, text])).toEqual([[20, "## Open questions"]]);
  });

  it("lists each section that is not a requirement, also after a requirement and below Requirements", () => {
    const text = `## Notes\nx\n${small.slice(small.indexOf("### "))}### Left over\ny\n## More\n## Requirements\n### Group\nz\n`;
    expect(reasons(text).map(([line]) => line)).toEqual([1, 14, 16, 18]);
    expect(parse(text).plan.description).toBe("## Notes\nx\n\n### Left over\ny\n\n## More\n\n### Group\nz");
  });

  it("keeps and lists text under Requirements that is in no requirement", () => {
    const text = small.replace("## Requirements\n", "## Requirements\nFor all of them.\n");
    expect(parse(text).plan.description).toBe(
      "# Requirements Document\n\n## Introduction\nA shop.\n\n## Requirements\nFor all of them.",
    );
    expect(reasons(text)).toEqual([[6, expect.stringContaining("plan's description")]]);
  });

  it.each([
    ["# Photo albums", "Photo albums"],
    ["# Requirements Document: Photo albums", "Photo albums"],
    ["# Photo albums — Requirements", "Photo albums"],
    ["# 要件定義書：写真", "写真"],
    ["# Requirements", "from-json"],
    ["# 要件定義書（Requirements Document）", "from-json"],
    ["# Introduction", "from-json"],
    ["no heading", "from-json"],
  ])("names the plan of %j %j", (line, name) => {
    expect(parse(`${line}\n`, { "spec.json": '{"feature_name":"from-json"}' }, "folder").plan.name).toBe(
      name,
    );
  });

  it("names the plan after the folder if spec.json names none, and lists a spec.json that is no JSON", () => {
    for (const json of ["{", "[]", "null", '{"feature_name": 3}', '{"feature_name": " \\u0000"}']) {
      const { plan, notUnderstood } = parse(small, { "spec.json": json }, "folder");
      expect(plan.name).toBe("folder");
      expect(notUnderstood.map(({ file }) => file)).toEqual(["spec.json"]);
    }
  });

  it("cleans a name from spec.json, and says so", () => {
    const { plan, notUnderstood } = parse(small, { "spec.json": '{"feature_name": " a\\ud800\\u0000b "}' });
    expect(plan.name).toBe("a\uFFFD b");
    expect(notUnderstood[0]?.why).toBe("the plan's name had to be cleaned");
  });

  it("accepts no invisible name", () => {
    const { plan, specs } = parse(
      "### Requirement 1: \u2800",
      { "spec.json": '{"feature_name":"\u{E0000}"}' },
      "",
    );
    expect(plan.name).toBe("Kiro spec");
    expect(specs[0]?.title).toBe("Requirement 1 (untitled)");
  });

  it("creates a plan without specs for a document without requirements, and says so", () => {
    expect(reasons("")).toEqual([[1, expect.stringContaining("no specs")]]);
    expect(parse("just text").plan).toEqual({ name: "Kiro spec", description: "just text" });
  });
});
