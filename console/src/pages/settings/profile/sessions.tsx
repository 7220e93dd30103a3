import { endOtherSessions, endSession, listSessions, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";
import { Time } from "../../../components/time.tsx";
import { leave } from "../../../session/session.ts";
import { browserName } from "./browser-name.ts";

type OwnSession = Reply<typeof listSessions>["sessions"][number];

export function Sessions() {
  const found = useQuery(read(listSessions, {}));
  const [isEndingAll, endAll] = useState(false);
  const end = async ({ id: sessionId, current }: OwnSession) => {
    if (current) return leave();
    await call(endSession, { params: { sessionId } });
    await invalidate(listSessions);
    toast("The session has ended.");
  };
  const endOthers = async () => {
    await call(endOtherSessions, {});
    await invalidate(listSessions);
    toast("Your other sessions have ended.");
  };
  const hasOthers = (found.data?.sessions.length ?? 0) > 1;
  return (
    <Section
      title="Sessions"
      says="The browsers in which you are signed in."
      actions={hasOthers && <Button onClick={() => endAll(true)}>End all other sessions</Button>}
    >
      <Loaded query={found}>
        {({ sessions }) => (
          <List label="Sessions" items={currentFirst(sessions)} keyOf={({ id }) => id}>
            {(session) => <SessionEntry session={session} onEnd={() => attempt(() => end(session))} />}
          </List>
        )}
      </Loaded>
      {isEndingAll && (
        <Confirm
          title="End all other sessions"
          action="End all other sessions"
          act={endOthers}
          onClose={() => endAll(false)}
        >
          You'll have to sign in again in every other browser.
        </Confirm>
      )}
    </Section>
  );
}

const currentFirst = (sessions: readonly OwnSession[]) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

function SessionEntry({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { current, userAgent, address, createdAt, lastUsedAt } = session;
  const browser = browserName(userAgent);
  return (
    <Entry
      title={<span title={userAgent}>{browser}</span>}
      pills={current && <Pill tone="accent">Current</Pill>}
      about={
        <>
          <span>from {address}</span>
          <span>
            signed in <Time at={createdAt} />
          </span>
          <span>
            used <Time at={lastUsedAt} />
          </span>
        </>
      }
      actions={
        !current && (
          <Button look="quiet" aria-label={`End the session in ${browser} from ${address}`} onClick={onEnd}>
            End
          </Button>
        )
      }
    />
  );
}
