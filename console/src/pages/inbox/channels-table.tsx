import type {
  getNotificationSettings,
  NotificationChannels,
  NotificationKind,
  Reply,
} from "@groundplan/contract";
import { sendEdits } from "../../edits/edit.ts";
import { editSettings } from "./settings-edits.ts";

/** What each kind is, in the order of the table. */
const says: Record<NotificationKind, string> = {
  assignment: "Specs and plans that are given to you",
  mention: "Comments that mention you",
  comment: "Replies in conversations that you take part in, follow or own",
  suggestion: "Suggestions on your documents, and decisions on yours",
  share: "Plans that are shared with you or transferred to you",
  push: "Finished pushes that you started or whose plan you own",
  agent: "Questions and results of the planning agent",
  claim: "Ends of your claims, and reviews",
  policy: "Changes of the policy of evidence",
  connector: "Connections that have to be made again",
  webhook: "Webhooks of yours that were paused",
};
const kinds = Object.keys(says) as NotificationKind[];

/** Where each kind goes, saved at once. */
export function ChannelsTable({ settings, unavailable }: Reply<typeof getNotificationSettings>) {
  const set = (kind: NotificationKind, own: Partial<NotificationChannels>) =>
    void sendEdits(editSettings({ channels: { [kind]: own } }));
  return (
    <table className="w-full">
      <thead>
        <tr className="text-note text-ink-2">
          <th scope="col" className="py-2 text-left">
            Kind
          </th>
          <th scope="col">Inbox</th>
          <th scope="col">Mail</th>
          <th scope="col">Push</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => {
          const { inbox, mail, push } = settings.channels[kind];
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-normal">
                {says[kind]}
              </th>
              <td className="px-2 text-center">
                <input
                  type="checkbox"
                  aria-label={`Inbox: ${says[kind]}`}
                  checked={inbox}
                  onChange={({ target }) => set(kind, { inbox: target.checked })}
                  className="size-4 flex-none accent-accent"
                />
              </td>
              <td className="px-2 text-center">
                <select
                  aria-label={`Mail: ${says[kind]}`}
                  value={mail}
                  disabled={unavailable.mail !== null && mail === "off"}
                  onChange={({ target }) => set(kind, { mail: target.value as NotificationChannels["mail"] })}
                  className="rounded-md border border-field bg-paper text-note text-ink"
                >
                  <option value="off">No</option>
                  <option value="each">Each</option>
                  <option value="digest">Daily</option>
                </select>
              </td>
              <td className="px-2 text-center">
                <input
                  type="checkbox"
                  aria-label={`Push: ${says[kind]}`}
                  checked={push}
                  disabled={unavailable.push !== null && !push}
                  onChange={({ target }) => set(kind, { push: target.checked })}
                  className="size-4 flex-none accent-accent"
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
