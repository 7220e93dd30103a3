import { expect, it } from "vitest";
import { boxAt, withBox } from "./task-box.ts";

const text = "# Steps\n\n- [ ] one\r\n- [X] two\n";
const one = boxAt(text, text.indexOf("[ ]") + 1);
const two = boxAt(text, text.indexOf("[X]") + 1);

it("Toggling a checkbox changes nothing else in the text", () => {
  expect(withBox(text, one, true)).toBe(text.replace("[ ]", "[x]"));
  expect(withBox(text, two, false)).toBe(text.replace("[X]", "[ ]"));
  expect(withBox(text, two, true)).toBe(text);
});

it("A checkbox is found after its line has moved", () => {
  expect(withBox(`New.\n\n${text}`, one, true)).toBe(`New.\n\n${text.replace("[ ]", "[x]")}`);
});

it("A checkbox is not found if its line was changed or deleted, or is ambiguous", () => {
  expect(withBox(text.replace("one", "1"), one, true)).toBeNull();
  expect(withBox("", one, true)).toBeNull();
  expect(withBox(`- [ ] one\r\n- [x] one\r\n`, one, true)).toBeNull();
});

it("Among equal lines the checkbox is identified by its position", () => {
  const equal = "- [ ] a\n- [ ] a\n- [ ] a";
  expect(withBox(equal, boxAt(equal, 11), true)).toBe("- [ ] a\n- [x] a\n- [ ] a");
});
