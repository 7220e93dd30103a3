import { PictureOf, type PictureProperties } from "../../markdown/picture-of.ts";
import type { MarkdownProperties } from "../../markdown/rendered.tsx";
import type { TreeInput } from "../../markdown/tree.ts";
import { later } from "../loading/later.tsx";
import { Skeleton } from "../loading/skeleton.tsx";

/** Preloads the renderer and parses the coming text. */
export async function preloadMarkdown(text: Promise<TreeInput>): Promise<void> {
  const [{ treeLater }, input] = await Promise.all([
    import("../../markdown/read-later.ts"),
    text,
    Rendered.load(),
  ]);
  await treeLater(input);
}

const Picture = later<PictureProperties>(() => import("./picture.tsx"));

const Rendered = later<MarkdownProperties>(() => import("../../markdown/rendered.tsx"), {
  waiting: ({ isNote, text }) => (isNote ? <p>{text}</p> : <Skeleton rows={6} />),
  lost: ({ isNote, text }, problem) => (
    <>
      {!isNote && problem}
      <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">{text}</p>
    </>
  ),
});

/** Renders Markdown as elements, never as markup; loaded lazily. */
export const Markdown = (properties: MarkdownProperties) => (
  <PictureOf value={Picture}>
    <Rendered {...properties} />
  </PictureOf>
);
