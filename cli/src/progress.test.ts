import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function shown(isTTY: boolean): string {
  let text = "";
  const progress = createProgress({
    isTTY,
    write: (more) => {
      text += more;
    },
  });
  for (const line of ["queued", "queued"]) progress.show(line);
  progress.show("1 of 2", 0.5);
  progress.show("2 of 2", 1);
  progress.end();
  return text;
}

it("is a line per change if the output is not a terminal", () => {
  expect(shown(false)).toBe("queued\n1 of 2\n2 of 2\n");
});

it("is one line with a bar that is redrawn on a terminal, and gone at the end", () => {
  const lines = shown(true).split("\r\u001b[K");
  expect(lines).toEqual([
    "",
    "queued",
    `[${"#".repeat(10)}${".".repeat(10)}] 1 of 2`,
    `[${"#".repeat(20)}] 2 of 2`,
    "",
  ]);
});
