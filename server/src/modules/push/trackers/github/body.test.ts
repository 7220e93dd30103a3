import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostInBody, mostInTitle, renderBody, renderTitle } from "./body.ts";
import { openFence, splitCode } from "./code.ts";
import { markerOf } from "./marker.ts";
import { quietMentions } from "./mentions.ts";

const handle = "PLAN-1 / SPEC-3";
const identity = "spec=1 connection=2 signature=3";
const item = (text: string, title = "Title") => ({ title, text, handle, identity });
const marker = markerOf(identity);
const joiner = "\u2060";

describe("a body", () => {
  it("holds the text, what it is here, and the marker as its last line", () => {
    expect(renderBody(item("One.\r\n\r\nTwo.\n")).body).toBe(
      `One.\n\nTwo.\n\n---\nPLAN-1 / SPEC-3 in Groundplan\n\n${marker}`,
    );
    expect(renderBody(item("")).body).toBe(`---\nPLAN-1 / SPEC-3 in Groundplan\n\n${marker}`);
  });

  it("has one line with the marker, whatever the text says", () => {
    const piece = fc.constantFrom(
      marker,
      "<!--",
      "-->",
      "\n",
      "\r\n",
      "```",
      "~~~~",
      "`",
      "- ",
      "> ",
      " ",
      "groundplan: x",
      "@a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const lines = renderBody(item(pieces.join(""))).body.split(/\r?\n/);
        expect(lines.filter((line) => line === marker)).toHaveLength(1);
        expect(lines.at(-1)).toBe(marker);
      }),
    );
  });

  it("is cut between blocks where it is too long; fences are closed and the marker stays", () => {
    const text = `${"A paragraph of some words.\n\n".repeat(2000)}\`\`\`\n${"code\n".repeat(10_000)}`;
    const { body, caveats } = renderBody(item(text));
    expect(body.length).toBeLessThanOrEqual(mostInBody);
    expect(body.endsWith(marker)).toBe(true);
    expect(openFence(body)).toBeNull();
    expect(body).toContain("The text goes on in Groundplan");
    expect(caveats).toEqual(["The text of PLAN-1 / SPEC-3 was cut: GitHub takes 65,536 characters."]);
    expect(renderBody(item("x".repeat(mostInBody - 200))).caveats).toEqual([]);
  });

  it("is never too long, and never loses the marker", () => {
    const piece = fc.constantFrom(
      "word ",
      "\n",
      "\n\n",
      "```js\n",
      "~~~\n",
      "😀".repeat(500),
      "x".repeat(5000),
      "- a\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string({ maxLength: 300 }), (pieces, title) => {
        const { body } = renderBody(item(pieces.join(""), title));
        expect(body.length).toBeLessThanOrEqual(mostInBody);
        expect(body.split("\n").at(-1)).toBe(marker);
        expect(body.isWellFormed() || !title.isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a title", () => {
  it("is cut between graphemes where it is too long, and the body begins with the whole", () => {
    const family = "👨‍👩‍👧";
    const title = `${"a".repeat(250)}${family.repeat(10)}`;
    const cut = renderTitle(item("", title));
    expect(cut.length).toBeLessThanOrEqual(mostInTitle);
    expect(cut).toBe(`${"a".repeat(250)}…`);
    expect(renderBody(item("Text.", title)).body).toMatch(/^\*\*a{250}.*\*\*\n\nText\./);
  });

  it("is the handle where nothing of it shows", () => {
    expect(renderTitle(item("", "\u200b\u2060"))).toBe(handle);
    expect(renderTitle(item("", "🎉"))).toBe("🎉");
  });

  it("names nobody", () => expect(renderTitle(item("", "Ask @octocat"))).toBe(`Ask @${joiner}octocat`));
});

describe("mentions", () => {
  it.each([
    ["Ask @octocat and (@acme/web).", `Ask @${joiner}octocat and (@${joiner}acme/web).`],
    ["mail a@b.example, 5 @ 3, @", "mail a@b.example, 5 @ 3, @"],
    ["`@Inject()` @me ``a ` @b`` @you", `\`@Inject()\` @${joiner}me \`\`a \` @b\`\` @${joiner}you`],
    ["```ts\n@Inject()\n```\n@me", `\`\`\`ts\n@Inject()\n\`\`\`\n@${joiner}me`],
    ["- ~~~\n  @a\n  ~~~\n@b", `- ~~~\n  @a\n  ~~~\n@${joiner}b`],
    ["an open ` tick\n\n@me and ` another", `an open \` tick\n\n@${joiner}me and \` another`],
    ["https://medium.example/@user/post @me", `https://medium.example/@user/post @${joiner}me`],
  ])("lose their effect outside code: %j", (text, quiet) => expect(quietMentions(text)).toBe(quiet));

  it("are all that changes", () => {
    const piece = fc.constantFrom(
      "@a",
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      "\n\n",
      " ",
      "x",
      "> ",
      "- ",
      "1. ",
      "\t",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        expect(quietMentions(text).replaceAll(joiner, "")).toBe(text);
        expect(
          splitCode(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("are found in linear time", () => {
    const ticks = Array.from({ length: 700 }, (_, n) => "`".repeat(n + 1)).join(" ");
    const begun = performance.now();
    quietMentions(`${ticks} ${"> - ".repeat(20_000)} ${"@a ".repeat(20_000)}`);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
