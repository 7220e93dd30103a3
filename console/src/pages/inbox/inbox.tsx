import { listNotifications } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Empty } from "../../components/empty.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { markAllDone } from "../../planning/inbox/inbox-edits.ts";
import { InboxItems } from "./inbox-items.tsx";
import { InboxPage } from "./inbox-page.tsx";
import { InboxQuestions } from "./inbox-questions.tsx";

export default function Inbox() {
  const { unread } = useSearch({ from: "/shell/inbox" });
  const navigate = useNavigate();
  const count = useQuery(read(listNotifications, { query: { limit: "1" } })).data;
  const filter = () =>
    void navigate({
      to: "/inbox",
      search: unread ? {} : { unread: true },
      replace: true,
      resetScroll: false,
    });
  const allDone = async () => {
    if (!count) return;
    const marked = await markAllDone(count.watermark);
    toast(`Marked ${counted(marked, "item")} as done.`);
  };
  useKey("f", "Show only unread items, or all", filter);
  return (
    <InboxPage
      actions={
        <>
          <Button aria-pressed={unread ?? false} onClick={filter}>
            Unread only <Kbd>f</Kbd>
          </Button>
          {count && count.unread > 0 && <Button onClick={() => attempt(allDone)}>Mark all as done</Button>}
        </>
      }
    >
      <InboxQuestions />
      <InboxItems
        query={unread ? { unread: "true" } : {}}
        isShown={({ read, snoozedUntil }) => snoozedUntil === undefined && !(unread && read)}
        empty={
          <Empty
            action={
              <Link to="/projects" className={buttonClass()}>
                Go to your projects
              </Link>
            }
            command="npx groundplan api GET /v1/notifications"
          >
            {unread
              ? "You're all caught up. New notifications appear here at once."
              : "Mentions, comments, suggestions, shares and pushes that concern you appear here."}
          </Empty>
        }
      />
    </InboxPage>
  );
}
