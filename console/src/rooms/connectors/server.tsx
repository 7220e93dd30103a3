import { deleteMcpServer, type McpServer, probeMcpServer } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/lazy.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Section } from "../../parts/section.tsx";
import { Time } from "../../parts/time.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { showsConnectors } from "./connector-edits.ts";
import { probeWords, ServerForm } from "./server-form.tsx";

/** An MCP server of the workspace's own: where it is, how its last probe went, and what an owner can do. */
export function Server({ server, mayChange }: { server: McpServer; mayChange: boolean }) {
  const { slug, label, url, authMode, lastProbe } = server;
  const [isOpen, open] = useState<"change" | "delete" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const probe = async () => {
    setBusy(true);
    try {
      const answer = await call(probeMcpServer, { params: { slug } });
      const { toolsDropped: dropped } = answer.probe;
      const more = dropped.length > 0 ? ` These can't be used: ${dropped.join(", ")}.` : "";
      toast(probeWords(answer.server) + more);
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(false);
      await forget(...showsConnectors);
    }
  };
  const remove = async () => {
    await call(deleteMcpServer, { params: { slug } });
    await navigate({ to: "/connectors" });
    await forget(...showsConnectors);
    toast(`${label} is deleted.`);
  };
  const isWell = lastProbe?.status === "ok";
  return (
    <Section
      title="Server"
      actions={
        mayChange && (
          <>
            <Button busy={isBusy} onClick={() => void probe()}>
              Ask it again
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
        <dd>{authMode === "bearer" ? "Sent with each call" : "None is needed"}</dd>
        <dt className="text-ink-3">Last probe</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {lastProbe?.status && <Pill tone={isWell ? "good" : "bad"}>{isWell ? "Well" : "Failed"}</Pill>}
          <span>{probeWords(server)}</span>
          {lastProbe?.at && (
            <span className="text-note text-ink-3">
              <Time at={lastProbe.at} />
            </span>
          )}
        </dd>
      </dl>
      {isOpen === "change" && <ServerForm server={server} onClose={() => open(null)} />}
      {isOpen === "delete" && (
        <Confirm title={`Delete ${label}`} action="Delete server" act={remove} onClose={() => open(null)}>
          Its token and the switches of its tools go with it. Agents can't use it from the next call on.
        </Confirm>
      )}
    </Section>
  );
}
