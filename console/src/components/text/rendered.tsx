import { type ComponentProps, use, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useIsIdle } from "../../base/idle.ts";
import { AfterLink } from "../../markdown/after-link.ts";
import { elementsOf } from "../../markdown/elements.ts";
import { NoteAt } from "../../markdown/note-at.ts";
import { withNotes } from "../../markdown/notes.ts";
import { treeLater } from "../../markdown/read-later.ts";
import { TextActs } from "../../markdown/text-acts.ts";
import type { TreeInput } from "../../markdown/tree.ts";
import { CodeBlock } from "./code-block.tsx";
import { Picture } from "./lazy-picture.tsx";

export interface MarkdownProperties extends TreeInput {
  /** Renders in a comment's size. */
  isNote?: boolean;
  notedLines?: readonly number[] | undefined;
}

type Item = ComponentProps<"li"> & { "data-label"?: string };

/** Links to other hosts send no referrer. */
function Anchor({ href = "", id, children }: ComponentProps<"a">) {
  const after = use(AfterLink);
  if (href.startsWith("user:")) return <span className="font-[550] text-accent">{children}</span>;
  // Two slashes name a host.
  const isOurs = /^(#|\/(?!\/))/.test(href);
  return (
    <a
      href={href}
      id={id}
      className="text-accent underline underline-offset-2"
      {...(isOurs ? {} : { target: "_blank", rel: "noreferrer noopener" })}
    >
      {children}
      {after?.(href, children)}
    </a>
  );
}

/** Shows our own pictures. Loading another host's would disclose the reader to it. */
function Image({ src = "", alt = "" }: ComponentProps<"img">) {
  const path = String(src);
  if (path.startsWith("/v1/files/")) return <Picture path={path} alt={alt} />;
  return <Anchor href={path}>Image: {alt || path}</Anchor>;
}

/** A task's checkbox replaces the bullet. */
const hanging = "list-none [&>[data-box]]:-ml-5 [&>p>[data-box]]:-ml-5";

function ListItem({ "data-label": label, id, className, children }: Item) {
  if (label === undefined)
    return (
      <li id={id} className={`my-1 ml-5 ${className === "task-list-item" ? hanging : ""}`}>
        {children}
      </li>
    );
  return (
    <li className="grid list-none grid-cols-[minmax(2.75rem,auto)_1fr] gap-x-2 border-t border-line py-1">
      <span className="font-mono text-small leading-[1.5625rem] text-ink-3">{label}</span>
      <div className="min-w-0 [&>p]:my-0">{children}</div>
    </li>
  );
}

/** Markdown yields no `div`, so each is a note's slot. */
const Note = ({ "data-note": line }: ComponentProps<"div"> & { "data-note"?: number }) =>
  use(NoteAt)(Number(line));

/** Enabled for editors. */
function Box({
  checked = false,
  "aria-label": name,
  "data-at": offset,
}: ComponentProps<"input"> & { "data-at"?: number }) {
  const acts = use(TextActs);
  const [isTicked, tick] = useState(checked);
  useEffect(() => tick(checked), [checked]);
  const press = async (place: number) => {
    tick(!checked);
    if (!(await acts?.tick(place))) tick(checked);
  };
  if (!acts || offset === undefined)
    return (
      <span
        data-box
        role="img"
        aria-label={checked ? "Done" : "Open"}
        className="inline-block w-4 font-mono text-ink-3"
      >
        {checked ? "☑" : "☐"}
      </span>
    );
  return (
    <input
      data-box
      type="checkbox"
      aria-label={name}
      checked={isTicked}
      onChange={() => void press(offset)}
      className="size-4 align-[-2px] accent-accent"
    />
  );
}

const heading = "mt-6 mb-1.5 scroll-mt-16 text-h3 font-semibold rail:scroll-mt-4";
const Heading = (properties: ComponentProps<"h2">) => <h2 {...properties} className={heading} />;
const components = {
  a: Anchor,
  div: Note,
  img: Image,
  li: ListItem,
  // The page's title is its only `h1`.
  h1: Heading,
  h2: Heading,
  h3: (properties: ComponentProps<"h3">) => <h3 {...properties} className={heading} />,
  pre: CodeBlock,
  table: (properties: ComponentProps<"table">) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label="Table" tabIndex={0} className="my-3 overflow-x-auto">
      <table className="w-max max-w-none text-base [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_th]:text-left">
        {properties.children}
      </table>
    </section>
  ),
  input: Box,
  // An offer without its words, until these are loaded.
  button: () => null,
};

type Further = typeof import("./further.tsx").further;
let loading: Promise<Further> | undefined;

/** Loads the elements that no first view waits for. Without them the text is plainer. */
function further(): Promise<Further> {
  loading ??= import("./further.tsx").then(
    (module) => module.further,
    () => (plain) => plain,
  );
  return loading;
}

const AsWritten = ({ text }: { text: string }) => (
  <>
    <p className="mb-2 text-ink-2">This text is nested too deeply to be formatted.</p>
    <pre className="max-w-[70ch] font-mono text-note wrap-anywhere whitespace-pre-wrap">{text}</pre>
  </>
);

/** True until the addressed section is in view. */
let isArriving = location.hash !== "";

function arrive(): void {
  if (!isArriving) return;
  isArriving = false;
  try {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch {
    // Not a valid section address.
  }
}

/** The previous text stays until the next is parsed. */
export default function Rendered({ text, criteria, marks, notedLines, isNote = false }: MarkdownProperties) {
  const input = useDeferredValue(useMemo(() => ({ text, criteria, marks }), [text, criteria, marks]));
  const tree = use(treeLater(input));
  const all = useIsIdle() ? use(further())(components, isNote) : components;
  const shown = useMemo(() => {
    const noted = tree && notedLines ? withNotes(tree, notedLines) : tree;
    return noted && elementsOf(noted, all);
  }, [tree, notedLines, all]);
  useEffect(() => {
    if (!isNote) arrive();
  }, [isNote]);
  if (shown === null) return <AsWritten text={text} />;
  return (
    <div
      className={`${isNote ? "text-base [&_p]:mb-1.5 [&>:last-child]:mb-0" : "max-w-[70ch] text-doc [&_p]:mb-3"} [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 [&_code]:font-mono [&_code]:text-note [&_ol]:my-1 [&_ol]:list-decimal [&_ul]:my-1 [&_ul]:list-disc`}
    >
      {shown}
    </div>
  );
}
