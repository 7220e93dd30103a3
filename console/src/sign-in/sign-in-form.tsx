import { type Session, signIn } from "@groundplan/contract";
import { call } from "../api/call.ts";
import { Field } from "../components/forms/field.tsx";
import { Form } from "../components/forms/form.tsx";
import { hasPasskeys, signInByPasskey } from "../session/passkey.ts";
import { acceptSession } from "../session/session.ts";
import { IssuerButton, type OverIssuer } from "./issuer-button.tsx";
import { MethodButton } from "./method-button.tsx";

interface Properties extends OverIssuer {
  /** The address, if known. */
  email?: string;
  onSignedIn: (session: Session) => void;
}

/** Also offers the other sign-in methods. */
export function SignInForm({ email = "", onSignedIn, ...overIssuer }: Properties) {
  const submit = async (typed: Record<string, string>) => {
    const body = { email: typed.email ?? "", password: typed.password ?? "" };
    const { session } = await call(signIn, { body });
    acceptSession(session);
    onSignedIn(session);
  };
  const otherMethods = (
    <>
      {hasPasskeys() && (
        <MethodButton go={async () => onSignedIn(await signInByPasskey())}>
          Sign in with a passkey
        </MethodButton>
      )}
      <IssuerButton {...overIssuer} />
    </>
  );
  return (
    <Form submit={submit} action="Sign in" wide beside={otherMethods}>
      <Field label="E-mail" name="email" type="email" autoComplete="username" defaultValue={email} required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
    </Form>
  );
}
