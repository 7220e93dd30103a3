import type { Notification } from "@groundplan/contract";
import { localAddress } from "../../api/local-address.ts";
import { RowLink, RowWithActs } from "../../parts/row.tsx";
import { Time } from "../../parts/time.tsx";

interface Properties {
  item: Notification;
  /** Marks it as done. */
  done: () => void;
}

/** Shows what somebody did; the row opens the document that it is about. */
export function InboxRow({ item, done }: Properties) {
  const { id, actorName, activity, documentTitle, excerpt, createdAt, read, mentioned, url } = item;
  return (
    <RowWithActs
      id={id}
      after={
        !read && (
          <button
            type="button"
            data-act="done"
            aria-label={`Mark as done: ${actorName} ${activity}`}
            onClick={done}
            className="absolute top-1 right-1 rounded-md bg-sunk px-2 py-1 text-note text-ink-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink pointer-coarse:static pointer-coarse:mx-1 pointer-coarse:flex-none pointer-coarse:opacity-100"
          >
            Done
          </button>
        )
      }
    >
      <RowLink {...localAddress(url)} onClick={done} className="flex-wrap gap-y-0">
        <span
          role="img"
          aria-label={read ? "Done" : "Unread"}
          className={`size-2 flex-none rounded-full ${read ? "border border-line-strong" : "bg-accent"}`}
        />
        <span className={`min-w-0 flex-1 basis-40 ${read ? "text-ink-2" : "font-[550]"}`}>
          {actorName} {activity} · {documentTitle}
          {mentioned && <span className="text-accent"> · you are mentioned</span>}
        </span>
        <span className="text-note text-ink-3">
          <Time at={createdAt} />
        </span>
        {excerpt && <span className="basis-full truncate pl-4.5 text-note text-ink-2">{excerpt}</span>}
      </RowLink>
    </RowWithActs>
  );
}
