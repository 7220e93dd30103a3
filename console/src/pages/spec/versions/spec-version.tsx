import { getSpecVersion, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import { read } from "../../../api/read.ts";
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

export function SpecVersion() {
  const params = useParams({
    from: "/shell/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions/$seq",
  });
  const spec = specOf(params);
  const { before, seq } = numbersIn(params.seq);
  const version = useQuery(read(getSpecVersion, { params: { ...spec, seq } }));
  const earlier = useQuery({
    ...read(getSpecVersion, { params: { ...spec, seq: String(before) } }),
    enabled: before > 0,
  });
  const isEarlierThere = before === 0 || earlier.isSuccess;
  return (
    <SpecPage
      params={spec}
      actions={({ revision }, canEdit) =>
        canEdit && version.data && String(revision) !== seq ? (
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
                {whatIsShown(before === 0, Number(seq) - before, earlier.data?.version.version)}
              </p>
              {isEarlierThere && <Changes before={earlier.data?.version} after={shown} />}
            </>
          )}
        </Loaded>
      )}
    </SpecPage>
  );
}

/** Reads "7", which is compared with 6, or "3-7" of a group. */
function numbersIn(place: string): { before: number; seq: string } {
  const [first = "", second] = place.split("-");
  if (second !== undefined) return { before: Number(first) || 0, seq: second };
  return { before: Math.max(0, (Number(first) || 1) - 1), seq: first };
}

function whatIsShown(isFirst: boolean, steps: number, earlier: number | undefined): string {
  if (isFirst) return ". It is the first one.";
  return steps === 1 || earlier === undefined
    ? ", and what it changed."
    : `, and what has changed since version ${earlier}.`;
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
