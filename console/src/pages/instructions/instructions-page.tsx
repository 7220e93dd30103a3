import type { Instructions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { SubNav, subLink } from "../../components/page/sub-nav.tsx";
import { KnowledgePage } from "../../planning/scope/knowledge-page.tsx";
import { LevelPill } from "../../planning/scope/level.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { instructionsAt } from "./endpoints.ts";

interface Properties {
  scope: Scope;
  /** `mayWrite` tells whether the user may decide on proposals. */
  children: (instructions: Instructions, mayWrite: boolean) => ReactNode;
}

export function InstructionsPage({ scope, children }: Properties) {
  const query = useQuery(read(instructionsAt(scope).get, { params: scope.params }));
  const address: string = `${scope.path}/instructions`;
  return (
    <KnowledgePage scope={scope}>
      {(mayWrite) => (
        <Loaded query={query}>
          {({ instructions }) => (
            <>
              <SubNav label="Instructions">
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
              </SubNav>
              {children(instructions, mayWrite)}
            </>
          )}
        </Loaded>
      )}
    </KnowledgePage>
  );
}
