import { type EventType, eventType, listAudit } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { isByProgram } from "../../../components/who.tsx";
import { useIsOwner } from "../../../session/workspace.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";

/** The workspace's audit log, for owners. */
export default function Audit() {
  const isOwner = useIsOwner();
  return (
    <Page title="Audit">
      {isOwner ? <Entries /> : <p className="text-ink-2">Only owners can see the audit log.</p>}
    </Page>
  );
}

/** The entries per page. */
const step = 200;

function Entries() {
  const search = useSearch({ from: "/shell/settings/audit" });
  const { actor, agents } = search;
  const kind = knownKind(search.kind);
  const filter = { actor, kind, agents };
  const [most, setMost] = useState(step);
  const entries = useQuery({
    ...readAll(listAudit, { query: queryOf(actor, kind) }, "entries", most),
    placeholderData: keepPreviousData,
  });
  const isNarrow = actor !== undefined || kind !== undefined || agents === true;
  return (
    <>
      <AuditFilters filter={filter} />
      <Loaded query={entries}>
        {(all) => {
          const shown = agents ? all.filter(({ credential }) => isByProgram(credential)) : all;
          const hasMore = all.length >= most;
          return (
            <>
              {shown.length === 0 ? (
                <Empty
                  action={
                    isNarrow && (
                      <Link to="/settings/audit" search={{}} className={buttonClass()}>
                        Show everything
                      </Link>
                    )
                  }
                  command="npx groundplan api GET /v1/audit"
                >
                  {hasMore
                    ? `None of the newest ${most} entries is by an agent.`
                    : "Actions of users, agents and the service are listed here."}
                </Empty>
              ) : (
                <List label="Audit log" items={shown} keyOf={({ seq }) => String(seq)}>
                  {(entry) => <AuditRow entry={entry} />}
                </List>
              )}
              {hasMore && (
                <Button className="mt-3" busy={entries.isFetching} onClick={() => setMost(most + step)}>
                  Show older
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Validates an event type from the address. */
const knownKind = (kind: string | undefined): EventType | undefined =>
  eventType.options.find((known) => known === kind);

const queryOf = (actor: string | undefined, kind: EventType | undefined) => ({
  ...(actor === undefined ? {} : { actor }),
  ...(kind === undefined ? {} : { type: kind }),
});
