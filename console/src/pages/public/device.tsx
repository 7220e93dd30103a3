import { decideDevice, lookUpDevice, type Reply } from "@groundplan/contract";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";
import { AppPublisher } from "./app-publisher.tsx";
import { AppRequest, type Decision } from "./app-request.tsx";

/** The step: code input, the app, or the decision. */
type Step =
  | { at: "code" }
  | { at: "app"; code: string; app: Reply<typeof lookUpDevice>["device"] }
  | { at: "end"; allowed: boolean; name: string };

/** Grants a device access by the code that it shows. */
export default function Device() {
  const { user_code: shown = "" } = useSearch({ from: "/device" });
  const [step, go] = useState<Step>({ at: "code" });
  if (step.at === "end")
    return (
      <PublicPage
        title={step.allowed ? `${step.name} is connected` : `${step.name} was refused`}
        says={
          step.allowed
            ? "Return to your device; it continues by itself."
            : "Nothing was connected. You can close this page."
        }
      >
        {null}
      </PublicPage>
    );
  if (step.at === "app") {
    const { app, code } = step;
    const decide = async (decision: Decision) => {
      const { allowed } = await call(decideDevice, { body: { code, ...decision } });
      go({ at: "end", allowed, name: app.clientName });
    };
    return (
      <PublicPage title={`Let ${app.clientName} in`} says={<AppPublisher {...app} />}>
        <p className="mb-3 rounded-md bg-warn-soft p-2.5 text-warn">
          Allow it only if you just started it yourself and it shows the code{" "}
          <strong className="font-mono font-medium whitespace-nowrap">{code.toUpperCase()}</strong>. Anyone
          who sent you a code would gain access to your account.
        </p>
        <AppRequest app={app} decide={decide} />
      </PublicPage>
    );
  }
  const submit = async ({ code = "" }) => {
    const { device } = await call(lookUpDevice, { body: { code } });
    go({ at: "app", code: code.trim(), app: device });
  };
  return (
    <PublicPage title="Connect a device" says="Enter the code shown by the app or the command line.">
      <Form submit={submit} action="Continue" wide>
        <Field
          label="Code"
          name="code"
          defaultValue={shown}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABCD-EFGH"
          className="font-mono"
          required
        />
      </Form>
    </PublicPage>
  );
}
