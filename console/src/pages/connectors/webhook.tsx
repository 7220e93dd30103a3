import { type Connector, createConnectorWebhook, type Reply } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { Button } from "../../components/button.tsx";
import { Copy } from "../../components/copy.tsx";
import { Problem } from "../../components/loading/problem.tsx";
import { Section } from "../../components/section.tsx";

type Made = Reply<typeof createConnectorWebhook>;

/** Tells how soon tracker changes arrive; a webhook makes it immediate. */
export function Webhook({ connector: { id: connectorId, label } }: { connector: Connector }) {
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    setError(null);
    try {
      setMade(await call(createConnectorWebhook, { params: { connectorId } }));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title={`Changes in ${label}`}
      says="The service checks for them every few minutes. A webhook reports them at once; a new webhook replaces the previous one."
      actions={
        !made && (
          <Button busy={isBusy} onClick={() => void make()}>
            Create a webhook
          </Button>
        )
      }
    >
      {error !== null && <Problem error={error} />}
      {made && (
        <div role="status" className="grid max-w-xl gap-2">
          <p>{made.message}</p>
          <Copy text={made.webhook.url} label="Copy address" />
          <Copy text={made.webhook.secret} label="Copy secret" />
        </div>
      )}
    </Section>
  );
}
