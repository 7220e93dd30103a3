import { linkIssuer, listIssuers, type Reply, unlinkIssuer } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Entry } from "../../../components/entry.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { Time } from "../../../components/time.tsx";
import { useSessionState } from "../../../session/session.ts";
import { ProblemOfIssuer } from "../../../sign-in/issuer-problem.tsx";

type Linked = Reply<typeof listIssuers>["issuers"][number];

/** The user's accounts at the configured issuer, if any. */
export function Issuers() {
  const issuer = useSessionState()?.issuer ?? null;
  return issuer && <WithIssuer label={issuer.label} />;
}

function WithIssuer({ label }: { label: string }) {
  const found = useQuery(read(listIssuers, {}));
  const { problem } = useSearch({ from: "/shell/settings/profile" });
  const [ended, setEnded] = useState<Linked | null>(null);
  const link = async () => {
    const { url } = await call(linkIssuer, {});
    location.assign(url);
  };
  const unlink = async ({ id }: Linked) => {
    await call(unlinkIssuer, { params: { id } });
    await invalidate(listIssuers);
    toast("The account is unlinked.");
  };
  return (
    <Section
      title="Linked accounts"
      says={`With a linked account you sign in through ${label}.`}
      actions={<Button onClick={() => attempt(link)}>Link an account at {label}</Button>}
    >
      <ProblemOfIssuer named={problem} />
      <Loaded query={found}>
        {({ issuers }) =>
          issuers.length === 0 ? (
            <Empty>No linked accounts.</Empty>
          ) : (
            <List label="Linked accounts" items={issuers} keyOf={({ id }) => id}>
              {(issuer) => (
                <Entry
                  title={issuer.label}
                  about={
                    <span>
                      linked <Time at={issuer.linkedAt} />
                    </span>
                  }
                  actions={
                    <Button
                      look="quiet"
                      aria-label={`Unlink ${issuer.label}`}
                      onClick={() => setEnded(issuer)}
                    >
                      Unlink
                    </Button>
                  }
                />
              )}
            </List>
          )
        }
      </Loaded>
      {ended && (
        <Confirm
          title={`Unlink your account of ${ended.label}`}
          action="Unlink"
          act={() => unlink(ended)}
          onClose={() => setEnded(null)}
        >
          It no longer signs you in.
        </Confirm>
      )}
    </Section>
  );
}
