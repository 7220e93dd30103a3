import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSkillText } from "./skill-text.ts";

const skill = (frontMatter: string, body = "Do it.\n") => `---\n${frontMatter}\n---\n${body}`;
const valid = "name: slicing\ndescription: Cuts plans.";
const read = (text: string) => {
  const answer = readSkillText(text);
  return "skill" in answer ? answer.skill : answer.problem;
};
const withField = (line: string) => read(skill(`${valid}\n${line}`));

describe("a SKILL.md", () => {
  it("is read with its name, its description, its base, its body and its bytes", () => {
    const text = skill(
      "name: slicing\ndescription: Cuts plans – well.\nextends: plans",
      "\n# Slicing\n\nCut.\n",
    );
    expect(read(text)).toEqual({
      name: "slicing",
      description: "Cuts plans – well.",
      extends: "plans",
      body: "# Slicing\n\nCut.\n",
      bytes: Buffer.byteLength(text),
    });
  });

  it("may have a byte order mark, CRLF, blanks after the hyphens, no body and no last line break", () => {
    for (const text of [
      `\uFEFF${skill(valid)}`,
      skill(valid).replaceAll("\n", "\r\n"),
      `--- \n${valid}\n---\t`,
      `---\n${valid}\n---`,
      `---\n${valid}\n--- \nA line\n---\nAnother`,
    ])
      expect(read(text), JSON.stringify(text)).toMatchObject({ name: "slicing", description: "Cuts plans." });
  });

  it("needs front matter that begins in its first line and ends", () => {
    for (const text of [
      "",
      "# Slicing",
      `\n${skill(valid)}`,
      `---\n${valid}\n`,
      "---",
      `${valid}\n---\n`,
      "----\n---",
    ])
      expect(read(text), JSON.stringify(text)).toMatch(/begins with front matter/);
  });

  it("has a name of 1 to 64 lowercase letters, digits and single inner hyphens", () => {
    for (const name of ["a", "7", "a-b-2", "x".repeat(64)])
      expect(read(skill(`name: ${name}\ndescription: d`)), name).toMatchObject({ name });
    for (const name of [
      "A",
      "a_b",
      "-a",
      "a-",
      "a--b",
      "a b",
      "é",
      "x".repeat(65),
      "../a",
      '""',
      "[a]",
      "{a: b}",
    ])
      expect(read(skill(`name: ${name}\ndescription: d`)), name).toMatch(/`name` must have 1 to 64/);
    expect(read(skill("description: d"))).toBe("The front matter needs `name`.");
  });

  it("has a description of 1 to 1024 characters, counted as code points", () => {
    const readWith = (description: string) => read(skill(`name: a\ndescription: ${description}`));
    expect(readWith("😀".repeat(1024))).toMatchObject({ name: "a" });
    expect(readWith("😀".repeat(1025))).toBe("`description` is longer than 1024 characters.");
    expect(readWith("")).toBe("`description` must not be empty.");
    expect(readWith("'  '")).toBe("`description` must not be empty.");
    expect(readWith("[a, b]")).toBe("`description` must be a text.");
    expect(read(skill("name: a"))).toBe("The front matter needs `description`.");
    expect(readWith('"\\0"')).toMatch(/holds a NUL/);
    expect(readWith('"\\ud800"')).toMatch(/half a surrogate pair/);
    expect(readWith(">\n  Cuts\n  plans.")).toMatchObject({ description: "Cuts plans." });
  });

  it("has scalars that are texts, as written", () => {
    expect(read(skill("name: 123\ndescription: 1.0"))).toMatchObject({ name: "123", description: "1.0" });
    expect(withField("metadata:\n  version: 1.0\n  draft: no")).toMatchObject({ name: "slicing" });
  });

  it("may have a license, compatibility, metadata, tools, and any other key", () => {
    for (const line of [
      ...["license: MIT", "compatibility: Needs git.", "metadata:\n  author: us", "metadata:"],
      ...[
        "allowed-tools: Read Bash(git:*)",
        "allowed-tools: [Read, Grep]",
        "model: any",
        "hooks: {a: [b, {c: d}]}",
      ],
      ...["<<: {name: other}", "__proto__: {name: other}", "constructor: x"],
    ])
      expect(withField(line), line).toMatchObject({ name: "slicing", description: "Cuts plans." });
    expect(withField(`compatibility: ${"x".repeat(501)}`)).toMatch(/longer than 500/);
    expect(withField("compatibility: ''")).toMatch(/must not be empty/);
    expect(withField("license: [MIT]")).toMatch(/`license` must be a text/);
    for (const line of ["metadata: text", "metadata: [a]", "metadata: {a: {b: c}}"])
      expect(withField(line), line).toBe("`metadata` must be a map of texts.");
    expect(withField("allowed-tools: {a: b}")).toMatch(/`allowed-tools` must be a text/);
  });

  it("names its base by `extends`, its own or in its metadata", () => {
    expect(withField("extends: other")).toMatchObject({ extends: "other" });
    expect(withField("metadata: {extends: other}")).toMatchObject({ extends: "other" });
    expect(withField("extends: other\nmetadata: {extends: other}")).toMatchObject({ extends: "other" });
    expect(withField("extends: one\nmetadata: {extends: other}")).toMatch(/name two skills/);
    for (const value of ["", "Other", "[a]"])
      expect(withField(`extends: ${value}`), value).toMatch(/`extends` must/);
    expect(read(skill(valid))).toMatchObject({ extends: null });
  });

  it("has at most 32,768 bytes", () => {
    const rest = 65_536 - Buffer.byteLength(skill(valid, ""));
    expect(read(skill(valid, "x".repeat(rest)))).toMatchObject({ bytes: 65_536 });
    expect(read(skill(valid, "x".repeat(rest + 1)))).toMatch(/has 65537 bytes; at most 65536/);
  });
});

describe("the YAML of a skill", () => {
  const laughs = (levels: number) => {
    const names = Array.from({ length: levels }, (_, n) => `l${n}`);
    return names.map((name, n) => `${name}: &${name} [${Array(9).fill(n === 0 ? "lol" : `*l${n - 1}`)}]`);
  };

  it("is refused with a sentence if it is broken or expensive", () => {
    const bad: [string, RegExp][] = [
      [laughs(9).join("\n"), /too many aliases/],
      [`a: &a x\nb: [${"*a,".repeat(2000)}]`, /too many aliases/],
      [`a: ${"[".repeat(2000)}`, /nested more than/],
      [`a: ${"{a: ".repeat(1000)}`, /nested more than/],
      ["- ".repeat(3000), /nested more than/],
      ["? ".repeat(3000), /nested more than/],
      [`a: ${"x".repeat(8192)}`, /longer than 8192 bytes/],
      ["a: b\na: c", /gives `a` twice/],
      ["a: {b: 1, b: 2}", /gives `b` twice/],
      ["a: b\n...\nc: d", /goes on after the end/],
      ["a: 'b", /no valid YAML/],
      ["a:\n\tb: c", /no valid YAML/],
      ["a: *nothing", /alias of something/],
      ["[a, b]: c", /no valid YAML/],
      ["a: !!js/function x", /has a tag/],
    ];
    for (const [line, why] of bad) expect(withField(line), line.slice(0, 40)).toMatch(why);
    for (const yaml of ["- a", "text", "", "# nothing"])
      expect(read(skill(yaml)), yaml).toMatch(/must be a map|is empty/);
  });

  it("may have a few aliases, also of itself", () => {
    expect(withField("a: &a {b: c}\nd: *a\ne: *a")).toMatchObject({ name: "slicing" });
    expect(withField("a: &a [*a]")).toMatchObject({ name: "slicing" });
  });

  it("is read to its end, whatever it contains", () => {
    const signs = [
      "[",
      "]",
      "{a: ",
      "}",
      "- ",
      "? ",
      ": ",
      "&a ",
      "*a",
      "\n",
      " ",
      "  ",
      "'",
      '"',
      "#",
      "|",
      ">",
      "!x ",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...signs), { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        (parts, n) => {
          readSkillText(skill(`${valid}\n${parts.join("").repeat(n)}`));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("of other writers is read back, with every name and description that the form allows", () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,2}$/);
    const description = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 300 })
      .filter((text) => text.trim() !== "" && !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(name, description, (given, said) => {
        const text = skill(`description: ${JSON.stringify(said)}\nname: "${given}"`);
        expect(read(text)).toMatchObject({ name: given, description: said.trim() });
      }),
    );
  });
});
