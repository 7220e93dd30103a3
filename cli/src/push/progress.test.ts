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
  for (const line of ["queued", "queued", "1 of 2", "2 of 2"]) progress.show(line);
  progress.end();
  return text;
}

it("is a line per change where nobody watches", () => {
  expect(shown(false)).toBe("queued\n1 of 2\n2 of 2\n");
});

it("is one line that is redrawn on a terminal, and gone at the end", () => {
  const lines = shown(true).split("\r\u001b[K");
  expect(lines).toEqual(["", "queued", "1 of 2", "2 of 2", ""]);
});
