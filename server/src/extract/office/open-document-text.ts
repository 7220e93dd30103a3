import { type MarkdownWriter, writeMarkdown } from "../markdown/write-markdown.ts";
import type { OpenDocumentStyles } from "./open-document-styles.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";
import { repeatCells } from "./repeat-cells.ts";

/** Elements outside of the text: deletions, annotations and generated indexes. */
const passedOver = new Set(
  "tracked-changes annotation table-of-content alphabetical-index note-citation automatic-styles font-face-decls scripts forms sequence-decls covered-table-cell desc title".split(
    " ",
  ),
);

/** Writes an OpenDocument text, with its notes at the end. */
export function readOpenDocumentText(xml: string, styles: OpenDocumentStyles) {
  const body = writeMarkdown();
  const notes: string[] = [];
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
    if (name === "h")
      return [[`h${Math.min(Math.max(Number(attributes["text:outline-level"]) || 1, 1), 6)}`]];
    if (name === "list") {
      lists.push(attributes["text:style-name"] ?? lists.at(-1) ?? "");
      const start = attributes["text:start-value"];
      return [[styles.isNumbered(lists.at(-1) ?? "", lists.length) ? "ol" : "ul", { start }]];
    }
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
      if (name === "note-body") {
        writer.raw(`[^${notes.length + 1}]`);
        writer = writeMarkdown();
      }
      const tags = tagsOf(name, attributes);
      for (const [tag, given] of tags) writer.open(tag, given);
      opened.push(tags.length);
      if (name === "p" || name === "h") inParagraph++;
    },
    text(text) {
      if (passing === 0 && inParagraph > 0) writer.text(text);
    },
    close(name) {
      if (passing > 0) return void passing--;
      if (name === "p" || name === "h") inParagraph--;
      if (name === "list") lists.pop();
      for (let n = opened.pop() ?? 0; n > 0; n--) writer.close();
      if (name !== "note-body") return;
      notes.push(writer.end().text);
      writer = body;
    },
  });
  readXml(xml, handlers);
  const { text, problem } = body.end();
  const cut = isCut() ? "A table repeats its cells more often than is shown." : null;
  const texts = [text, ...notes.map((note, at) => `[^${at + 1}]: ${note}`)];
  return { text: texts.filter(Boolean).join("\n\n"), pictures, problem: problem ?? cut };
}
