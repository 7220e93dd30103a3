import { expect, it } from "vitest";
import { typedIn } from "./typed.ts";

it.each([
  ["@", "@", ""],
  ["Ask @Ada L", "@", "Ada L"],
  ["(#SPEC-4", "#", "SPEC-4"],
  ["see #pay by card", "#", "pay by card"],
  ["#4", "#", "4"],
  ["see #", "#", ""],
])("%j begins a name", (line, sign, words) => {
  expect(typedIn(line)).toEqual({ sign, words, length: words.length + 1 });
});

it.each([
  "",
  "#",
  "# Heading",
  "## ",
  "a@example.com",
  "C#",
  "[@Ada](user:1)",
  "@Ada said that it was late",
  "@ x",
])("%j begins none", (line) => {
  expect(typedIn(line)).toBeNull();
});
