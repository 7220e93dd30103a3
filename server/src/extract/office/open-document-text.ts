import { type MarkdownWriter, writeMarkdown } from "../markdown/write-markdown.ts";
import { joinProblems } from "../reader.ts";
import type { OpenDocumentStyles } from "./open-document-styles.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";
import { repeatCells } from "./repeat-cells.ts";

/** Elements outside of the text: deletions, generated indexes, and how a word is pronounced. */
const passedOver = new Set(
  "tracked-changes ruby-text table-of-content alphabetical-index note-citation automatic-styles font-face-decls scripts forms sequence-decls covered-table-cell desc title".split(
    " ",
  ),
);

/** Writes an OpenDocument text, with its notes and comments at the end. */
export function readOpenDocumentText(xml: string, styles: OpenDocumentStyles) {
  const body = writeMarkdown();
  const notes: string[] = [];
  const comments: string[] = [];
  const around: { writer: MarkdownWriter; inParagraph: number }[] = [];
  let [inAuthor, author, hasOwnNumbers] = [false, "", false];
  const lists: string[] = [];
  const opened: number[] = [];
  let writer: MarkdownWriter = body;
  let passing = 0;
  let pictures = 0;
  let inParagraph = 0;

  const tagsOf = (
    name: string,
    attributes: XmlAttributes,
  ): [string, Record<string, string | undefined>?][] => {
    if (name === "p") return [["p"]];
    if (name === "h") {
      const level = Math.max(Number(attributes["text:outline-level"]) || 1, 1);
      hasOwnNumbers ||= styles.numbersHeadings(level) && attributes["text:is-list-header"] !== "true";
      return [[`h${Math.min(level, 6)}`]];
    }
    if (name === "list") {
      lists.push(attributes["text:style-name"] ?? lists.at(-1) ?? "");
      const start = attributes["text:start-value"];
      return [[styles.isNumbered(lists.at(-1) ?? "", lists.length) ? "ol" : "ul", { start }]];
    }
    if (name === "list-item") hasOwnNumbers ||= styles.hasOwnNumbers(lists.at(-1) ?? "", lists.length);
    if (name === "list-item" || name === "list-header") return [["li"]];
    if (name === "table") return [["table", { role: "table" }]];
    if (name === "table-row") return [["tr"]];
    if (name === "table-cell")
      return [
        [
          "td",
          {
            colspan: attributes["table:number-columns-spanned"],
            rowspan: attributes["table:number-rows-spanned"],
          },
        ],
      ];
    if (name === "a") return [["a", { href: attributes["xlink:href"] }]];
    if (name === "span") return styles.marks(attributes["text:style-name"] ?? "").map((mark) => [mark]);
    return name === "line-break" ? [["br"]] : [];
  };

  const { handlers, isCut } = repeatCells({
    open(name, attributes) {
      if (passing > 0 || passedOver.has(name)) return void passing++;
      if (name === "image") pictures++;
      if (name === "s" || name === "tab") writer.text(" ");
      if (name === "note-body" || name === "annotation") {
        writer.raw(name === "annotation" ? `[^comment-${comments.length + 1}]` : `[^${notes.length + 1}]`);
        around.push({ writer, inParagraph });
        writer = writeMarkdown();
        [inParagraph, author] = [0, ""];
      }
      inAuthor = name === "creator";
      const tags = tagsOf(name, attributes);
      for (const [tag, given] of tags) writer.open(tag, given);
      opened.push(tags.length);
      if (name === "p" || name === "h") inParagraph++;
    },
    text(text) {
      if (passing === 0 && inAuthor && inParagraph === 0) author += text;
      if (passing === 0 && inParagraph > 0) writer.text(text);
    },
    close(name) {
      if (passing > 0) return void passing--;
      if (name === "p" || name === "h") inParagraph--;
      if (name === "list") lists.pop();
      for (let n = opened.pop() ?? 0; n > 0; n--) writer.close();
      inAuthor = false;
      if (name !== "note-body" && name !== "annotation") return;
      const { text } = writer.end();
      if (name === "annotation") comments.push([author.trim(), text].filter(Boolean).join(": "));
      else notes.push(text);
      ({ writer, inParagraph } = around.pop() ?? { writer: body, inParagraph: 0 });
    },
  });
  readXml(xml, handlers);
  const { text, problem } = body.end();
  const texts = [
    text,
    ...notes.map((note, index) => `[^${index + 1}]: ${note}`),
    ...comments.map((comment, index) => `[^comment-${index + 1}]: ${comment}`),
  ];
  const problems = [
    problem ?? (isCut() && "A table repeats its cells more often than is shown."),
    hasOwnNumbers && "Numbers of headings or lists are not those that the document shows.",
  ];
  return { text: texts.filter(Boolean).join("\n\n"), pictures, problem: joinProblems(problems) };
}
