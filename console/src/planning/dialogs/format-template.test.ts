import { expect, it } from "vitest";
import { builtIn } from "../../../../server/src/modules/formats/built-in/index.ts";
import { templateOf } from "./format-template.ts";

it("A format's template is the block below its heading, if any", () => {
  expect(templateOf(builtIn.epic)).toMatch(/^## Outcome\n/);
  expect(templateOf(builtIn.spec)).toMatch(/^## Goal\n[\s\S]*## Acceptance criteria/);
  expect(templateOf("# Ours\r\n\r\n## Template\r\n\r\n```md\r\n## Why\r\n```\r\n")).toBe("## Why");
  expect(templateOf("# Ours\n\n## Template\n\n```\n```\n")).toBeNull();
  expect(templateOf("# Ours\n\nWrite what you want.\n\n```\ncode\n```\n")).toBeNull();
});
