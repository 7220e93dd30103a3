import { unreadItems } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { List } from "../../components/lists/list.tsx";
import { Section } from "../../components/section.tsx";
import { InboxRow } from "../../planning/inbox/inbox-row.tsx";

const mostShown = unreadItems[3];

/** The newest unread inbox items, if any. */
export function WaitsForYou() {
  const { data = [] } = useQuery(readAll(...unreadItems));
  const items = data.filter(({ read, snoozedUntil }) => !read && snoozedUntil === undefined);
  if (items.length === 0) return null;
  return (
    <Section
      title="For you"
      actions={
        <Link to="/inbox" className={buttonClass("quiet")}>
          Open inbox
        </Link>
      }
    >
      <List label="For you" items={items.slice(0, mostShown)} keyOf={({ id }) => id}>
        {(item) => <InboxRow item={item} />}
      </List>
    </Section>
  );
}
