import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { githubReferences } from "./github/references.ts";
import { jiraReferences } from "./jira/references.ts";
import { linearReferences } from "./linear/references.ts";
import { type Harmless, neutralize as neutral, type ReferenceForms, wordJoiner as w } from "./references.ts";

const neutralize = (markdown: string, forms: ReferenceForms, harmless?: Harmless) =>
  neutral(markdown, forms, harmless).text;

describe.each([
  ["a number", "#12", "`#12`"],
  ["another repository", "see acme/web#7.", "see `acme/web#7`."],
  ["the old form", "GH-3 and gh-4", "`GH-3` and `gh-4`"],
  ["a closing word", "Fixes #34", "Fixes `#34`"],
  ["a number sign as a character reference", "&#35;12 &num;13", `&#35;${w}12 &num;${w}13`],
  ["brackets", "(#12) [#13]", "(`#12`) [`#13`]"],
  ["an issue's address", "https://github.com/a/b/issues/12.", "https://github.com/a/b/issues/%312."],
  ["a link", "[x](https://github.com/a/b/pull/9#top)", "[x](https://github.com/a/b/pull/%39#top)"],
  ["emphasis", "_#93_ __GH-5__ *#7*", "_`#93`_ __`GH-5`__ *`#7`*"],
  ["an address in emphasis", "_https://github.com/a/b/pull/9_", "_https://github.com/a/b/pull/%39_"],
  ["an equals sign", `a=#12 b="#13" 1 > 2="#14"`, 'a=`#12` b="`#13`" 1 > 2="`#14`"'],
  ["what is no character", "&#12 &#12345678; \\&#12;", "&`#12` &`#12345678`; \\&`#12`;"],
  [
    "an address without its scheme",
    "www.github.com/a/b/issues/9, _github.com/a/b/issues/9_ (//ghe.example:8443/a/b/pull/12)",
    "www.github.com/a/b/issues/%39, _github.com/a/b/issues/%39_ (//ghe.example:8443/a/b/pull/%312)",
  ],
  ["a number below an address without its scheme", "github.com/a/b#12", "github.com/`a/b#12`"],
])("for GitHub %s", (_title, markdown, neutral) => {
  it("names no issue once neutralized, and a second time changes nothing", () => {
    expect(neutralize(markdown, githubReferences)).toBe(neutral);
    expect(neutralize(neutral, githubReferences)).toBe(neutral);
  });
});

it.each([
  ["code", "`#12`\n\n```\nfixes #34\n```"],
  ["a character", "&#12; &#35;"],
  ["a heading", "# 12"],
  ["an ordinal", "#12th"],
  ["a place in the page", `[x](#12-setup) [y](#12) <a title="z" href="#12">`],
  ["a path", "GET /issues/5, a/b/issues/5, src/a.ts/issues/5"],
  ["an address of something else", "https://example.com/x#12 https://github.com/a/b/issues/new"],
])("for GitHub %s stays as it is", (_title, markdown) => {
  expect(neutralize(markdown, githubReferences)).toBe(markdown);
});

it.each([
  [
    "Linear",
    linearReferences,
    "ENG-12 _ENG-13_ https://linear.app/a/issue/ENG-12/x linear.app/a/issue/ENG-12/x",
    `\`ENG-12\` _\`ENG-13\`_ https://linear.app/a/issue/ENG-%312/x linear.app/a/issue/ENG-%312/x`,
  ],
  [
    "Jira",
    jiraReferences,
    "PROJ_X-12 _ENG-13_ __PROJ_X-14__ https://a.atlassian.net/browse/ABC-7",
    `\`PROJ_X-12\` _\`ENG-13\`_ __\`PROJ_X-14\`__ https://a.atlassian.net/browse/ABC-%37`,
  ],
] as const)(
  "for %s keys and their addresses name no issue once neutralized",
  (_title, forms, markdown, neutral) => {
    expect(neutralize(markdown, forms)).toBe(neutral);
    expect(neutralize("`ENG-12` 2026-11-22 a/B-1 well-12", forms)).toBe("`ENG-12` 2026-11-22 a/B-1 well-12");
  },
);

it("neutralizing any text takes linear time, and only adds invisible characters and code marks", () => {
  const segment = fc.constantFrom(
    "#",
    "12",
    "GH-",
    "A",
    "-",
    "&",
    "35;",
    "`",
    "\n",
    " ",
    "https://x.y/issues/",
    "www.x.yz/",
    ".",
    "_",
    "=",
    '"',
    "<a ",
    "(",
    "]",
  );
  const texts = fc.array(segment, { maxLength: 60 }).map((segments) => segments.join(""));
  const visible = (text: string) => text.replaceAll(/[\u2060`]/g, "").replace(/%3(\d)/g, "$1");
  fc.assert(
    fc.property(texts, (text) => {
      for (const forms of [githubReferences, jiraReferences, linearReferences])
        expect(visible(neutralize(text, forms))).toBe(visible(text));
    }),
  );
});

it("criteria labels of the text and prefixes that are no key of the tracker stay as they are", () => {
  const markdown = "AC-1 as in UTF-8 and SHA-256, see ENG-12 and utf-8.";
  const harmless = { labels: new Set(["AC-1"]), keys: new Set(["ENG", "AC"]) };
  for (const forms of [linearReferences, jiraReferences])
    expect(neutral(markdown, forms, harmless)).toEqual({
      text: "AC-1 as in UTF-8 and SHA-256, see `ENG-12` and utf-8.",
      changed: ["ENG-12"],
    });
});

it.each([
  ["the target of a link", "[x](ENG-12)", `[x](ENG-${w}12)`],
  ["a tag", "a <b title=ENG-12>", `a <b title=ENG-${w}12>`],
  ["a line with an open backtick", "a ` b ENG-12", `a \` b ENG-${w}12`],
  ["a reference beside code", "`a`ENG-12", `\`a\`ENG-${w}12`],
  ["HTML", "<div>\nENG-12\n</div>", `<div>\nENG-${w}12\n</div>`],
])("in %s a reference gets an invisible character, as code would change more", (_title, markdown, quiet) => {
  expect(neutralize(markdown, linearReferences)).toBe(quiet);
  expect(neutralize(quiet, linearReferences)).toBe(quiet);
});
