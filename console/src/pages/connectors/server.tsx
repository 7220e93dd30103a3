import { deleteMcpServer, type McpServer, type ProbeStatus, probeMcpServer } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { connectorReads } from "../../planning/trackers/connector-edits.ts";
import { probeWords, ServerForm } from "./server-form.tsx";

interface Properties {
  server: McpServer;
  /** True if each user connects their own account. */
  hasAccounts: boolean;
  mayChange: boolean;
}

/** The most removed tools named in a message. */
const mostShown = 5;

/** A custom MCP server: its address, last probe and actions. */
export function Server({ server, hasAccounts, mayChange }: Properties) {
  const { slug, label, url, lastProbe } = server;
  const [dialog, open] = useState<"change" | "delete" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const probe = async () => {
    setBusy(true);
    try {
      const answer = await call(probeMcpServer, { params: { slug } });
      const { toolsDropped: dropped } = answer.probe;
      const shown = dropped.slice(0, mostShown).join("; ");
      const others = dropped.length > mostShown ? `; and ${dropped.length - mostShown} more` : "";
      const more = dropped.length > 0 ? ` These are left out: ${shown}${others}.` : "";
      toast(probeWords(answer.server) + more);
    } catch (error) {
      toastProblem(error, { retry: probe });
    } finally {
      setBusy(false);
      await invalidate(...connectorReads);
    }
  };
  const remove = async () => {
    await call(deleteMcpServer, { params: { slug } });
    await navigate({ to: "/connectors" });
    await invalidate(...connectorReads);
    toast(`${label} is deleted.`);
  };
  return (
    <Section
      title="Server"
      actions={
        mayChange && (
          <>
            <Button busy={isBusy} onClick={() => void probe()}>
              Probe again
            </Button>
            <Button onClick={() => open("change")}>Change</Button>
            <Button look="danger" onClick={() => open("delete")}>
              Delete
            </Button>
          </>
        )
      }
    >
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 gap-y-1.5 border-t border-line px-2 py-2">
        <dt className="text-ink-3">Address</dt>
        <dd className="font-mono text-small break-all">{url}</dd>
        <dt className="text-ink-3">Token</dt>
        <dd>{tokenWords(server, hasAccounts)}</dd>
        <dt className="text-ink-3">Last probe</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {lastProbe?.status && <ProbePill status={lastProbe.status} hasAccounts={hasAccounts} />}
          <span>{probeWords(server)}</span>
          {lastProbe?.at && (
            <span className="text-note text-ink-3">
              <Time at={lastProbe.at} />
            </span>
          )}
        </dd>
      </dl>
      {dialog === "change" && <ServerForm server={server} onClose={() => open(null)} />}
      {dialog === "delete" && (
        <Confirm title={`Delete ${label}`} action="Delete server" act={remove} onClose={() => open(null)}>
          Its token and tool settings are deleted too. Agents can't use it from the next call on.
        </Confirm>
      )}
    </Section>
  );
}

function tokenWords({ authMode }: McpServer, hasAccounts: boolean): string {
  if (authMode === "bearer") return "Sent with each call";
  return hasAccounts ? "Each member's own account" : "None is needed";
}

/** With personal accounts, "auth required" is a healthy result. */
function ProbePill({ status, hasAccounts }: { status: ProbeStatus; hasAccounts: boolean }) {
  if (status === "ok") return <Pill tone="good">Well</Pill>;
  if (status === "auth_required" && hasAccounts) return <Pill tone="warn">Requires sign-in</Pill>;
  return <Pill tone="bad">Failed</Pill>;
}
