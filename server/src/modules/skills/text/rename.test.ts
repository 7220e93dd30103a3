import fc from "fast-check";
import { expect, it } from "vitest";
import { numbered, rangeOfName, renamed } from "./rename.ts";
import { readSkillText } from "./skill-text.ts";

const read = (markdown: string) => {
  const answer = readSkillText(markdown);
  return "skill" in answer ? answer.skill : answer.problem;
};

it("a renamed skill is otherwise unchanged", () => {
  const value = fc.constantFrom(
    "old",
    '"old"',
    "'old'",
    "&x old",
    ">-\n  old",
    "|-\r\n  old",
    '"o\\\n  ld"',
    '"ol\\x64"',
  );
  const other = fc.constantFrom(
    "",
    "license: MIT\n",
    "# name: none\n",
    "metadata: {name: old}\n",
    "é: 漢 # x\n",
  );
  const end = fc.constantFrom("\n", "\r\n");
  const body = fc.constantFrom("", "Do it.\n", "---\nname: other\n---\n");
  fc.assert(
    fc.property(value, other, other, end, body, fc.boolean(), (name, before, after, lines, rest, mark) => {
      const given = `---\n${before}name: ${name} \ndescription: Does things.\n${after === before ? "" : after}---\n${rest}`;
      const text = (mark ? "\uFEFF" : "") + given.replace(/\r?\n/g, lines);
      const old = read(text);
      fc.pre(typeof old !== "string" && old.name === "old");
      const changed = renamed(text, rangeOfName(text), "new-2");
      expect(read(changed)).toEqual({ ...(old as object), name: "new-2", bytes: Buffer.byteLength(changed) });
      const [from, to] = [
        text.indexOf("name: ", text.indexOf(before) + before.length),
        text.indexOf("description:"),
      ];
      expect(changed.startsWith(text.slice(0, from))).toBe(true);
      expect(changed.endsWith(text.slice(to))).toBe(true);
    }),
  );
});

it("a name of digits is in quotes, so that other tools don't read a number or a date", () => {
  const text = "---\nname: 2024-01\ndescription: d\n---\n";
  expect(renamed(text, rangeOfName(text), "2024-01-2")).toContain('name: "2024-01-2"\n');
});

it("a name with a number has at most 64 characters, and no two hyphens in a row", () => {
  expect(numbered("a", 2)).toBe("a-2");
  expect(numbered(`${"x".repeat(61)}-yy`, 2)).toBe(`${"x".repeat(61)}-2`);
  expect(numbered("x".repeat(64), 10)).toBe(`${"x".repeat(61)}-10`);
});
