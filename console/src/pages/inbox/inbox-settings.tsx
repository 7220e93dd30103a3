import { getNotificationSettings, type NotificationSettings } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { sendEdits } from "../../edits/edit.ts";
import { editSettings } from "../../planning/inbox/inbox-edits.ts";
import { InboxPage } from "./inbox-page.tsx";

/** The label of each switch. */
const says: Record<keyof NotificationSettings, string> = {
  mentions: "Comments that mention you",
  threads: "Replies in conversations that you take part in, or about documents that you own",
  suggestions: "Suggestions on your documents, and decisions on yours",
  shares: "Plans that are shared with you or transferred to you",
  pushes: "Finished pushes that you started or whose plan you own",
};

/** The user's notification settings, saved at once. */
export default function InboxSettings() {
  const query = useQuery(read(getNotificationSettings, {}));
  return (
    <InboxPage>
      <Loaded query={query}>
        {({ settings }) => (
          <fieldset className="grid gap-1">
            <legend className="mb-2 max-w-[70ch] text-ink-2">
              Changes apply to new notifications. You always get notices about your own webhooks and
              connectors.
            </legend>
            {(Object.keys(says) as (keyof NotificationSettings)[]).map((name) => (
              <label
                key={name}
                className="flex min-h-[2.125rem] items-center gap-2.5 border-t border-line px-2"
              >
                <input
                  type="checkbox"
                  checked={settings[name]}
                  onChange={({ target }) => void sendEdits(editSettings({ [name]: target.checked }))}
                  className="size-4 flex-none accent-accent"
                />
                {says[name]}
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
    </InboxPage>
  );
}
