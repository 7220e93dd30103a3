import { expect, it } from "vitest";
import { endOfIntroduction, rangeOf } from "./word-range.ts";

const content =
  "Breakfast\r\n\r\n1. **AC-1:** A breakfast that is Fast.\r\n2. AC-2: Which one?\r\n- [ ] Who?\n3.\n";

const selected = (line: number, ...words: string[]) => {
  const place = rangeOf(content, line, words);
  return place && content.slice(place.from, place.to);
};

it("Whole words of a line are selected, or else the line after its number and label", () => {
  expect(selected(3, "slow", "fast")).toBe("Fast");
  expect(selected(3, "slow")).toBe("A breakfast that is Fast.");
  expect(selected(4)).toBe("Which one?");
  expect(selected(5)).toBe("Who?");
  expect(selected(6)).toBe("");
  expect(selected(70)).toBeNull();
  expect(rangeOf("エラーを適切に処理する", 1, ["適切に"])).toEqual({ from: 4, to: 7 });
  expect(rangeOf("## Acceptance criteria", 1, [])).toEqual({ from: 3, to: 22 });
});

it("More about the goal is written at the end of the introduction", () => {
  expect(endOfIntroduction("")).toBe(0);
  expect(endOfIntroduction("Words.\n\n## Acceptance criteria\n\n1. One")).toBe("Words.".length);
  expect(endOfIntroduction("# Title\n\nWords.\n\n## More\n")).toBe("# Title\n\nWords.".length);
  expect(endOfIntroduction("# Title\n")).toBe("# Title".length);
});
