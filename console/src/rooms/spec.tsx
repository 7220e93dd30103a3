import { useParams } from "@tanstack/react-router";
import { Empty } from "../parts/empty.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { SpecPage } from "./work/spec-page.tsx";

/** A spec: its text with its criteria. */
export default function SpecRoom() {
  const params = useParams({ from: "/framed/projects/$projectSlug/plans/$planShortId/specs/$specShortId" });
  const { projectSlug, planShortId, specShortId } = params;
  return (
    <SpecPage params={params}>
      {({ content, acceptanceCriteria }) =>
        content.trim() === "" ? (
          <Empty
            command={`npx groundplan api PATCH /v1/projects/${projectSlug}/plans/${planShortId}/specs/${specShortId} -F content=@spec.md`}
          >
            A spec says what is to be built, with numbered criteria. This one has no text yet.
          </Empty>
        ) : (
          <Markdown text={content} criteria={acceptanceCriteria} />
        )
      }
    </SpecPage>
  );
}
