import { listSpecVersions } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { isByProgram } from "../../../components/who.tsx";
import { SpecPage } from "../spec-page.tsx";
import { groupsOf, numbersOf, type Version, type VersionGroup } from "./groups.ts";
import { Toggle, VersionRow } from "./version-row.tsx";

const at = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions" as const;

/** Versions per page; the route reads the first. */
const step = 200;

/** A row: a group, or one of the versions of an open one. */
interface Entry {
  version: Version;
  before: Version | undefined;
  group?: VersionGroup;
}

/** Newest first, by person and pause; optionally only those by agents. */
export function SpecVersions() {
  const params = useParams({ from: `/shell${at}` });
  const { agents } = useSearch({ from: `/shell${at}` });
  const navigate = useNavigate();
  const [most, setMost] = useState(step);
  const versions = useQuery({
    ...readAll(listSpecVersions, { params }, "versions", most),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const filter = (isOn: boolean) =>
    void navigate({
      to: at,
      params,
      search: isOn ? { agents: true } : {},
      replace: true,
      resetScroll: false,
    });
  const toggle = (seq: number) => setOpen(new Set([seq]).symmetricDifference(open));
  return (
    <SpecPage params={params}>
      {(_, canEdit) => (
        <Loaded query={versions}>
          {(all) => {
            const groups = groupsOf(all);
            const shown = agents
              ? groups.filter(({ versions: [{ credential }] }) => isByProgram(credential))
              : groups;
            const hasMore = all.length >= most;
            // A group's first version keeps its key while newer ones join it.
            const keyOf = ({ versions: group }: VersionGroup) => group.at(-1)?.seq ?? 0;
            return (
              <>
                <label className="mb-2 flex w-fit items-center gap-1.5 text-ink-2">
                  <input
                    type="checkbox"
                    checked={agents ?? false}
                    onChange={({ target }) => filter(target.checked)}
                    className="accent-accent"
                  />
                  By agents
                </label>
                {shown.length === 0 && <p className="text-ink-2">No versions by agents.</p>}
                <List
                  label="Versions"
                  items={shown.flatMap((group) => entriesOf(group, open.has(keyOf(group))))}
                  keyOf={({ version, group }) => (group ? `from ${keyOf(group)}` : String(version.seq))}
                >
                  {({ version, before, group }) => (
                    <VersionRow
                      params={params}
                      version={version}
                      before={before}
                      isWhole={before !== undefined || !hasMore}
                      numbers={group ? numbersOf(group) : `v${version.version}`}
                      canEdit={canEdit}
                      isWithin={!group}
                      toggle={
                        group &&
                        group.versions.length > 1 && (
                          <Toggle
                            numbers={numbersOf(group)}
                            count={group.versions.length}
                            isOpen={open.has(keyOf(group))}
                            toggle={() => toggle(keyOf(group))}
                          />
                        )
                      }
                    />
                  )}
                </List>
                {hasMore && (
                  <Button className="mt-3" busy={versions.isFetching} onClick={() => setMost(most + step)}>
                    Show older
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </SpecPage>
  );
}

function entriesOf(group: VersionGroup, isOpen: boolean): Entry[] {
  const { versions, before } = group;
  const row = { version: versions[0], before, group };
  if (!isOpen || versions.length === 1) return [row];
  return [row, ...versions.map((version, n) => ({ version, before: versions[n + 1] ?? before }))];
}
