import { listSpecs, type PushResult } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { List } from "../../components/lists/list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { nextPushWords } from "../../planning/plans/next-push-words.ts";
import { BelowReady } from "./below-ready.tsx";
import { Caveats } from "./caveats.tsx";
import { Choices, HoldBack } from "./choices.tsx";
import { isThing, MoreLinks } from "./links.tsx";
import { NoTracker, wantsTracker } from "./no-tracker.tsx";
import { type Preview, PreviewItem } from "./preview-item.tsx";
import { previewOf } from "./preview-of.ts";
import type { PushChoices } from "./push-choices.ts";
import { useStartPush } from "./start-push.ts";
import { useTitles } from "./titles.ts";

interface Properties {
  params: PlanParams;
  choices: PushChoices;
}

/** Previews and starts the next push. */
export function NextPush({ params, choices }: Properties) {
  const preview = useQuery({ ...previewOf(params, choices), placeholderData: keepPreviousData });
  if (wantsTracker(preview.error)) return <NoTracker params={params} error={preview.error} />;
  return (
    <Loaded query={preview}>
      {({ push }) => (
        <PushPreview
          params={params}
          choices={choices}
          push={push}
          looked={preview.isFetching ? null : new Date(preview.dataUpdatedAt).toISOString()}
          lookAgain={() => void preview.refetch()}
        />
      )}
    </Loaded>
  );
}

interface PushPreviewProperties extends Properties {
  push: PushResult;
  /** Null while the tracker is being read. */
  looked: string | null;
  lookAgain: () => void;
}

/** The actions that leave the tracker unchanged. */
const leaves: readonly Preview["action"][] = ["skip", "conflict", "gone"];

function PushPreview({ params, choices, push, looked, lookAgain }: PushPreviewProperties) {
  const { start, isStarting } = useStartPush(params);
  const titleOf = useTitles(params);
  const { data: specs } = useQuery(readAll(listSpecs, { params }, "specs"));
  const all = push.preview ?? [];
  const writes = all.filter(({ action }) => !leaves.includes(action));
  const listed = all.filter(
    ({ kind, action }) => isThing(kind) || (action !== "link" && action !== "unlink"),
  );
  const has = (...actions: Preview["action"][]) => all.some(({ action }) => actions.includes(action));
  const specOf = ({ planShortId, specShortId }: Preview) =>
    planShortId === params.planShortId ? specs?.find(({ shortId }) => shortId === specShortId) : undefined;
  return (
    <>
      <Section
        title={`The next push to ${push.projectExternalId}`}
        says={
          <>
            {push.message}{" "}
            <span className="whitespace-nowrap text-ink-3">
              {looked === null ? (
                "Checking the tracker…"
              ) : (
                <>
                  Checked the tracker <Time at={looked} />.
                </>
              )}
            </span>
          </>
        }
        actions={
          <>
            <Button look="quiet" busy={looked === null} onClick={lookAgain}>
              Check again
            </Button>
            {writes.length > 0 && (
              <Button look="primary" busy={isStarting} onClick={() => start(choices)}>
                {nextPushWords(push)}
              </Button>
            )}
          </>
        }
      >
        <Choices
          params={params}
          choices={choices}
          asksConflict={all.some(
            ({ action, changes = [] }) => action === "conflict" || changes.some(({ conflict }) => conflict),
          )}
          asksGone={has("gone", "recreate", "release")}
        />
        <Caveats caveats={push.caveats} />
      </Section>
      <BelowReady params={params} push={push} choice={<HoldBack params={params} choices={choices} />} />
      {all.length > 0 && (
        <Section title="Changes">
          <List label="Changes" items={listed} keyOf={keyOf}>
            {(item) => (
              <PreviewItem
                params={params}
                item={item}
                title={titleOf(item)}
                spec={specOf(item)}
                overwrite={(specShortId, fields) => start({ overwrite: true }, { specShortId, fields })}
              />
            )}
          </List>
          <MoreLinks count={all.length - listed.length} />
        </Section>
      )}
    </>
  );
}

const keyOf = ({ kind, planShortId, specShortId = "", action, externalKey = "" }: Preview) =>
  `${kind} ${planShortId} ${specShortId} ${action} ${externalKey}`;
