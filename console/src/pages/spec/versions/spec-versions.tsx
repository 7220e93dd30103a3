import { listSpecVersions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readAll } from "../../../api/read.ts";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { isByProgram } from "../../../components/who.tsx";
import { SpecPage } from "../spec-page.tsx";
import { VersionRow } from "./version-row.tsx";

const at = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions" as const;

/** Newest first, optionally only those by agents. */
export default function SpecVersions() {
  const params = useParams({ from: `/shell${at}` });
  const { agents } = useSearch({ from: `/shell${at}` });
  const navigate = useNavigate();
  const versions = useQuery(readAll(listSpecVersions, { params }, "versions"));
  const filter = (isOn: boolean) =>
    void navigate({
      to: at,
      params,
      search: isOn ? { agents: true } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <SpecPage params={params}>
      {(_, canEdit) => (
        <Loaded query={versions}>
          {(all) => {
            const shown = agents ? all.filter(({ credential }) => isByProgram(credential)) : all;
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
                <List label="Versions" items={shown} keyOf={({ seq }) => String(seq)}>
                  {(version) => (
                    <VersionRow
                      params={params}
                      version={version}
                      previous={canEdit ? all[all.indexOf(version) + 1] : undefined}
                    />
                  )}
                </List>
              </>
            );
          }}
        </Loaded>
      )}
    </SpecPage>
  );
}
