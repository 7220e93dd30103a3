import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { useScope } from "../../planning/scope/scope.ts";
import { instructionsAt } from "./endpoints.ts";
import { InstructionsPage } from "./instructions-page.tsx";
import { ProposalCard } from "./proposal-card.tsx";

/** The proposals, open ones first. */
export default function InstructionProposals() {
  const scope = useScope();
  const proposals = useQuery(readAll(instructionsAt(scope).proposals, { params: scope.params }, "proposals"));
  return (
    <InstructionsPage scope={scope}>
      {(_, mayDecide) => (
        <Loaded query={proposals}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                action={
                  <Link to={`${scope.path}/instructions` as string} className={buttonClass()}>
                    Go to the text to propose a change
                  </Link>
                }
                command={`npx groundplan api POST /v1${decodeURI(scope.path)}/instructions/proposals -F markdown=@AGENTS.md -f message=Shorter`}
              >
                No proposals yet. Changes that people and agents propose are listed here until someone
                decides.
              </Empty>
            ) : (
              <ul aria-label="Proposals" className="grid gap-4">
                {all
                  .toReversed()
                  .toSorted((a, b) => Number(b.state === "open") - Number(a.state === "open"))
                  .map((proposal) => (
                    <li key={proposal.id}>
                      <ProposalCard scope={scope} proposal={proposal} mayDecide={mayDecide} />
                    </li>
                  ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </InstructionsPage>
  );
}
