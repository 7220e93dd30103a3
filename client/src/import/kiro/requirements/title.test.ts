import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../testing.ts";

const titleOf = (text: string) => parse(`### Requirement 7\n${text}`).specs[0]?.title;
const criteria = "#### Acceptance Criteria\n1. WHEN a card is refused THEN the order stays open";

describe("a requirement whose heading has no title", () => {
  it.each([
    [
      "**User Story:** As a buyer, I want to reset my password, so that I can sign in again.",
      "Reset my password",
    ],
    ["**User Story**: As a buyer, I want a cart.", "A cart"],
    ["As an editor I need to be able to `undo` a change so that nothing is lost.", "Undo a change"],
    ["- **User Story:** As a buyer,\n  I want to pay\n  by card, so that it is quick", "Pay by card"],
    ["**Objective:** As a エンドユーザー, I want 写真の検索, so that 早く見つかる", "写真の検索"],
    ["**用户故事：** 作为读者，我想搜索书籍，以便更快找到它们", "作为读者，我想搜索书籍，以便更快找到它们"],
    ["**História:** Como leitor, quero pesquisar livros.", "Como leitor, quero pesquisar livros"],
    ["The shop keeps a log.", "The shop keeps a log"],
  ])("takes the title from its user story or its text: %j", (text, title) => {
    expect(titleOf(`${text}\n\n${criteria}`)).toBe(title);
  });

  it("takes the title from its first criterion if there is no other text", () => {
    expect(titleOf(criteria)).toBe("WHEN a card is refused THEN the order stays open");
  });

  it("is called untitled if there is no word", () => {
    expect(titleOf("\n---\n")).toBe("Requirement 7 (untitled)");
  });

  it("gets a title of at most 100 characters that ends with a word", () => {
    const title = titleOf(`As a buyer, I want ${"many things ".repeat(40)}`) ?? "";
    expect([...title].length).toBeLessThanOrEqual(100);
    expect(title).toMatch(/^Many things .* things…$|^Many things .* many…$/u);
  });

  it("never has only its number as a title, whatever its text says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { specs } = parse(`### Requirement 7:\n${text}`);
        for (const { title } of specs) expect(title).not.toMatch(/^Requirement 7:?$/u);
      }),
      { numRuns: 200 },
    );
  });
});
