import { listClaims } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { useSession } from "../../session/session.ts";
import { ClaimRow } from "./claim-row.tsx";

const mostShown = 6;

/** The claims of all readable plans, the user's own first. */
export default function HeldNow() {
  const claims = useQuery(readAll(listClaims, {}, "claims"));
  const { user } = useSession();
  const [isWhole, showWhole] = useState(false);
  const isOther = (userId: string | undefined) => Number(userId !== user.id);
  return (
    <Section title="Held now" says="Specs that agents are working on.">
      <Loaded query={claims}>
        {(all) => {
          if (all.length === 0)
            return (
              <Empty
                action={
                  <Link to="/ready" className={buttonClass()}>
                    View ready specs
                  </Link>
                }
                command={'npx groundplan claim --agent "Coder 1"'}
              >
                No specs are held. A spec appears here while an agent works on it.
              </Empty>
            );
          const sorted = all.toSorted((a, b) => isOther(a.holder?.userId) - isOther(b.holder?.userId));
          return (
            <>
              <List
                label="Held now"
                items={isWhole ? sorted : sorted.slice(0, mostShown)}
                keyOf={({ id }) => id}
              >
                {(claim) => <ClaimRow claim={claim} />}
              </List>
              {!isWhole && all.length > mostShown && (
                <Button look="quiet" onClick={() => showWhole(true)}>
                  Show all {all.length}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
