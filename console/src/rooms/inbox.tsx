import { listNotifications } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { read, readAll } from "../api/read.ts";
import { useKey } from "../frame/keys.ts";
import { moveRow } from "../frame/rows.ts";
import { Button, buttonClass } from "../parts/button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Kbd } from "../parts/kbd.tsx";
import { List } from "../parts/list.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { toast, toastProblem } from "../parts/toast.tsx";
import { markAllDone, markDone } from "./inbox/inbox-edits.ts";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { InboxRow } from "./inbox/inbox-row.tsx";

/** So many items are shown at first, and with each step back. */
const step = 200;

/** Shows what others did that concerns the person, to go through by keyboard. */
export default function Inbox() {
  const { unread } = useSearch({ from: "/framed/inbox" });
  const navigate = useNavigate();
  const [most, setMost] = useState(step);
  const count = useQuery(read(listNotifications, { query: { limit: "1" } })).data;
  const query = unread ? { unread: "true" } : {};
  const items = useQuery({
    ...readAll(listNotifications, { query }, "items", most),
    placeholderData: keepPreviousData,
  });
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
    toast(marked === 1 ? "1 item is done." : `${marked} items are done.`);
  };
  useKey("e", "Mark as done, and go on", () => {
    const before = document.activeElement?.closest("[data-item]");
    moveRow(1);
    if (document.activeElement?.closest("[data-item]") === before) moveRow(-1);
    before?.querySelector<HTMLElement>("[data-act=done]")?.click();
  });
  useKey("u", "Show unread items only, or all", filter);
  return (
    <InboxPage
      actions={
        <>
          <Button aria-pressed={unread ?? false} onClick={filter}>
            Unread only <Kbd>u</Kbd>
          </Button>
          {count && count.unread > 0 && (
            <Button onClick={() => void allDone().catch(toastProblem)}>Mark all as done</Button>
          )}
        </>
      }
    >
      <Loaded query={items}>
        {(all) => {
          const shown = unread ? all.filter((item) => !item.read) : all;
          if (shown.length === 0)
            return (
              <Empty
                action={
                  <Link to="/projects" className={buttonClass()}>
                    Go to your projects
                  </Link>
                }
                command="npx groundplan api GET /v1/notifications"
              >
                {unread
                  ? "Nothing waits for you. What comes next is shown here at once."
                  : "What others do that concerns you comes here: mentions, comments, suggestions, shares and pushes."}
              </Empty>
            );
          return (
            <>
              <List label="Inbox" items={shown} keyOf={({ id }) => id}>
                {(item) => <InboxRow item={item} done={() => void markDone([item])} />}
              </List>
              {all.length === most && (
                <Button className="mt-3" onClick={() => setMost(most + step)}>
                  Show older ones
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </InboxPage>
  );
}
