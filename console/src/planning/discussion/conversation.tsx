import type { Suggestion, Thread } from "@groundplan/contract";
import { useState } from "react";
import { useIsIdle } from "../../base/idle.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { useKey } from "../../components/keyboard/keys.ts";
import { later } from "../../components/loading/later.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { AsideTitle } from "../../components/page/aside-title.tsx";
import { unsentOf } from "../../edits/unsent-text.ts";
import { useReaders } from "../mentions.ts";
import { Composer } from "./composer.tsx";
import { type Discussed, useDiscussion } from "./discussion.ts";
import { accept, beginThread, end } from "./discussion-edits.ts";
import { useOpen, useOpenItem } from "./open-item.ts";
import { begunBy, QuestionFields } from "./question-fields.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";
import { ThreadCard } from "./thread-card.tsx";

/** Nothing is shown if it can't be loaded. */
const Presence = later(() => import("../presence/presence.tsx"), { lost: () => null });

/** In text order, then the orphaned ones. */
export function Conversation({ discussed }: { discussed: Discussed }) {
  const { document, plan } = discussed;
  const { threads, suggestions } = useDiscussion(document);
  const place = `comment on ${document.id}`;
  const [isWriting, setWriting] = useState(unsentOf(place) !== undefined);
  const [showsPast, setShowsPast] = useState(false);
  // Deferred until idle, which is early enough for mentions.
  const people = useReaders(plan, useIsIdle());
  const shown = useOpenItem();
  const show = useOpen();
  const { canComment } = document.capabilities;
  const { open, unanchored, past } = inOrder({ threads, suggestions });
  const isShownPast = past.some(({ id }) => id === shown.thread || id === shown.suggestion);
  const [left, setLeft] = useState<Left>(new Map());
  const [rejected, reject] = useState<Suggestion | null>(null);
  const decide = useDecisions(discussed, suggestions, left, reject);
  const card = (item: Thread | Suggestion) =>
    isThread(item) ? (
      <ThreadCard key={item.id} discussed={discussed} thread={item} people={people} />
    ) : (
      <SuggestionCard
        key={item.id}
        discussed={discussed}
        suggestion={item}
        left={left.get(item.id) ?? none}
        onLeave={(refs) => setLeft(new Map(left).set(item.id, refs))}
        onAccept={() => decide(item, "accept")}
        onReject={() => decide(item, "reject")}
      />
    );
  return (
    <section aria-label="Conversation">
      {/* Plans show it on each of their pages. */}
      {document.kind !== "plan" && <Presence documentId={document.id} />}
      <div className="flex items-baseline justify-between gap-2">
        <AsideTitle>Conversation</AsideTitle>
        {canComment && !isWriting && (
          <Button look="quiet" className="-mr-2.5" data-act="comment" onClick={() => setWriting(true)}>
            Comment
          </Button>
        )}
      </div>
      {isWriting && (
        <div className="mb-3">
          <Composer
            document={document}
            label="Comment on the whole text"
            action="Comment"
            people={people}
            place={place}
            send={async (body, values) => {
              const { id } = await beginThread(document, begunBy(body, values));
              setWriting(false);
              show({ thread: id });
            }}
            onCancel={() => setWriting(false)}
          >
            <QuestionFields document={document} />
          </Composer>
        </div>
      )}
      {open.length === 0 && unanchored.length === 0 && !isWriting && (
        <p className="text-note text-ink-3">
          {canComment ? "No comments yet. Select text to comment on it." : "No comments yet."}
        </p>
      )}
      <div className="grid gap-2.5">{open.map(card)}</div>
      {unanchored.length > 0 && (
        <section aria-label="Unanchored" className="mt-4">
          <AsideTitle>Unanchored</AsideTitle>
          <p className="mb-2 text-note text-ink-3">The text that these comments refer to no longer exists.</p>
          <div className="grid gap-2.5">{unanchored.map(card)}</div>
        </section>
      )}
      {past.length > 0 && (
        <div className="mt-3">
          <Button
            look="quiet"
            className="-ml-2.5"
            aria-expanded={showsPast || isShownPast}
            onClick={() => setShowsPast(!showsPast)}
          >
            {showsPast || isShownPast ? "Hide" : "Show"} {past.length} resolved or decided
          </Button>
          {(showsPast || isShownPast) && <div className="mt-2 grid gap-2.5">{past.map(card)}</div>}
        </div>
      )}
      {rejected && <RejectDialog document={document} suggestion={rejected} onClose={() => reject(null)} />}
    </section>
  );
}

/** Refs of suggested specs that are not to be accepted, by suggestion. */
type Left = ReadonlyMap<string, ReadonlySet<string>>;
const none: ReadonlySet<string> = new Set();

const isThread = (one: Thread | Suggestion): one is Thread => "comments" in one;

const positionOf = (one: Thread | Suggestion) =>
  (isThread(one) ? one.anchor?.start : one.hunks[0]?.start) ?? Number.POSITIVE_INFINITY;

function inOrder({
  threads,
  suggestions,
}: {
  threads: readonly Thread[];
  suggestions: readonly Suggestion[];
}) {
  const isOpen = (one: Thread | Suggestion) => one.state === "open";
  const isGone = (one: Thread | Suggestion) => isThread(one) && one.anchor?.state === "orphaned";
  const all: readonly (Thread | Suggestion)[] = [...threads, ...suggestions];
  return {
    open: all.filter((one) => isOpen(one) && !isGone(one)).toSorted((a, b) => positionOf(a) - positionOf(b)),
    unanchored: all.filter((one) => isOpen(one) && isGone(one)),
    past: all.filter((one) => !isOpen(one)).toReversed(),
  };
}

/** Decides suggestions; `a` and `r` apply to the shown or only one. */
function useDecisions(
  { document, undoTo }: Discussed,
  suggestions: readonly Suggestion[],
  left: Left,
  askToReject: (suggestion: Suggestion) => void,
) {
  const shown = useOpenItem();
  const show = useOpen();
  const decide = (suggestion: Suggestion, how: "accept" | "reject") => {
    if (how === "reject" && suggestion.specs.length > 0) return askToReject(suggestion);
    if (how === "reject") return attempt(() => end(document, suggestion, "reject"));
    const run = async () => {
      const { specs, document: after } = await accept(document, suggestion, left.get(suggestion.id) ?? none);
      const { revision } = after;
      const made = Object.keys(specs).length;
      if (made > 0) return toast(`The suggestion is accepted: the plan has ${counted(made, "new spec")}.`);
      const before = undoTo?.(document.revision, revision);
      toast("The suggestion is accepted; the text has a new version.", before);
    };
    attempt(run);
  };
  const byKey = (how: "accept" | "reject") => {
    if (!document.capabilities.canMaintain) return;
    const open = suggestions.filter(({ state }) => state === "open");
    const meant = open.find(({ id }) => id === shown.suggestion) ?? (open.length === 1 ? open[0] : undefined);
    if (meant) return decide(meant, how);
    const [first] = open.toSorted((a, b) => positionOf(a) - positionOf(b));
    if (first) show({ suggestion: first.id });
  };
  useKey("a", "Accept the suggestion", () => byKey("accept"));
  useKey("r", "Reject the suggestion", () => byKey("reject"));
  return decide;
}
