import { expect, it } from "vitest";
import { placeOf, placeOfMore } from "./reason-place.ts";

const selected = (content: string, line: number | null, text = "") => {
  const place = placeOf(content, { line, text });
  return place && content.slice(place.from, place.to);
};

it("A reason is about the word that it quotes, by itself and not within another one, else about the words of its line", () => {
  const content =
    "Breakfast\r\n\r\n1. **AC-1:** A breakfast that is Fast.\r\n2. AC-2: Which one?\r\n- [ ] Who?\n3.\n";
  expect(selected(content, 3, "AC-1 says “fast”.")).toBe("Fast");
  expect(placeOf(content, { line: 3, text: "AC-1 says “fast”." })?.from).toBe(content.indexOf("Fast"));
  expect(selected(content, 3, "AC-1 says “slow”.")).toBe("A breakfast that is Fast.");
  expect(selected(content, 4, "Still open: Which one?")).toBe("Which one?");
  expect(selected(content, 5)).toBe("Who?");
  expect(selected(content, 6)).toBe("");
  expect(selected("エラーを適切に処理する", 1, "says “適切に”.")).toBe("適切に");
  expect(selected("## Acceptance criteria", 1)).toBe("Acceptance criteria");
  expect(selected(content, 70)).toBeNull();
  expect(selected(content, null)).toBeNull();
});

it("More about what a spec is for is written behind its first words", () => {
  expect(placeOfMore("")).toBe(0);
  expect(placeOfMore("Words.\n\n## Acceptance criteria\n\n1. One")).toBe("Words.".length);
  expect(placeOfMore("# Title\n\nWords.\n\n## More\n")).toBe("# Title\n\nWords.".length);
  expect(placeOfMore("# Title\n")).toBe("# Title".length);
});
