import { useParams } from "@tanstack/react-router";
import { Empty } from "../parts/empty.tsx";
import { SpecConversation, SpecText } from "./talk/spec-talk.tsx";
import { SpecPage } from "./work/spec-page.tsx";

/** A spec: its text with its criteria. */
export default function SpecRoom() {
  const params = useParams({ from: "/framed/projects/$projectSlug/plans/$planShortId/specs/$specShortId" });
  const { projectSlug, planShortId, specShortId } = params;
  return (
    <SpecPage params={params} beside={(spec) => <SpecConversation params={params} spec={spec} />}>
      {(spec) =>
        spec.content.trim() === "" ? (
          <Empty
            command={`npx groundplan api PATCH /v1/projects/${projectSlug}/plans/${planShortId}/specs/${specShortId} -F content=@spec.md`}
          >
            A spec says what is to be built, with numbered criteria. This one has no text yet.
          </Empty>
        ) : (
          <SpecText params={params} spec={spec} />
        )
      }
    </SpecPage>
  );
}
