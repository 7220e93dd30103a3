import { resolveDocument, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { read } from "../../api/read.ts";
import { useIsIdle } from "../../base/idle.ts";
import { later } from "../../components/loading/later.tsx";
import { useIsWide } from "../../components/page/window-width.ts";
import { DiscussedText, Selection } from "../../planning/discussion/discussed-text.tsx";
import type { Discussed } from "../../planning/discussion/discussion.ts";
import type { SpecParams } from "../../planning/params.ts";

const Conversation = later(async () => {
  const { Conversation } = await import("../../planning/discussion/conversation.tsx");
  void Selection.load(); // Retry, in case it failed before.
  return { default: Conversation };
});

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
}

/** Null until the user's rights are known, which are read when idle. */
function useDiscussedSpec({ params, spec }: Properties): Discussed | null {
  const target = JSON.stringify({ kind: "plan-item", itemId: spec.id });
  const isIdle = useIsIdle();
  const { data } = useQuery({ ...read(resolveDocument, { query: { target } }), enabled: isIdle });
  const { content: source, revision } = spec;
  const found = useDeferredValue(data?.document);
  const { projectSlug, planShortId, specShortId } = params;
  return useMemo(
    () =>
      found
        ? {
            // The shown text may be newer.
            document: { ...found, revision: String(revision) },
            source,
            plan: { projectSlug, planShortId },
            undoTo: (before, now) => async () => {
              const { bringBack } = await import("./editing/restore.ts");
              await bringBack({ projectSlug, planShortId, specShortId }, Number(before), Number(now));
            },
          }
        : null,
    [found, source, revision, projectSlug, planShortId, specShortId],
  );
}

/** The text with highlighted words and notes. */
export function SpecReading({
  notedLines,
  ...properties
}: Properties & { notedLines?: readonly number[] | undefined }) {
  const discussed = useDiscussedSpec(properties);
  const { content, acceptanceCriteria } = properties.spec;
  return (
    <DiscussedText
      discussed={discussed}
      source={content}
      criteria={acceptanceCriteria}
      notedLines={notedLines}
    />
  );
}

interface Placed extends Properties {
  place: "beside" | "below";
}

/** The conversation, beside the text in wide windows, otherwise below. */
export function SpecConversation(placed: Placed) {
  return useIsWide() === (placed.place === "beside") && <ConversationAt {...placed} />;
}

function ConversationAt({ place, ...properties }: Placed) {
  // Long, so the text doesn't wait for it.
  const discussed = useDeferredValue(useDiscussedSpec(properties), null);
  if (!discussed) return null;
  const conversation = <Conversation discussed={discussed} />;
  return place === "beside" ? (
    <div className="sticky top-0 -mx-4 mt-4 max-h-dvh overflow-y-auto px-4 pb-4">
      <div className="border-t border-line pt-3">{conversation}</div>
    </div>
  ) : (
    <div className="mt-8 max-w-[70ch] border-t border-line pt-4">{conversation}</div>
  );
}
