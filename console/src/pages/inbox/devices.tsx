import {
  type Device,
  deleteDevice,
  getNotificationSettings,
  listDevices,
  type NotificationSettings,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Entry } from "../../components/entry.tsx";
import { List } from "../../components/lists/list.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { sendEdits } from "../../edits/edit.ts";
import { subscribeHere, subscriptionHere, takesPushes } from "../../session/pushes-here.ts";
import { useSession } from "../../session/session.ts";
import { editSettings } from "./settings-edits.ts";

interface Properties {
  settings: NotificationSettings;
  /** Why the service sends no pushes; null if it does. */
  unavailable: string | null;
}

/** The browsers that take the user's pushes. */
export function Devices({ settings, unavailable }: Properties) {
  const workspaceId = useSession().workspaceId ?? "";
  const devices = useQuery(read(listDevices, {}));
  const here = useQuery({
    queryKey: ["subscription of this browser", workspaceId],
    queryFn: async () => (await subscriptionHere(workspaceId))?.endpoint ?? null,
  });
  const isHere = ({ endpoint }: Device) => endpoint === here.data;
  const change = async () => {
    await here.refetch();
    await invalidate(listDevices, getNotificationSettings);
  };
  const add = async (publicKey: string) => {
    await subscribeHere(workspaceId, publicKey);
    await change();
    const kinds = Object.entries(settings.channels);
    if (!kinds.some(([, { push }]) => push))
      await sendEdits(
        editSettings({
          channels: Object.fromEntries(kinds.map(([kind, { inbox }]) => [kind, { push: inbox }])),
        }),
      );
    toast("This browser now shows your notifications.");
  };
  const remove = async (device: Device) => {
    await call(deleteDevice, { body: { id: device.id } });
    if (isHere(device)) await (await subscriptionHere(workspaceId))?.unsubscribe();
    await change();
    toast(`${device.name} gets no more notifications.`);
  };
  return (
    <Section
      title="Browsers"
      says="A push has a title and a link, no text. Which kinds are pushed, the table says."
    >
      <Loaded query={devices}>
        {({ devices: all, publicKey }) => (
          <>
            {unavailable !== null || publicKey === null ? (
              <p className="mb-2 text-note text-ink-2">{unavailable}</p>
            ) : takesPushes() ? (
              !all.some(isHere) && (
                <p className="mb-2">
                  <Button onClick={() => attempt(() => add(publicKey))}>
                    Get notifications in this browser
                  </Button>
                </p>
              )
            ) : (
              <p className="mb-2 text-note text-ink-2">This browser takes no notifications from here.</p>
            )}
            {all.length === 0 ? (
              <Empty>No browser gets notifications yet.</Empty>
            ) : (
              <List label="Browsers" items={all} keyOf={({ id }) => id}>
                {(device) => (
                  <Entry
                    title={device.name}
                    pills={isHere(device) && <Pill>This browser</Pill>}
                    about={
                      <span>
                        added <Time at={device.createdAt} />
                      </span>
                    }
                    actions={
                      <Button
                        look="quiet"
                        aria-label={`Remove ${device.name}`}
                        onClick={() => attempt(() => remove(device))}
                      >
                        Remove
                      </Button>
                    }
                  />
                )}
              </List>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
