import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFence } from "../../../../markdown/split-code.ts";
import { container, item } from "../testing.ts";
import { withoutEnding } from "./ending.ts";
import { neutralizeProfiles } from "./neutralize-mentions.ts";
import { mostInText, renderText, renderWords } from "./text.ts";
import { mostInTitle, renderSummary, renderTitle } from "./title.ts";

const joiner = "\u2060";

describe("a title", () => {
  it("that is too long is cut between graphemes, and the text begins with the whole", () => {
    const family = "👨‍👩‍👧‍👦";
    for (const [make, most] of [
      [item, mostInTitle.item],
      [container, mostInTitle.container],
    ] as const) {
      const long = make({ title: family.repeat(60), text: "Text." });
      const title = renderTitle(long);
      expect(title.length).toBeLessThanOrEqual(most);
      expect(title).toMatch(new RegExp(`^(${family})+…$`, "u"));
      expect(renderText(long).text).toMatch(new RegExp(`^\\*\\*(${family}){60}\\*\\*\\n\\nText\\.`, "u"));
      const exact = make({ title: "x".repeat(most), text: "Text." });
      expect(renderTitle(exact)).toBe(exact.title);
      expect(renderText(exact).text).toMatch(/^Text\./);
    }
  });

  it("whose first character alone is too long is the handle", () => {
    const huge = item({ title: `e${"\u0301".repeat(300)}`, handle: "PLAN-1 / SPEC-1" });
    expect(renderTitle(huge)).toBe("PLAN-1 / SPEC-1");
    expect(renderText(huge).text).toContain(huge.title);
    expect(renderTitle(item({ title: "…" }))).toBe("…");
  });

  it("that shows nothing is the handle", () => {
    for (const title of ["", " ", "\u200b", "\u2060\ufeff", "\n", "\u0000"]) {
      expect(renderTitle(item({ title, handle: "PLAN-1 / SPEC-1" }))).toBe("PLAN-1 / SPEC-1");
    }
    expect(renderTitle(item({ title: "🚀" }))).toBe("🚀");
  });

  it("is one line of whole characters, and names nobody by `@`", () => {
    expect(renderTitle(item({ title: "a\n\tb\u0000\ud800 @ada #12" }))).toBe("a b\ufffd @ada #12");
  });
});

describe("a text", () => {
  it("ends with its handle, and a project's also with its parent", () => {
    const issue = item({ text: "One.\r\n\r\nTwo.\n", handle: "PLAN-1 / SPEC-3" });
    expect(renderText(issue)).toEqual({
      text: "One.\n\nTwo.\n\n---\n\nPLAN-1 / SPEC-3 in Groundplan",
      caveats: [],
    });
    expect(renderText({ ...issue, text: "" }).text).toBe("---\n\nPLAN-1 / SPEC-3 in Groundplan");
    const above = { id: "p", number: null, key: "Above](x)", url: "https://linear.app/acme/project/above" };
    const sub = container({ text: "Text.", parent: { container: above, items: [] } });
    expect(renderText(sub).text).toBe(`Text.\n\n---\n\nPart of ${above.url}\n\nPLAN-1 in Groundplan`);
    expect(renderText(item({ text: "Text.", parent: sub.parent })).text).not.toContain("Part of");
    expect(renderSummary(sub)).toBe("PLAN-1");
  });

  const address = "https://linear.app/acme/project/above-1a2b3c";
  const above = { container: { id: "p", number: null, key: "A", url: address }, items: [] };
  const sub = container({ text: "One.\n\nTwo.", parent: above, handle: "PLAN-2" });

  it("is read without its ending, however Linear writes a rule, and a person's own rule stays", () => {
    for (const one of [item({ text: "One.\n\nTwo." }), sub]) {
      for (const rule of ["---", "***", "* * *", "___", ""]) {
        expect(withoutEnding(renderText(one).text.replace("---", rule), one.kind)).toBe("One.\n\nTwo.");
      }
    }
    expect(withoutEnding("One.\n\n---\n\nTwo.", "item")).toBe("One.\n\n---\n\nTwo.");
    expect(withoutEnding(renderText(item({ text: "" })).text, "item")).toBe("");
  });

  it.each([
    address,
    `<${address}>`,
    `[Above](${address})`,
    `[Above \\[x\\](y)](<${address}>)`,
    `[${address}](${address})`,
  ])("is read without the parent in its ending, also as %s", (link) => {
    const text = renderText(sub).text.replace(address, link);
    expect(withoutEnding(text, "container")).toBe("One.\n\nTwo.");
  });

  it.each([
    ["Part of", "Note. Part of"],
    [address, `${address} and of another`],
    [address, "the great plan"],
    [address, "https://example.com/project/above"],
    [address, `[Above](${address}), see [it](${address}) too`],
    [address, `[Above](${address}), see [it](${address})`],
    ["PLAN-2 in Groundplan", "PLAN-2 in Groundplan, ask Ada"],
    ["PLAN-2 in Groundplan", "Ask Ada.\n\nPLAN-2 in Groundplan"],
  ])("is read with what a person typed in its ending: %s as %s", (line, typed) => {
    const text = withoutEnding(renderText(sub).text.replace(line, typed), "container");
    expect(text).toContain(typed.split("\n")[0]);
  });

  it("of an issue may end with a parent that a person wrote", () => {
    const text = `One.\n\nPart of ${address}`;
    expect(withoutEnding(`${text}\n\nSPEC-1 in Groundplan`, "item")).toBe(text);
    expect(withoutEnding(renderText(item({ text })).text, "item")).toBe(text);
  });

  it("that is too long is cut between blocks with open code closed, a note and a caveat; the ending stays", () => {
    const long = item({ text: `${"A paragraph.\n\n".repeat(1000)}\`\`\`\`js\n${"code;\n".repeat(20_000)}` });
    const { text, caveats } = renderText(long);
    expect(text.length).toBeLessThanOrEqual(mostInText);
    expect(caveats).toEqual([`The text of ${long.handle} was cut: Linear takes 100,000 characters.`]);
    expect(text).toMatch(
      /code;\n````\n\n\*The text goes on in Groundplan[^\n]*\n\n---\n\n[^\n]* in Groundplan$/,
    );
    const paragraphs = renderWords(item({ text: "A paragraph.\n\n".repeat(20_000) })).text;
    expect(paragraphs).toMatch(/A paragraph\.\n\n\*The text goes on/);
    expect(renderText(item({ text: "x".repeat(300_000) })).text.length).toBeLessThanOrEqual(mostInText);
    expect(renderText(item({ text: "😀".repeat(60_000) })).text.isWellFormed()).toBe(true);
  });

  it("never is too long, broken or open at its end, whatever users write", () => {
    const segment = fc.constantFrom(
      "```\n",
      "~~~~\n",
      "`",
      "a ",
      "\ud800",
      "\u0000",
      "\r",
      "\n\n",
      "- ",
      "> ",
      "😀",
      "<!--",
    );
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9000 }),
        (segments, times) => {
          const { text } = renderText(item({ text: segments.join("").repeat(times) }));
          expect(text.length).toBeLessThanOrEqual(mostInText);
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toContain("\u0000");
          expect(text.endsWith(" in Groundplan")).toBe(true);
          // Nobody writes a fence of a hundred marks.
          expect(openFence(text)?.length ?? 100).toBeGreaterThanOrEqual(100);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("of the longest profiles still fits", () => {
    const text = `${"/".repeat(30)}linear.app/profiles`.repeat(4000);
    expect(renderText(item({ text })).text.length).toBeLessThanOrEqual(mostInText);
  });
});

describe("addresses of users' profiles", () => {
  const shown = (text: string) => text.replaceAll(joiner, "");
  const notifies = /linear\.app\/[^\s⁠]*profiles/i;

  it.each([
    "https://linear.app/acme/profiles/ada what do you think?",
    "[Ada](https://linear.app/acme/profiles/ada)",
    "<https://linear.app/acme/profiles/ada>",
    "HTTPS://LINEAR.APP/acme/Profiles/ada",
    "[x]: https://linear.app/acme/profiles/ada",
    "[x](https&#58;//linear&#x2e;app/acme/%70rofiles/ada)",
    "[x](https://linear\\.app/acme/profiles/ada)",
    "[x](https://linear.app&sol;acme/profiles&sol;ada)",
    "- a\n- linear.app/acme/profiles/ada",
  ])("notify nobody: %s", (text) => {
    const quiet = neutralizeProfiles(text);
    expect(quiet).not.toBe(text);
    expect(quiet).not.toMatch(notifies);
    expect(shown(quiet)).toBe(text);
  });

  it.each([
    "@ada, see #12, GH-1 and ENG-7",
    "https://linear.app/acme/issue/ENG-1/title",
    "https://example.com/profiles/ada",
    "`https://linear.app/acme/profiles/ada`",
    "```\nhttps://linear.app/acme/profiles/ada\n```",
    "fixes #12",
  ])("are the only thing that changes: %s", (text) => {
    expect(neutralizeProfiles(text)).toBe(text);
  });

  // Quadratic parsing of these would hit the test's time limit.
  it.each(["linear.app/", "/profiles", "linear.app/profiles ", "&#", "%2", "\\", "[<("])(
    "are found in linear time in %s",
    (segment) => {
      const text = `linear.app/profiles ${segment.repeat(300_000 / segment.length)}`;
      expect(neutralizeProfiles(text)).not.toBe(text);
    },
  );
});
