import type { Evidence } from "@groundplan/contract";
import { Button } from "../../../components/button.tsx";
import { Time } from "../../../components/time.tsx";
import { EvidenceMark } from "./evidence-mark.tsx";
import { type Criterion, labelOf, trustWords } from "./evidence-words.ts";
import { Reference } from "./reference.tsx";

interface Properties {
  criterion: Criterion;
  number: number;
  /** The newest for its words, once it is read. */
  evidence: Evidence | undefined;
  /** Null unless the user can review it. */
  judge: ((result: "passed" | "failed") => void) | null;
  isBusy: boolean;
}

/** A criterion with the mark of its evidence, its reference, and who gave it. */
export function CriterionRow({ criterion, number, evidence, judge, isBusy }: Properties) {
  const { text, evidence: newest } = criterion;
  const label = labelOf(criterion, number);
  return (
    <div className="grid grid-cols-[1rem_1fr] gap-x-1.5 py-1 text-note">
      <EvidenceMark result={newest?.result ?? null} />
      <span className="line-clamp-3 min-w-0 wrap-anywhere" title={text}>
        <span className="font-mono text-small text-ink-2">{label}</span> {text}
      </span>
      {newest && (
        <span className="col-start-2 flex min-w-0 flex-wrap gap-x-1.5 text-small text-ink-3">
          {evidence && <Reference to={evidence.ref} />}
          <span>
            {trustWords[newest.trust]} · <Time at={newest.at} />
          </span>
        </span>
      )}
      {judge && (
        <span className="col-start-2 mt-1 flex gap-1.5">
          <Button aria-label={`Pass ${label}`} busy={isBusy} onClick={() => judge("passed")}>
            Pass
          </Button>
          <Button look="danger" aria-label={`Fail ${label}`} busy={isBusy} onClick={() => judge("failed")}>
            Fail
          </Button>
        </span>
      )}
    </div>
  );
}
