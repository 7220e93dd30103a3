import type { Evidence } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Time } from "../../../components/time.tsx";
import { Who } from "../../../components/who.tsx";
import { EvidenceMark } from "./evidence-mark.tsx";
import { labelOf, trustWords } from "./evidence-words.ts";
import { Reference } from "./reference.tsx";

/** All evidence of a spec, newest first, on demand. */
export function EvidenceList({ evidence, isCut }: { evidence: readonly Evidence[]; isCut: boolean }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button look="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? "Hide the evidence" : "Read the evidence"}
      </Button>
      {isOpen && (
        <ul aria-label="All evidence, newest first" className="mt-1">
          {evidence.map((one) => (
            <li key={one.id} className="border-t border-line py-1.5 text-note">
              <EvidenceEntry evidence={one} />
            </li>
          ))}
          {isCut && <li className="py-1.5 text-small text-ink-3">Older evidence is left out.</li>}
        </ul>
      )}
    </>
  );
}

const EvidenceEntry = ({ evidence }: { evidence: Evidence }) => {
  const { criterion, result, kind, ref, checks, note, trust, valid, author, credential, createdAt } =
    evidence;
  return (
    <div className="grid grid-cols-[1rem_1fr] gap-x-1.5">
      <EvidenceMark result={result} />
      <span className="min-w-0">
        <span className="font-mono text-small text-ink-2">{labelOf(criterion, criterion.number)}</span>{" "}
        <span className="text-ink-2">{kind}</span> <Reference to={ref} />
        {checks !== null && <span className="text-ink-3"> · {checks} checks</span>}
      </span>
      <span className="col-start-2 text-small text-ink-3">
        <Who person={author} credential={credential} />, {trustWords[trust]} · <Time at={createdAt} />
      </span>
      {!valid && (
        <span className="col-start-2 text-small text-ink-3">The criterion's words have changed since.</span>
      )}
      {note !== null && <span className="col-start-2 text-ink-2 wrap-anywhere">{note}</span>}
    </div>
  );
};
