import { listNotifications, type Notification } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { moveRow } from "../../components/keyboard/move-row.ts";
import { List } from "../../components/lists/list.tsx";
import { actInRow, useKeptFocus } from "../../components/lists/row-selection.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { InboxRow } from "../../planning/inbox/inbox-row.tsx";

/** The items per page. */
const step = 200;

interface Properties {
  query: { unread?: "true"; snoozed?: "true" };
  /** Optimistic updates can remove items. */
  isShown: (item: Notification) => boolean;
  empty: ReactNode;
}

/** An inbox list with keyboard navigation. */
export function InboxItems({ query, isShown, empty }: Properties) {
  const [most, setMost] = useState(step);
  const kept = useKeptFocus();
  const items = useQuery({
    ...readAll(listNotifications, { query }, "items", most),
    placeholderData: keepPreviousData,
    // Snoozed items come back without an event.
    refetchInterval: 60_000,
  });
  useKey("e", "Mark as done and go to the next", () => {
    const before = document.activeElement?.closest("[data-item]");
    moveRow(1);
    if (document.activeElement?.closest("[data-item]") === before) moveRow(-1);
    before?.querySelector<HTMLElement>("[data-act=done]")?.click();
  });
  useKey("u", "Mark as unread", () => actInRow("unread"));
  useKey("h", "Snooze", () => actInRow("snooze"));
  return (
    <Loaded query={items}>
      {(all) => {
        const shown = all.filter(isShown);
        if (shown.length === 0) return empty;
        return (
          <div {...kept}>
            <List label="Inbox" items={shown} keyOf={({ id }) => id}>
              {(item) => <InboxRow item={item} />}
            </List>
            {all.length === most && (
              <Button className="mt-3" onClick={() => setMost(most + step)}>
                Show older
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
