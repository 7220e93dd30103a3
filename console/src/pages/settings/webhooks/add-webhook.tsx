import {
  createWebhook,
  type EventType,
  eventType,
  listProjects,
  listWebhooks,
  type Reply,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, readAll } from "../../../api/read.ts";
import { Choice, Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { ChooseEvents } from "./choose-events.tsx";

interface Properties {
  onAdded: (added: Reply<typeof createWebhook>) => void;
  onClose: () => void;
}

export function AddWebhook({ onAdded, onClose }: Properties) {
  const [chosen, choose] = useState<ReadonlySet<EventType>>(new Set(eventType.options));
  const projects = useQuery(readAll(listProjects, {}, "projects")).data ?? [];
  const submit = async ({ url = "", format = "standard", projectSlug = "" }) => {
    const body = {
      url,
      format: format === "slack" ? ("slack" as const) : ("standard" as const),
      ...(chosen.size === eventType.options.length ? {} : { events: [...chosen] }),
      ...(projectSlug === "" ? {} : { projectSlug }),
    };
    onAdded(await call(createWebhook, { body }));
    onClose();
    await invalidate(listWebhooks);
  };
  return (
    <FormDialog
      title="Add a webhook"
      says="It delivers what you can read, as long as you can read it."
      submit={submit}
      action="Add webhook"
      onClose={onClose}
    >
      <Field label="Address" name="url" type="url" placeholder="https://" required />
      <Choice label="Format" name="format" defaultValue="standard">
        <option value="standard">Events for a program, signed</option>
        <option value="slack">Lines of text for Slack or a chat like it</option>
      </Choice>
      <Choice label="Project" name="projectSlug" defaultValue="">
        <option value="">All projects</option>
        {projects.map(({ id, slug, name }) => (
          <option key={id} value={slug ?? id}>
            {name}
          </option>
        ))}
      </Choice>
      <ChooseEvents chosen={chosen} onChange={choose} />
    </FormDialog>
  );
}
