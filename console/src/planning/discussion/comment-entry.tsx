import type { Comment, Document } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Act } from "../../components/overlays/act.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { Time } from "../../components/time.tsx";
import { Who } from "../../components/who.tsx";
import type { Person } from "../../editor/references/offers.ts";
import { unsentOf } from "../../edits/unsent-text.ts";
import { useSession } from "../../session/session.ts";
import { Composer } from "./composer.tsx";
import { remove, rewrite } from "./discussion-edits.ts";

interface Properties {
  document: Document;
  comment: Comment;
  /** The first comment shares the thread's address. */
  isFirst: boolean;
  /** True if the address names it. */
  isMeant: boolean;
  /** True if actions are offered. */
  isOpen: boolean;
  people: readonly Person[];
}

export function CommentEntry({ document, comment, isFirst, isMeant, isOpen, people }: Properties) {
  const place = `change of ${comment.id}`;
  const [isEditing, edit] = useState(unsentOf(place) !== undefined);
  const { user } = useSession();
  const { id, threadId, body, author, credential, createdAt, editedAt, deletedAt } = comment;
  const isMine = author?.userId === user.id;
  const { canComment, canMaintain } = document.capabilities;
  const stop = () => edit(false);
  const acts: Act[] = [
    { name: "Copy link", run: () => void copyLink(threadId, isFirst ? undefined : id) },
    ...(isMine && canComment ? [{ name: "Edit", run: () => edit(true) }] : []),
    ...((isMine && canComment) || canMaintain
      ? [{ name: "Delete", run: () => remove(document, comment) }]
      : []),
  ];
  if (deletedAt) return <p className="py-1 text-note text-ink-3">A comment was deleted here.</p>;
  return (
    <div id={`comment-${id}`} className={`py-1 ${isMeant ? "-mx-1.5 rounded-md bg-accent-soft px-1.5" : ""}`}>
      <div className="flex min-h-6 items-center gap-1.5 text-note text-ink-3">
        <span className="min-w-0 flex-1 break-words">
          <Who person={author} credential={credential} /> ·{" "}
          <Link
            to="."
            search={(before: object) => ({
              ...before,
              thread: threadId,
              comment: isFirst ? undefined : id,
              suggestion: undefined,
            })}
            replace
            resetScroll={false}
            data-row={isFirst || undefined}
            className="whitespace-nowrap hover:text-accent"
          >
            <Time at={createdAt} />
          </Link>
          {editedAt && " · edited"}
        </span>
        {isOpen && (
          <Menu
            label={`More actions for the comment by ${author?.name ?? "somebody"}`}
            acts={acts}
            className="rounded-md px-1.5 text-ink-2 hover:bg-sunk"
          >
            <span aria-hidden="true">⋯</span>
          </Menu>
        )}
      </div>
      {isEditing ? (
        <Composer
          document={document}
          label="Edit the comment"
          action="Save"
          people={people}
          initial={body}
          place={place}
          send={async (text) => {
            await rewrite(document, comment, text);
            stop();
          }}
          onCancel={stop}
        />
      ) : (
        <Markdown text={body} isNote />
      )}
    </div>
  );
}

async function copyLink(thread: string, comment: string | undefined): Promise<void> {
  const url = new URL(location.pathname, location.origin);
  url.searchParams.set("thread", thread);
  if (comment !== undefined) url.searchParams.set("comment", comment);
  try {
    await navigator.clipboard.writeText(url.href);
    toast("The link is copied.");
  } catch {
    // Pages over plain HTTP may not write to the clipboard.
    toast(`Copy it from here: ${url.href}`);
  }
}
