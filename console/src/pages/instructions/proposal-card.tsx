import type { Proposal, ProposalState } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/loading/problem.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { LazyDiff } from "../../components/text/lazy-diff.tsx";
import { Time } from "../../components/time.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { instructionReads, instructionsAt } from "./endpoints.ts";

interface Properties {
  scope: Scope;
  proposal: Proposal;
  mayDecide: boolean;
}

const tones: Record<ProposalState, Tone> = {
  open: "accent",
  accepted: "good",
  rejected: "plain",
  withdrawn: "plain",
};

/** A proposal with its diff and decision. */
export function ProposalCard({ scope, proposal, mayDecide }: Properties) {
  const { id: proposalId, markdown, message, author, baseRevision, state, createdAt } = proposal;
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const endpoints = instructionsAt(scope);
  const base = useQuery({
    ...read(endpoints.version, { params: { ...scope.params, seq: String(baseRevision) } }),
    enabled: baseRevision > 0,
  });
  const before = baseRevision === 0 ? "" : base.data?.version.markdown;
  const decide = async (endpoint: typeof endpoints.accept, says: string) => {
    setBusy(true);
    try {
      await call(endpoint, { params: { ...scope.params, proposalId } });
      toast(says);
      setError(null);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
      await invalidate(...instructionReads);
    }
  };
  return (
    <article className="grid gap-3 rounded-card border border-line bg-sheet p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 basis-48 font-semibold break-words">{message || "A change"}</h2>
        <Pill tone={tones[state]}>{wordOf(state.toUpperCase())}</Pill>
        <span className="text-note text-ink-3">
          {author?.name ?? "somebody who left"}, <Time at={createdAt} />
        </span>
      </header>
      {before !== undefined && <LazyDiff before={before} after={markdown} />}
      {error !== null && <Problem error={error} />}
      {mayDecide && state === "open" && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            busy={isBusy}
            onClick={() => void decide(endpoints.accept, "The proposal is accepted as a new version.")}
          >
            Accept
          </Button>
          <Button
            busy={isBusy}
            onClick={() => void decide(endpoints.reject, "The proposal is rejected. The text is unchanged.")}
          >
            Reject
          </Button>
        </div>
      )}
    </article>
  );
}
