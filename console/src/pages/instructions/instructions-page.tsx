import type { Instructions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/loaded.tsx";
import { SubNav, subLink } from "../../components/sub-nav.tsx";
import { KnowledgePage } from "../places/knowledge-page.tsx";
import type { Place } from "../places/place.ts";
import { TierPill } from "../places/tier.tsx";
import { instructionsAt } from "./endpoints.ts";

interface Properties {
  place: Place;
  /** `mayWrite` tells whether the user may decide on proposals. */
  children: (instructions: Instructions, mayWrite: boolean) => ReactNode;
}

export function InstructionsPage({ place, children }: Properties) {
  const query = useQuery(read(instructionsAt(place).get, { params: place.params }));
  const at: string = `${place.path}/instructions`;
  return (
    <KnowledgePage place={place}>
      {(mayWrite) => (
        <Loaded query={query}>
          {({ instructions }) => (
            <>
              <SubNav label="Instructions">
                <Link to={at} activeOptions={{ exact: true }} className={subLink}>
                  Text
                </Link>
                <Link to={`${at}/versions` as string} className={subLink}>
                  Versions
                </Link>
                <Link to={`${at}/proposals` as string} className={subLink}>
                  Proposals
                  {instructions.proposalPending && " · open"}
                </Link>
                <span className="ml-auto self-center">
                  <TierPill tier={instructions.scope} />
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
