import { expect, it } from "vitest";
import { tokensOf } from "./code-tokens.ts";

it.each([
  ["ts", 'const a = "x // y"; // const', 'keyword const, string "x // y", comment // const'],
  ["js", "if (n.if === 12) return `a\nb`", "keyword if, number 12, keyword return, string `a\nb`"],
  ["json", '{"a": [1.5, true]}', 'string "a", number 1.5, keyword true'],
  ["python", 'def f(): # no\n  """a\n"b" """', 'keyword def, comment # no, string """a\n"b" """'],
  ["sql", "SELECT 'it''s' -- from", "keyword SELECT, string 'it''s', comment -- from"],
  ["yaml", "a#b: yes # c", "keyword yes, comment # c"],
  ["bash", "cd a # b", "keyword cd, comment # b"],
  ["text", "const 1", ""],
  ["__proto__", "const 1", ""],
])("Code in %s has its parts coloured: %j", (language, code, parts) => {
  const shown = tokensOf(code, language).map(({ kind, from, to }) => `${kind} ${code.slice(from, to)}`);
  expect(shown.join(", ")).toBe(parts);
});
