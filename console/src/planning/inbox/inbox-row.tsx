import type { Notification } from "@groundplan/contract";
import { localAddress } from "../../api/local-address.ts";
import { Handle } from "../../components/handle.tsx";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { Time } from "../../components/time.tsx";
import { type Mark, markItems, snooze } from "./inbox-edits.ts";
import { snoozeTimes } from "./snooze-times.ts";

const button = "rounded-md bg-sunk px-2 py-1 text-note text-ink-2 hover:text-ink";

/** A notification; the row links to its document. */
export function InboxRow({ item }: { item: Notification }) {
  const { id, actorName, activity, documentTitle, excerpt, createdAt, read, mentioned, url, snoozedUntil } =
    item;
  const { planShortId, planName, specShortId } = item;
  const about = `${actorName} ${activity}`;
  const mark = (as: Mark) => void markItems([item], as);
  const acts = snoozeTimes.map((time) => ({ name: time.name, run: () => void snooze(item, time) }));
  return (
    <RowWithActs
      id={id}
      after={
        <span className="absolute top-1 right-1 flex gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:static pointer-coarse:mx-1 pointer-coarse:flex-none pointer-coarse:opacity-100">
          <Menu label={`Snooze: ${about}`} acts={acts} className={button} act="snooze">
            Later
          </Menu>
          {(read || snoozedUntil) && (
            <button
              type="button"
              data-act="unread"
              aria-label={`Mark as unread: ${about}`}
              onClick={() => mark("unread")}
              className={button}
            >
              Unread
            </button>
          )}
          {!read && (
            <button
              type="button"
              data-act="done"
              aria-label={`Mark as done: ${about}`}
              onClick={() => mark("done")}
              className={button}
            >
              Done
            </button>
          )}
        </span>
      }
    >
      <RowLink {...localAddress(url)} onClick={() => mark("done")} className="flex-wrap gap-y-0">
        <span
          role="img"
          aria-label={read ? "Done" : "Unread"}
          className={`size-2 flex-none rounded-full ${read ? "border border-line-strong" : "bg-accent"}`}
        />
        <span className={`min-w-0 flex-1 basis-40 ${read ? "text-ink-2" : "font-[550]"}`}>
          {about} · {documentTitle}
          {planShortId !== undefined && (
            <span className="font-normal text-ink-3">
              {" "}
              <Handle>
                {planShortId} {specShortId}
              </Handle>
              {planName !== documentTitle && ` ${planName}`}
            </span>
          )}
          {mentioned && <span className="text-accent"> · you are mentioned</span>}
        </span>
        <span className="text-note text-ink-3">
          {snoozedUntil ? (
            <>
              comes back <Time at={snoozedUntil} />
            </>
          ) : (
            <Time at={createdAt} />
          )}
        </span>
        {excerpt && <span className="basis-full truncate pl-4.5 text-note text-ink-2">{excerpt}</span>}
      </RowLink>
    </RowWithActs>
  );
}
