import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { InboxItems } from "./inbox-items.tsx";
import { InboxPage } from "./inbox-page.tsx";

/** The snoozed items. */
export default function InboxLater() {
  return (
    <InboxPage>
      <InboxItems
        query={{ snoozed: "true" }}
        isShown={({ snoozedUntil }) => snoozedUntil !== undefined}
        empty={
          <Empty
            action={
              <Link to="/inbox" className={buttonClass()}>
                Go to your inbox
              </Link>
            }
            command="npx groundplan api GET '/v1/notifications?snoozed=true'"
          >
            Nothing is snoozed. Items that you snooze in your inbox wait here, and come back unread.
          </Empty>
        }
      />
    </InboxPage>
  );
}
