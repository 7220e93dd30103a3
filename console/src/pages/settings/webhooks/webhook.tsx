import {
  deleteWebhook,
  type EventType,
  getWebhook,
  listWebhooks,
  type Webhook as Shown,
  testWebhook,
  updateWebhook,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { Menu } from "../../../components/overlays/menu.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { ChooseEvents } from "./choose-events.tsx";
import { Deliveries, refreshDeliveries } from "./deliveries.tsx";
import { NewSecret } from "./new-secret.tsx";
import { About, Pills } from "./webhook-words.tsx";

/** A webhook with what it delivered. */
export function Webhook(params: { id: string }) {
  const query = useQuery(read(getWebhook, { params }));
  return <Loaded query={query}>{({ webhook }) => <Known key={webhook.id} webhook={webhook} />}</Loaded>;
}

function Known({ webhook }: { webhook: Shown }) {
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const [dialog, open] = useState<"events" | "rotate" | "delete" | null>(null);
  const close = () => open(null);
  const params = { id: webhook.id };
  const change = async (body: { enabled?: boolean; events?: EventType[]; rotateSecret?: boolean }) => {
    const { secret: made } = await call(updateWebhook, { params, body });
    if (made) setSecret(made);
    await invalidate(getWebhook, listWebhooks);
  };
  const test = async () => {
    await call(testWebhook, { params });
    toast("A test is on its way. Its result comes below.");
    await refreshDeliveries();
  };
  const remove = async () => {
    await call(deleteWebhook, { params });
    await invalidate(listWebhooks);
    await navigate({ to: "/settings/webhooks/{-$id}", params: { id: undefined } });
  };
  const lacksSecret = webhook.format === "standard" && webhook.disabledReason?.includes("rotateSecret");
  return (
    <Page
      title={new URL(webhook.url).host}
      crumbs={[
        <Link key="all" to="/settings/webhooks/{-$id}" params={{ id: undefined }}>
          Webhooks
        </Link>,
      ]}
      pills={<Pills webhook={webhook} />}
      actions={
        <>
          {webhook.enabled && <Button onClick={() => attempt(test)}>Send a test</Button>}
          <Menu
            label="More actions for this webhook"
            acts={[
              { name: "Choose events…", run: () => open("events") },
              webhook.enabled
                ? { name: "Switch off", run: () => attempt(() => change({ enabled: false })) }
                : {
                    name: "Switch on",
                    run: () =>
                      attempt(() =>
                        change({ enabled: true, ...(lacksSecret ? { rotateSecret: true } : {}) }),
                      ),
                  },
              ...(webhook.format === "standard"
                ? [{ name: "Give it another secret…", run: () => open("rotate") }]
                : []),
              { name: "Delete…", run: () => open("delete") },
            ]}
          >
            More <span aria-hidden="true">▾</span>
          </Menu>
        </>
      }
    >
      <p className="mb-1 break-all">{webhook.url}</p>
      <p className="mb-6 flex flex-wrap gap-x-3 text-note text-ink-3">
        <About webhook={webhook} />
      </p>
      {secret && <NewSecret url={webhook.url} secret={secret} onClose={() => setSecret(null)} />}
      <Deliveries webhook={webhook} />
      {dialog === "events" && <EventsDialog webhook={webhook} change={change} onClose={close} />}
      {dialog === "rotate" && (
        <Confirm
          title="Give it another secret"
          action="Make a secret"
          act={() => change({ rotateSecret: true })}
          onClose={close}
        >
          The secret before signs along for 24 hours, so that the receiver can change over.
        </Confirm>
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete the webhook to ${webhook.url}`}
          action="Delete webhook"
          act={remove}
          onClose={close}
        >
          Its deliveries are deleted, too, and what waits is not sent.
        </Confirm>
      )}
    </Page>
  );
}

interface EventsProperties {
  webhook: Shown;
  change: (body: { events: EventType[] }) => Promise<void>;
  onClose: () => void;
}

function EventsDialog({ webhook, change, onClose }: EventsProperties) {
  const [chosen, choose] = useState<ReadonlySet<EventType>>(new Set(webhook.events));
  const submit = async () => {
    await change({ events: [...chosen] });
    onClose();
  };
  return (
    <FormDialog title="Choose events" submit={submit} action="Save events" onClose={onClose}>
      <ChooseEvents chosen={chosen} onChange={choose} />
    </FormDialog>
  );
}
