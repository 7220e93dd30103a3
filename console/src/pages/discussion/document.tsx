import { getDocument } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { localAddress } from "../../api/local-address.ts";
import { read } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { useIsWide } from "../../components/page/window-width.ts";
import { Pill } from "../../components/pill.tsx";
import { Conversation } from "../../planning/discussion/conversation.tsx";
import { NamedPlans } from "../../planning/plans/named-plans.tsx";
import { ChoosePlan, DocumentText, useDiscussed } from "./document-text.tsx";

/** A source, instructions, a skill or a format, with its discussion. */
export default function DocumentPage() {
  const { documentId } = useParams({ from: "/shell/documents/$documentId" });
  const { plan } = useSearch({ from: "/shell/documents/$documentId" });
  const query = plan === undefined ? {} : { discussionPlanId: plan };
  const found = useQuery({
    ...read(getDocument, { params: { documentId }, query }),
    placeholderData: keepPreviousData,
  });
  const discussed = useDiscussed(found.data, null);
  const isWide = useIsWide();
  return (
    <Loaded query={found}>
      {({ document }) => {
        const { title, kind, canonicalUrl, path, capabilities, sourceDocumentId } = document;
        const talk = discussed && !capabilities.needsDiscussionPlan && !sourceDocumentId && (
          <Conversation discussed={discussed} />
        );
        return (
          <Page
            title={title || kindWords(kind)}
            crumbs={path ? [<NamedPlans key="path" text={path} />] : []}
            pills={<Pill>{kindWords(kind)}</Pill>}
            actions={
              <Link {...localAddress(canonicalUrl)} className={buttonClass()}>
                Go to its place
              </Link>
            }
            aside={isWide && talk ? { name: "Conversation", content: talk } : undefined}
          >
            {capabilities.needsDiscussionPlan && <ChoosePlan documentId={documentId} />}
            {sourceDocumentId && (
              <p className="mb-4 text-ink-2">
                This text is inherited.{" "}
                <Link
                  to="/documents/$documentId"
                  params={{ documentId: sourceDocumentId }}
                  search={{}}
                  className="text-accent underline"
                >
                  It is discussed where it was written.
                </Link>
              </p>
            )}
            {discussed && <DocumentText discussed={discussed} nothing="No text yet." />}
            {!isWide && talk && <div className="mt-8 max-w-[70ch] border-t border-line pt-4">{talk}</div>}
          </Page>
        );
      }}
    </Loaded>
  );
}

/** Formats a kind: `context-source` becomes "Context source". */
const kindWords = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("-", " ");
