import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFence } from "../../../../markdown/split-code.ts";
import { bareText, mostInBody, mostInTitle, renderBody, renderTitle } from "./body.ts";
import { markerOf } from "./marker.ts";

const handle = "PLAN-1 / SPEC-3";
const signed = "spec=1 connection=2 signature=3";
const identity = { clientId: "", marker: signed };
const item = (text: string, title = "Title") => ({ title, text, handle, identity });
const marker = markerOf(signed);
const joiner = "\u2060";

describe("a body", () => {
  it("holds the text, its handle, and the marker as its last line", () => {
    expect(renderBody(item("One.\r\n\r\nTwo.\n")).body).toBe(
      `One.\n\nTwo.\n\n---\nPLAN-1 / SPEC-3 in Groundplan\n\n${marker}`,
    );
    expect(renderBody(item("")).body).toBe(`---\nPLAN-1 / SPEC-3 in Groundplan\n\n${marker}`);
  });

  it("has one line with the marker, whatever the text says", () => {
    const segment = fc.constantFrom(
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
      fc.property(fc.array(segment, { maxLength: 20 }), (segments) => {
        const lines = renderBody(item(segments.join(""))).body.split(/\r?\n/);
        expect(lines.filter((line) => line === marker)).toHaveLength(1);
        expect(lines.at(-1)).toBe(marker);
      }),
    );
  });

  it("is cut between blocks if it is too long; fences are closed and the marker stays", () => {
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
    const segment = fc.constantFrom(
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
      fc.property(
        fc.array(segment, { maxLength: 60 }),
        fc.string({ unit: "binary", maxLength: 300 }),
        (segments, title) => {
          const { body } = renderBody(item(segments.join(""), title));
          expect(body.length).toBeLessThanOrEqual(mostInBody);
          expect(body.split("\n").at(-1)).toBe(marker);
          expect(body.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("a body that is cut", () => {
  const paragraphs = "A paragraph of some words.\n\n".repeat(2500);

  it("names nobody in code that lost its end", () => {
    const { body } = renderBody(item(`\`\n${"@a \n".repeat(20_000)}\``));
    expect(body).toContain(`@${joiner}a`);
    expect(body).not.toMatch(/@a/);
    expect(body.length).toBeLessThanOrEqual(mostInBody);
  });

  it("is not too long because of addresses that are neutralized", () => {
    const { body, caveats } = renderBody(
      item(`\`[\nhttps://a.example/${"@".repeat(65_000)}\n${"x".repeat(999)}\``),
    );
    expect(body.length).toBeLessThanOrEqual(mostInBody);
    expect(caveats).toHaveLength(1);
  });

  it("says so even if only white space is left to show", () => {
    const { body, caveats } = renderBody(item(`a${" ".repeat(70_000)}b`));
    expect(body).toContain("The text goes on in Groundplan");
    expect(caveats).toHaveLength(1);
  });

  it("closes a fence, but not one that the end of a list or a quote closes", () => {
    const cut = (fence: string) => renderBody(item(`${fence}\n${paragraphs}${fence}x`)).body;
    expect(cut("```")).toContain("\n```\n\n*The text goes on");
    for (const nested of ["- ```\n  a", "> ~~~"]) {
      expect(renderBody(item(nested)).body.startsWith(`${nested}\n\n---\n`)).toBe(true);
    }
    expect(renderBody(item("~~~~\na")).body.startsWith("~~~~\na\n~~~~\n\n---\n")).toBe(true);
  });
});

describe("a title", () => {
  it("is cut between graphemes if it is too long, and the body begins with the whole", () => {
    const family = "👨‍👩‍👧";
    const title = `${"a".repeat(250)}${family.repeat(10)}`;
    const cut = renderTitle(item("", title));
    expect(cut.length).toBeLessThanOrEqual(mostInTitle);
    expect(cut).toBe(`${"a".repeat(250)}…`);
    expect(renderBody(item("Text.", title)).body).toMatch(/^\*\*a{250}.*\*\*\n\nText\./);
  });

  it("is the handle if its first character alone is too long", () => {
    for (const huge of [`e${"\u0301".repeat(300)}`, `\u200b\u2060e${"\u0301".repeat(300)} x`]) {
      expect(renderTitle(item("", huge))).toBe(handle);
      expect(renderBody(item("", huge)).body).toContain(huge.normalize("NFC").slice(-1));
    }
    expect(renderTitle(item("", "…"))).toBe("…");
  });

  it("is the handle if nothing of it shows", () => {
    expect(renderTitle(item("", "\u200b\u2060"))).toBe(handle);
    expect(renderTitle(item("", "🎉"))).toBe("🎉");
  });

  it("is one line, of whole characters and without NUL", () => {
    expect(renderTitle(item("", " a\r\n\tb\u2028c\0d\ud800 "))).toBe("a b cd\ufffd");
  });

  it("names nobody", () => expect(renderTitle(item("", "Ask @octocat"))).toBe(`Ask @${joiner}octocat`));
});

describe("a body without our ending", () => {
  const bodyOf = (text: string) => renderBody(item(text)).body;

  it("is the text, even after an editor turned the line ends into CRLF", () => {
    expect(bareText(bodyOf("One.\n\nTwo."))).toBe("One.\n\nTwo.");
    expect(bareText(bodyOf("One.\n\nTwo.").replaceAll("\n", "\r\n"))).toBe("One.\n\nTwo.");
    expect(bareText(bodyOf(""))).toBe("");
  });

  it("has all text that a user wrote before the ending, after it or instead of it", () => {
    expect(bareText(`Before.\n\n${bodyOf("One.")}`)).toBe("Before.\n\nOne.");
    expect(bareText(`${bodyOf("One.")}\n\nAfter.`)).toBe("One.\n\n\n\nAfter.");
    expect(bareText("One.\n\nTwo.")).toBe("One.\n\nTwo.");
    expect(bareText(`One.\n\n${marker}`)).toBe("One.");
    expect(bareText("One.\n\n---\nSPEC-3 in Groundplan")).toBe("One.\n\n---\nSPEC-3 in Groundplan");
    expect(bareText(`One ${marker}`)).toBe(`One ${marker}`);
  });

  it("has what a person typed on a line of the ending", () => {
    const body = bodyOf("One.");
    for (const [line, typed] of [
      ["---", "--- mind this"],
      ["---", "----"],
      [`${handle} in Groundplan`, `Ask Ada. ${handle} in Groundplan`],
      [`${handle} in Groundplan`, `${handle} in Groundplan: ask Ada`],
      [`in Groundplan\n`, `in Groundplan\n\nAsk Ada.\n`],
      [marker, `${marker} ask Ada`],
    ] as const) {
      const edited = body.replace(line, typed);
      expect(edited).not.toBe(body);
      expect(bareText(edited)).toBe(edited.replace(typed.startsWith(marker) ? "" : marker, "").trimEnd());
    }
    const spaced = body.replaceAll("\n", "  \n");
    expect(bareText(`${spaced} \t`)).toBe("One.");
  });

  it("never lacks any of the text, whatever the text is", () => {
    const segment = fc.constantFrom(
      "a",
      "---\n",
      "X in Groundplan\n",
      "\n",
      "<!-- groundplan: x -->",
      "@b",
      " ",
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
        const { body } = renderBody(item(segments.join("")));
        const ours = body.slice(0, body.lastIndexOf("---\nPLAN-1")).trimEnd();
        expect(bareText(body)).toBe(ours);
      }),
    );
  });
});

describe("characters", () => {
  it("NUL, a byte order mark and lone surrogates don't reach GitHub", () => {
    expect(bareText(renderBody(item("\ufeffa\0b\ud800c\r\rd")).body)).toBe("ab\ufffdc\n\nd");
  });

  it("composed and decomposed letters, right-to-left marks and joined emoji stay as they are", () => {
    const text = "\u00e9 e\u0301 \u200fא 👨‍👩‍👧";
    expect(bareText(renderBody(item(text)).body)).toBe(text);
    expect(renderTitle(item("", text))).toBe(text);
  });

  it("a marker that is split by characters which are left out is broken all the same", () => {
    const { body } = renderBody(item(`<!-\0- groundplan: x -->\n\n${marker}`));
    expect(body.match(/<!-- groundplan:/g)).toHaveLength(1);
  });
});

describe("text that GitHub links or cleans itself stays as it is", () => {
  it.each([
    "See #123, GH-1, acme/api#4, https://github.com/acme/api/issues/4 and 1b2c3d4e5f60718293a4b5c6d7e8f90112233445.",
    "Fixes #12, closes GH-3 and resolves acme/api#4.",
    "[a](javascript:alert(1)) <script>b</script>\n\n<details>\n<summary>c</summary>\n\nd[^1]\n</details>\n\n[^1]: e",
  ])("%j", (text) => expect(bareText(renderBody(item(text)).body)).toBe(text));

  it("an issue's number in a title", () => expect(renderTitle(item("", "Fix #12"))).toBe("Fix #12"));
});
