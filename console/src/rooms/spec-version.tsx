import { getSpecVersion, listSpecVersions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read, readAll } from "../api/read.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Time } from "../parts/time.tsx";
import { Diff } from "./work/diff-view.tsx";
import { SpecPage } from "./work/spec-page.tsx";
import type { SpecParams } from "./work/spec-params.ts";

/** A version of a spec's text, and what it changed. */
export default function SpecVersion() {
  const params = useParams({
    from: "/framed/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq",
  });
  const versions = useQuery(readAll(listSpecVersions, { params: specOf(params) }, "versions"));
  const version = useQuery(read(getSpecVersion, { params }));
  const all = versions.data ?? [];
  const before = all[all.findIndex(({ seq }) => String(seq) === params.seq) + 1]?.seq;
  const earlier = useQuery({
    ...read(getSpecVersion, { params: { ...params, seq: String(before) } }),
    enabled: versions.isSuccess && before !== undefined,
  });
  return (
    <SpecPage params={specOf(params)}>
      {() => (
        <Loaded query={version}>
          {({ version: { version: number, actor, createdAt, title, content } }) => (
            <>
              <p className="mb-3 text-ink-2">
                Version {number} by {actor}, <Time at={createdAt} />
                {before === undefined ? ". It is the first one." : ", and what it changed."}
              </p>
              {(before === undefined ? versions.isSuccess : earlier.isSuccess) && (
                <Diff
                  before={earlier.data ? whole(earlier.data.version) : ""}
                  after={whole({ title, content })}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </SpecPage>
  );
}

const specOf = ({ projectSlug, planShortId, specShortId }: SpecParams): SpecParams => ({
  projectSlug,
  planShortId,
  specShortId,
});

const whole = ({ title, content }: { title: string; content: string }) => `# ${title}\n\n${content}`;
