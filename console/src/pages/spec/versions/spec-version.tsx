import { getSpecVersion, listSpecVersions, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import { read, readAll } from "../../../api/read.ts";
import { Skeleton } from "../../../components/loading/skeleton.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { Diff } from "../../../components/text/diff-view.tsx";
import { Time } from "../../../components/time.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { SpecPage } from "../spec-page.tsx";
import { Author } from "./author.tsx";
import { CriteriaDiff } from "./criteria-diff.tsx";
import { RestoreVersion } from "./restore-version.tsx";

export default function SpecVersion() {
  const params = useParams({
    from: "/shell/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq",
  });
  const spec = specOf(params);
  const versions = useQuery(readAll(listSpecVersions, { params: spec }, "versions"));
  const version = useQuery(read(getSpecVersion, { params }));
  const all = versions.data ?? [];
  const before = all[all.findIndex(({ seq }) => String(seq) === params.seq) + 1]?.seq;
  const earlier = useQuery({
    ...read(getSpecVersion, { params: { ...params, seq: String(before) } }),
    enabled: versions.isSuccess && before !== undefined,
  });
  const isEarlierThere = before === undefined ? versions.isSuccess : earlier.isSuccess;
  return (
    <SpecPage
      params={spec}
      actions={({ revision }, canEdit) =>
        canEdit && version.data && String(revision) !== params.seq ? (
          <RestoreVersion params={spec} version={version.data.version} />
        ) : null
      }
    >
      {() => (
        <Loaded query={version}>
          {({ version: shown }) => (
            <>
              <p className="mb-4 text-ink-2">
                Version {shown.version} by <Author of={shown} />, <Time at={shown.createdAt} />
                {before === undefined ? ". It is the first one." : ", and what it changed."}
              </p>
              {isEarlierThere && <Changes before={earlier.data?.version} after={shown} />}
            </>
          )}
        </Loaded>
      )}
    </SpecPage>
  );
}

type Version = Reply<typeof getSpecVersion>["version"];

const Changes = ({ before, after }: { before: Version | undefined; after: Version }) => (
  <>
    <Suspense fallback={<Skeleton rows={3} />}>
      <CriteriaDiff before={before?.content ?? ""} after={after.content} />
    </Suspense>
    <Section title="The whole text">
      <Diff before={before ? whole(before) : ""} after={whole(after)} />
    </Section>
  </>
);

const specOf = ({ projectSlug, planShortId, specShortId }: SpecParams): SpecParams => ({
  projectSlug,
  planShortId,
  specShortId,
});

const whole = ({ title, content }: Version) => `# ${title}\n\n${content}`;
