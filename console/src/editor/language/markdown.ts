import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { GFM, type MarkdownConfig, parser } from "@lezer/markdown";

const data = defineLanguageFacet({});
const languageOf = (...more: MarkdownConfig[]) =>
  new Language(
    data,
    parser.configure([GFM, ...more, { props: [languageDataProp.add({ Document: data })] }]),
    [],
    "markdown",
  );

const fence = /^---\s*$/;

/** YAML between lines of three hyphens at the top, which would be a heading otherwise. */
const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: "FrontMatter", block: true, style: tags.monospace }],
  parseBlock: [
    {
      name: "FrontMatter",
      before: "HorizontalRule",
      parse(context, line) {
        if (context.lineStart !== 0 || !fence.test(line.text)) return false;
        while (context.nextLine() && !fence.test(line.text));
        context.nextLine();
        context.addElement(context.elt("FrontMatter", 0, context.prevLineEnd()));
        return true;
      },
    },
  ],
};

const plain = languageOf();
const withFrontMatter = languageOf(frontMatter);

const looks = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.monospace, fontFamily: "var(--font-mono)", fontSize: "0.8125rem" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: "var(--ink-3)" },
  { tag: tags.quote, color: "var(--ink-2)" },
]);

export const markdown = (hasFrontMatter: boolean): Extension => [
  hasFrontMatter ? withFrontMatter : plain,
  syntaxHighlighting(looks),
];
