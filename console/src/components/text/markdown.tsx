import type { TreeInput } from "../../markdown/tree.ts";
import { later } from "../loading/later.tsx";
import { Skeleton } from "../loading/skeleton.tsx";
import type { MarkdownProperties } from "./rendered.tsx";

/** Preloads the renderer and parses the coming text. */
export async function preloadMarkdown(text: Promise<TreeInput>): Promise<void> {
  const [{ treeLater }, input] = await Promise.all([
    import("../../markdown/read-later.ts"),
    text,
    Markdown.load(),
  ]);
  await treeLater(input);
}

/** Renders Markdown as elements, never as markup; loaded lazily. */
export const Markdown = later<MarkdownProperties>(() => import("./rendered.tsx"), {
  waiting: ({ isNote, text }) => (isNote ? <p>{text}</p> : <Skeleton rows={6} />),
  lost: ({ isNote, text }, problem) => (
    <>
      {!isNote && problem}
      <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">{text}</p>
    </>
  ),
});
