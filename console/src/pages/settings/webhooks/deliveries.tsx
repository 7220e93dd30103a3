import {
  getDelivery,
  listDeliveries,
  redeliverWebhook,
  type Webhook,
  type WebhookDelivery,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Entry } from "../../../components/entry.tsx";
import { List } from "../../../components/lists/list.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";
import { DeliveryRequest } from "./delivery-request.tsx";

const latest = 50;
/** Milliseconds between looks at deliveries that are under way, of which no event tells. */
const lookEvery = 2_000;
/** The same once nothing has changed for a minute: a retry may be hours away. */
const lookSeldom = 30_000;
const minute = 60_000;

const tones = { pending: "warn", delivered: "good", failed: "bad" } as const;

export const refreshDeliveries = () => invalidate(listDeliveries, getDelivery);

/** What a webhook delivered, the latest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const seen = useRef({ deliveries: [] as WebhookDelivery[], since: 0 });
  const query = useQuery({
    ...read(listDeliveries, { params: { id: webhook.id }, query: { limit: String(latest) } }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.deliveries.some(({ state }) => state === "pending")) return false;
      const { deliveries } = data;
      if (seen.current.deliveries !== deliveries) seen.current = { deliveries, since: Date.now() };
      return Date.now() - seen.current.since < minute ? lookEvery : lookSeldom;
    },
  });
  return (
    <Section title="Deliveries" says="The latest 50. They are kept for 30 days.">
      <Loaded query={query}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty>Nothing was delivered yet.</Empty>
          ) : (
            <List label="Deliveries" items={deliveries} keyOf={({ id }) => id}>
              {(delivery) => <Delivered webhook={webhook} delivery={delivery} />}
            </List>
          )
        }
      </Loaded>
    </Section>
  );
}

function Delivered({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const [isOpen, open] = useState(false);
  const { id: deliveryId, type, eventSeq, state, attempts, lastStatus, lastError, nextAttemptAt } = delivery;
  const named = `${type}, event ${eventSeq}`;
  const waits = webhook.enabled && state === "pending" && attempts === 0 && nextAttemptAt === undefined;
  const again = async () => {
    await call(redeliverWebhook, { params: { id: webhook.id, deliveryId } });
    toast("It is sent again now.");
    await refreshDeliveries();
  };
  return (
    <>
      <Entry
        title={named}
        pills={<Pill tone={tones[state]}>{wordOf(state.toUpperCase())}</Pill>}
        about={
          <>
            <span>
              <Time at={delivery.createdAt} />
            </span>
            <span>{attempts === 1 ? "1 attempt" : `${attempts} attempts`}</span>
            {waits && <span>waits for an earlier event about the same subject</span>}
            {lastStatus !== undefined && <span>answered {lastStatus}</span>}
            {nextAttemptAt && (
              <span>
                next <Time at={nextAttemptAt} />
              </span>
            )}
            {lastError && <span className="text-bad">{lastError.message}</span>}
          </>
        }
        actions={
          <>
            <Button
              look="quiet"
              aria-expanded={isOpen}
              aria-label={`Request of ${named}`}
              onClick={() => open(!isOpen)}
            >
              Request
            </Button>
            {webhook.enabled && (
              <Button look="quiet" aria-label={`Send again: ${named}`} onClick={() => attempt(again)}>
                Send again
              </Button>
            )}
          </>
        }
      />
      {isOpen && <DeliveryRequest id={webhook.id} deliveryId={deliveryId} />}
    </>
  );
}
