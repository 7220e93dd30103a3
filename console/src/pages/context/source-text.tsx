import type { ContextSourceDetail } from "@groundplan/contract";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { PlainText } from "../../components/text/plain-text.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { contextAt } from "./endpoints.ts";

/** The API's limit for one answer, in characters. */
const mostRead = 1_000_000;
/** The characters per "more" step. */
const step = 100_000;
/** Rendering more characters as Markdown would block the page. */
const mostRendered = 60_000;

export const canRender = ({ textChars }: ContextSourceDetail): boolean => textChars <= mostRendered;

/** A source's text, rendered or plain, loaded in steps. */
export function SourceText({
  scope,
  source,
  isPlain,
}: {
  scope: Scope;
  source: ContextSourceDetail;
  isPlain: boolean;
}) {
  const [shown, show] = useState(step);
  const params = { ...scope.params, sourceId: source.id };
  const offsets = Array.from({ length: Math.max(0, Math.ceil(shown / mostRead) - 1) }, (_, at) => ({
    offset: (at + 1) * mostRead,
  }));
  const further = useQueries({
    queries: offsets.map((query) => read(contextAt(scope).get, { params, query })),
  });
  if (source.text === null)
    return <p className="text-ink-2">The text hasn't been read yet. It will appear here.</p>;
  if (source.text === "") return <p className="text-ink-2">It has no text.</p>;
  if (!isPlain && canRender(source)) return <Markdown text={source.text} />;
  const text = source.text + further.map(({ data }) => data?.source.text ?? "").join("");
  return (
    <>
      <PlainText text={text.slice(0, shown)} />
      {source.textChars > shown && (
        <Button className="mt-3" onClick={() => show(shown + step)}>
          Show more
        </Button>
      )}
    </>
  );
}
