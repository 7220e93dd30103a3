import { listNotifications } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../api/read.ts";
import { RailLink } from "./rail-link.tsx";

/** Higher counts are shown as "99+". */
const most = 99;

export function RailInbox() {
  const inbox = useQuery({
    ...read(listNotifications, { query: { limit: "1" } }),
    // Snoozed items come back without an event.
    refetchInterval: 60_000,
  });
  const unread = inbox.data?.unread ?? 0;
  return (
    <RailLink to="/inbox" activeOptions={{ includeSearch: false }}>
      <span className="flex items-center justify-between gap-2">
        Inbox
        {unread > 0 && (
          <span className="rounded-full bg-accent px-2 text-micro font-semibold text-on-accent">
            {unread > most ? `${most}+` : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
    </RailLink>
  );
}
