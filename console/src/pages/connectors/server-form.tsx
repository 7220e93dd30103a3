import { createMcpServer, type McpServer, updateMcpServer } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Choice, Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Dialog } from "../../components/overlays/lazy.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { connectorReads } from "../../planning/trackers/connector-edits.ts";

interface Properties {
  /** The server to edit; absent to add one. */
  server?: McpServer;
  onClose: () => void;
}

/** Summarizes a server's last probe. */
export function probeWords({ lastProbe, tools }: McpServer): string {
  if (!lastProbe?.status) return "Its tools haven't been listed yet.";
  if (lastProbe.status === "ok") {
    const words = `It responds and has ${counted(tools.length, "tool")}.`;
    return lastProbe.error === null ? words : `${words} ${lastProbe.error}`;
  }
  return lastProbe.error ?? "It could not be used.";
}

/** Adds or edits a custom MCP server and probes it. */
export function ServerForm({ server, onClose }: Properties) {
  const navigate = useNavigate();
  const [mode, setMode] = useState<McpServer["authMode"]>(server?.authMode ?? "anonymous");
  const submit = async ({ label = "", url = "", description = "", bearerToken = "" }) => {
    const token = mode === "bearer" && bearerToken.trim() !== "" ? { bearerToken } : {};
    const body = { label, url: url.trim(), description, authMode: mode, ...token };
    const { server: saved } = server
      ? await call(updateMcpServer, { params: { slug: server.slug }, body })
      : await call(createMcpServer, { body });
    await invalidate(...connectorReads);
    onClose();
    toast(`${saved.label} is ${server ? "changed" : "added"}. ${probeWords(saved)}`);
    await navigate({ to: `/connectors/${saved.connectorId}` as string });
  };
  return (
    <Dialog
      title={server ? `Change ${server.label}` : "Add an MCP server"}
      says="Agents can use the tools that are turned on. The list of tools is requested now, which takes at most ten seconds."
      onClose={onClose}
    >
      <Form
        submit={submit}
        action={server ? "Save" : "Add server"}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <Field label="Name" name="label" defaultValue={server?.label ?? ""} autoComplete="off" required />
        <Field
          label="Address"
          name="url"
          type="url"
          defaultValue={server?.url ?? ""}
          autoComplete="off"
          hint="The address of its streamable HTTP transport."
          required
        />
        <Field
          label="Description"
          name="description"
          defaultValue={server?.description ?? ""}
          autoComplete="off"
        />
        <Choice
          label="Who may call it"
          name="authMode"
          value={mode}
          onChange={({ target }) => setMode(target.value === "bearer" ? "bearer" : "anonymous")}
        >
          <option value="anonymous">Anyone who can reach it</option>
          <option value="bearer">Anyone with a token</option>
        </Choice>
        {mode === "bearer" && (
          <Field
            label="Token"
            name="bearerToken"
            type="password"
            autoComplete="off"
            hint={
              server?.authMode === "bearer"
                ? "Leave empty to keep it. A different host requires it again."
                : "Stored encrypted and never shown."
            }
          />
        )}
      </Form>
    </Dialog>
  );
}
