import { type Connector, connectConnector, pushPlan } from "@groundplan/contract";
import { useState } from "react";
import { trackerKeys } from "../../../../contract/src/integrations/tracker-keys.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button, type Look } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast, toastProblem } from "../../components/overlays/toast.tsx";
import { connectorReads } from "./connector-edits.ts";

interface Properties {
  connector: Connector;
  look?: Look;
  /** The path to return to; by default the connector's. */
  returnTo?: string;
}

/** Offers to connect by OAuth or with a key. */
export function Connect({ connector, look = "primary", returnTo }: Properties) {
  const { id: connectorId, label, auth, connection } = connector;
  const [isOpen, open] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      const body = { returnTo: returnTo ?? `/connectors/${connectorId}` };
      const { authorizeUrl, message } = await call(connectConnector, { params: { connectorId }, body });
      if (authorizeUrl !== undefined) location.assign(authorizeUrl);
      else toast(message ?? `${label} is already connected.`);
    } catch (error) {
      toastProblem(error, { retry: signIn });
    } finally {
      setBusy(false);
    }
  };
  const isMore = connection.scope === "personal" && connection.grants.length > 0;
  return (
    <>
      {auth.oauth && (
        <Button look={look} busy={isBusy} onClick={() => void signIn()}>
          {isMore ? `Connect another account of ${label}` : `Sign in to ${label}`}
        </Button>
      )}
      {auth.acceptsApiKey && (
        <Button
          look={auth.oauth ? "plain" : look}
          aria-label={`Connect with a key: ${label}`}
          onClick={() => open(true)}
        >
          Connect with a key
        </Button>
      )}
      {isOpen && <WithKey connector={connector} onClose={() => open(false)} />}
    </>
  );
}

/** A key for the workspace, or for the user's own account. */
function WithKey({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const { id: connectorId, label, provider, connectScope } = connector;
  const keys = provider === null ? undefined : trackerKeys[provider];
  const submit = async ({ apiKey = "", site = "", account = "" }) => {
    const more = {
      ...(site.trim() === "" ? {} : { site: site.trim() }),
      ...(account.trim() === "" ? {} : { account: account.trim() }),
    };
    const body = { apiKey, ...more };
    const { message } = await call(connectConnector, { params: { connectorId }, body });
    await invalidate(...connectorReads, pushPlan);
    toast(message ?? `${label} is connected.`);
    onClose();
  };
  return (
    <FormDialog
      title={`Connect ${label} with a key`}
      says={`The key is stored encrypted and never shown again. It can be used by ${connectScope === "personal" ? "you only" : "everyone in the workspace"}.`}
      submit={submit}
      action="Connect"
      onClose={onClose}
    >
      {keys?.siteSuffix && (
        <>
          <Field label="Site" name="site" autoComplete="off" hint={`Such as acme${keys.siteSuffix}.`} />
          <Field
            label="E-mail"
            name="account"
            type="email"
            autoComplete="off"
            hint="The account that the key belongs to."
          />
        </>
      )}
      <Field label="Key" name="apiKey" type="password" autoComplete="off" required hint={keys?.madeAt} />
    </FormDialog>
  );
}
