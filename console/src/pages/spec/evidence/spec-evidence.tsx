import { listEvidence, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { AsideTitle } from "../../../components/page/aside-title.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { CriterionRow } from "./criterion-row.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { evidenceOf } from "./evidence-words.ts";
import { review } from "./review.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** Evidence read, the newest. */
const mostRead = 200;
/** Criteria shown at first. */
const mostShown = 20;

/** What proves a spec's criteria, and while it awaits a review, the buttons for it. */
export default function SpecEvidence({ params, spec, canEdit }: Properties) {
  const { data: evidence = [] } = useQuery(readAll(listEvidence, { params }, "evidence", mostRead));
  const [isWhole, showWhole] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const criteria = spec.acceptanceCriteria;
  const proven = criteria.filter((criterion) => criterion.evidence?.result === "passed").length;
  const judge = (numbers: readonly number[], result: "passed" | "failed") => {
    setBusy(true);
    void review(params, spec, numbers, result).finally(() => setBusy(false));
  };
  const isReviewed = spec.awaitsReview && canEdit;
  return (
    <section aria-label="Evidence" className="mb-4 border-b border-line pb-4">
      <AsideTitle>
        {proven} of {criteria.length} criteria proven
      </AsideTitle>
      {isReviewed && (
        <div className="mb-2 grid justify-items-start gap-1.5 text-note">
          <p className="text-ink-2">
            It is done once a reviewer has passed each criterion. A fail sends it back to Todo.
          </p>
          <Button
            look="primary"
            busy={isBusy}
            onClick={() =>
              judge(
                criteria.map((_, index) => index + 1),
                "passed",
              )
            }
          >
            Pass all
          </Button>
        </div>
      )}
      <ol>
        {criteria.slice(0, isWhole ? undefined : mostShown).map((criterion, index) => (
          <li key={`${criterion.line} ${criterion.text}`}>
            <CriterionRow
              criterion={criterion}
              number={index + 1}
              evidence={evidenceOf(evidence, criterion)}
              judge={isReviewed ? (result) => judge([index + 1], result) : null}
              isBusy={isBusy}
            />
          </li>
        ))}
      </ol>
      {!isWhole && criteria.length > mostShown && (
        <Button look="quiet" onClick={() => showWhole(true)}>
          Show all {criteria.length} criteria
        </Button>
      )}
      {evidence.length > 0 && <EvidenceList evidence={evidence} isCut={evidence.length >= mostRead} />}
    </section>
  );
}
