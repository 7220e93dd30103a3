import type { Instructions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { KnowledgePage } from "../../planning/scope/knowledge-page.tsx";
import { LevelPill } from "../../planning/scope/level.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { instructionsAt } from "./endpoints.ts";

interface Properties {
  scope: Scope;
  /** `mayWrite` tells whether the user may decide on proposals. */
  children: (instructions: Instructions, mayWrite: boolean) => ReactNode;
}

const subLink =
  "rounded-md px-2 py-1 text-note text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-[550] aria-[current=page]:text-accent";

export function InstructionsPage({ scope, children }: Properties) {
  const query = useQuery(read(instructionsAt(scope).get, { params: scope.params }));
  const address: string = `${scope.path}/instructions`;
  return (
    <KnowledgePage scope={scope}>
      {(mayWrite) => (
        <Loaded query={query}>
          {({ instructions }) => (
            <>
              <nav aria-label="Instructions" className="mb-4 flex flex-wrap gap-1">
                <Link to={address} activeOptions={{ exact: true }} className={subLink}>
                  Text
                </Link>
                <Link to={`${address}/versions` as string} className={subLink}>
                  Versions
                </Link>
                <Link to={`${address}/proposals` as string} className={subLink}>
                  Proposals
                  {instructions.proposalPending && " · open"}
                </Link>
                <span className="ml-auto self-center">
                  <LevelPill level={instructions.scope} />
                </span>
              </nav>
              {children(instructions, mayWrite)}
            </>
          )}
        </Loaded>
      )}
    </KnowledgePage>
  );
}
