import { mailReset } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";
import { useSessionState } from "../../session/session.ts";

const title = "Forgot your password?";

/** Mails a reset link, or names whom to ask without mail. */
export function Forgotten() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (!useSessionState()?.sendsMail) return <AskOperator />;
  if (mailedTo !== null) return <Mailed email={mailedTo} />;
  const submit = async ({ email = "" }: Record<string, string>) => {
    await call(mailReset, { body: { email } });
    setMailedTo(email);
  };
  return (
    <PublicPage title={title} says="We'll mail you a link to set a new password.">
      <Form submit={submit} action="Send the link" wide beside={<ToSignIn />}>
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
      </Form>
    </PublicPage>
  );
}

const Mailed = ({ email }: { email: string }) => (
  <PublicPage title="Check your mail">
    <p role="status" className="mb-4">
      If <strong className="break-words">{email}</strong> has an account, a mail with a link is on its way.
      The link works once, within an hour.
    </p>
    <ToSignIn />
  </PublicPage>
);

const AskOperator = () => (
  <PublicPage
    title={title}
    says="This service can't send mail. Ask its operator for a link to set a new password. The operator creates it with:"
  >
    <p className="mb-3 rounded-md bg-sunk p-2.5 font-mono text-small break-words">
      groundplan admin user reset --email …
    </p>
    <ToSignIn />
  </PublicPage>
);

export const ToSignIn = () => (
  <Link to="/sign-in" className={buttonClass("plain", true)}>
    Go to sign-in
  </Link>
);
