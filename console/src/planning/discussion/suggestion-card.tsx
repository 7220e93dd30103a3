import type { Suggestion } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { Pill } from "../../components/pill.tsx";
import { Time } from "../../components/time.tsx";
import { Who } from "../../components/who.tsx";
import { useSession } from "../../session/session.ts";
import { Card } from "./card.tsx";
import type { Discussed } from "./discussion.ts";
import { end } from "./discussion-edits.ts";
import { useOpen, useOpenItem } from "./open-item.ts";
import { SuggestedSpecs } from "./suggested-specs.tsx";
import { WordDiff } from "./word-diff.tsx";

interface Properties {
  discussed: Discussed;
  suggestion: Suggestion;
  /** Refs of suggested specs that accepting leaves out. */
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
  onAccept: () => void;
  onReject: () => void;
}

/** A suggestion as a diff, with its decision. */
export function SuggestionCard({
  discussed: { document, plan },
  suggestion,
  left,
  onLeave,
  onAccept,
  onReject,
}: Properties) {
  const { id, author, credential, createdAt, message, hunks, specs, state, criteria, reason, runId } =
    suggestion;
  const shown = useOpenItem();
  const show = useOpen();
  const { user } = useSession();
  const { canMaintain, canComment } = document.capabilities;
  const isOpen = state === "open";
  const isMine = author?.userId === user.id;
  return (
    <Card
      label={`Suggestion by ${author?.name ?? "somebody"}`}
      isActive={shown.suggestion === id}
      onShow={() => show({ suggestion: id })}
    >
      <div className="text-note text-ink-3">
        <Who person={author} credential={credential} /> suggests ·{" "}
        <Link
          to="."
          search={(before: object) => ({ ...before, suggestion: id, thread: undefined, comment: undefined })}
          replace
          resetScroll={false}
          data-row
          data-suggestion={id}
          className="whitespace-nowrap hover:text-accent"
        >
          <Time at={createdAt} />
        </Link>
      </div>
      {message && <p className="my-1 break-words">{message}</p>}
      <div className="my-1.5 grid gap-1.5">
        {hunks.map(({ exact, replacement }, index) => (
          <WordDiff key={`hunk ${index.toString()}`} before={exact} after={replacement} />
        ))}
      </div>
      {plan && specs.length > 0 && (
        <SuggestedSpecs
          plan={plan}
          specs={specs}
          left={isOpen && canMaintain ? left : null}
          onLeave={onLeave}
        />
      )}
      {plan && runId !== undefined && (
        <p className="text-note text-ink-3">
          Made by the planning agent:{" "}
          <Link
            to="/projects/$projectSlug/plans/$planShortId/runs/$runId"
            params={{ ...plan, runId }}
            className="text-accent underline"
          >
            see the run
          </Link>
        </p>
      )}
      {!isOpen && (
        <p className="flex flex-wrap items-center gap-1.5 text-note text-ink-3">
          <Pill tone={state === "accepted" ? "good" : "plain"}>{said[state]}</Pill>
          {state === "outdated" && "The text that it changes no longer exists."}
          {suggestion.decidedBy && <>by {suggestion.decidedBy.name}</>}
        </p>
      )}
      {reason && <p className="mt-1 text-note break-words whitespace-pre-line text-ink-2">{reason}</p>}
      {isOpen && criteriaWords(criteria) && (
        <p className="text-small text-ink-3">{criteriaWords(criteria)}</p>
      )}
      {isOpen && (canMaintain || (isMine && canComment)) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {canMaintain && (
            <>
              <Button
                onClick={onAccept}
                disabled={left.size > 0 && left.size === specs.length && hunks.length === 0}
              >
                {left.size === 0 ? "Accept" : `Accept ${specs.length - left.size} of ${specs.length}`}{" "}
                <Kbd>a</Kbd>
              </Button>
              <Button onClick={onReject}>
                Reject <Kbd>r</Kbd>
              </Button>
            </>
          )}
          {isMine && (
            <Button look="quiet" onClick={() => attempt(() => end(document, suggestion, "withdraw"))}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const said = { open: "Open", accepted: "Accepted", rejected: "Rejected", outdated: "Outdated" } as const;

/** Summarizes changes to criteria: "Acceptance criteria: 1 added, 2 changed." */
function criteriaWords({ added, changed, removed }: Suggestion["criteria"]): string | null {
  const parts = [
    added > 0 && `${added} added`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} removed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `Acceptance criteria: ${parts.join(", ")}.`;
}
