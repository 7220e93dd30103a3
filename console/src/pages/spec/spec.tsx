import { useParams } from "@tanstack/react-router";
import { SpecActs } from "./spec-acts.tsx";
import { SpecConversation } from "./spec-discussion.tsx";
import { SpecPage } from "./spec-page.tsx";
import { SpecText } from "./spec-text.tsx";

export default function SpecWithDiscussion() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/specs/$specShortId" });
  return (
    <SpecPage
      params={params}
      beside={(spec) => <SpecConversation params={params} spec={spec} place="beside" />}
      actions={(spec, canEdit) => <SpecActs params={params} spec={spec} canEdit={canEdit} />}
    >
      {(spec, canEdit) => (
        <>
          <SpecText params={params} spec={spec} canEdit={canEdit} />
          <SpecConversation params={params} spec={spec} place="below" />
        </>
      )}
    </SpecPage>
  );
}
