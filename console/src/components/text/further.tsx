import { type ComponentProps, type ReactNode, use } from "react";
import type { Components } from "../../markdown/elements.ts";
import { TextActs } from "../../markdown/text-acts.ts";
import { later } from "../loading/later.tsx";
import { CodeBlock } from "./code-block.tsx";
import { linkedHeadings } from "./linked-headings.tsx";
import { Outline } from "./outline.tsx";
import { Reference } from "./reference.tsx";

/** Shown on hover or focus; makes the block below it the criteria. */
function Offer({ "data-line": line = 0 }: ComponentProps<"button"> & { "data-line"?: number }) {
  const acts = use(TextActs);
  return (
    acts && (
      <button
        type="button"
        aria-label={`Make these the criteria: line ${line}`}
        onClick={() => acts.makeCriteria(line)}
        className="absolute right-0 z-1 rounded-md bg-sheet px-1 text-note font-[550] text-accent opacity-0 hover:opacity-100 focus-visible:opacity-100 pointer-coarse:static pointer-coarse:opacity-100 [&:has(+:hover)]:opacity-100"
      >
        Make these the criteria
      </button>
    )
  );
}

/** Until it is loaded, and if it can't be, a diagram is its source. */
const Diagram = later<{ source: string; children: ReactNode }>(() => import("./diagram.tsx"), {
  waiting: ({ children }) => children,
  lost: ({ children }) => children,
});

/** Until its colours are loaded, and if they can't be, code is plain. */
const ColouredCode = later<{ children: ReactNode }>(() => import("./coloured-code.tsx"), {
  waiting: CodeBlock,
  lost: CodeBlock,
});

/** A block of code; one in the language of diagrams is drawn. */
function Code({ children, "data-diagram": source }: ComponentProps<"pre"> & { "data-diagram"?: string }) {
  const code = <ColouredCode>{children}</ColouredCode>;
  return source === undefined ? code : <Diagram source={source}>{code}</Diagram>;
}

const ofNotes: Components = {
  pre: Code,
  button: Offer,
  data: Reference,
  mark: (properties: ComponentProps<"mark">) => (
    <mark
      {...properties}
      className="cursor-pointer border-b-2 border-warn bg-warn-soft text-ink data-active:rounded-sm data-active:outline-2 data-active:outline-warn"
    />
  ),
  del: (properties: ComponentProps<"del">) => (
    <del
      {...properties}
      className="data-talk:cursor-pointer data-talk:bg-bad-soft data-talk:text-bad data-active:outline-2 data-active:outline-bad"
    />
  ),
  ins: (properties: ComponentProps<"ins">) => (
    <ins
      {...properties}
      className="cursor-pointer border-b-2 border-good bg-good-soft whitespace-pre-wrap text-good no-underline data-active:outline-2 data-active:outline-good"
    />
  ),
};

const ofTexts: Components = { ...ofNotes, ...linkedHeadings, nav: Outline };

const known = new Map<Components, Components>();

/** Adds the elements that no first view waits for; the same for the same ones. */
export function further(plain: Components, isNote: boolean): Components {
  const added = isNote ? ofNotes : ofTexts;
  const all = known.get(added) ?? { ...plain, ...added };
  known.set(added, all);
  return all;
}
