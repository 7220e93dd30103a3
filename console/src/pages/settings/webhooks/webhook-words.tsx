import { eventType, type Webhook } from "@groundplan/contract";
import { Pill } from "../../../components/pill.tsx";
import { Time } from "../../../components/time.tsx";

export const Pills = ({ webhook: { format, enabled, lastError } }: { webhook: Webhook }) => (
  <>
    {format === "slack" && <Pill>Chat</Pill>}
    {!enabled && <Pill tone="warn">Off</Pill>}
    {lastError && <Pill tone="bad">Failing</Pill>}
  </>
);

export const About = ({ webhook }: { webhook: Webhook }) => {
  const { events, projectSlug, createdAt, disabledReason, lastError } = webhook;
  const most = eventType.options.length;
  return (
    <>
      <span>{events.length === most ? "all events" : `${events.length} of ${most} kinds of events`}</span>
      {projectSlug && <span>of {projectSlug}</span>}
      <span>
        added <Time at={createdAt} />
      </span>
      {disabledReason && <span>{disabledReason}</span>}
      {lastError && <span className="text-bad">{lastError.message}</span>}
    </>
  );
};
