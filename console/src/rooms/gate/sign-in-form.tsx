import { type Session, signIn } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { Field } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { acceptSession } from "../../session/session.ts";
import { OtherWays } from "./other-ways.tsx";

interface Properties {
  /** The address, where it is known who signs in. */
  email?: string;
  /** The path to which a way over another site leads back; by default the page that one is on. */
  returnTo?: string;
  onSignedIn: (session: Session) => void;
}

/** Asks for an e-mail address and a password, or for a passkey. */
export function SignInForm({ email = "", returnTo = here(), onSignedIn }: Properties) {
  const submit = async (typed: Record<string, string>) => {
    const body = { email: typed.email ?? "", password: typed.password ?? "" };
    const { session } = await call(signIn, { body });
    acceptSession(session);
    onSignedIn(session);
  };
  return (
    <Form submit={submit} action="Sign in" wide beside={<OtherWays {...{ returnTo, onSignedIn }} />}>
      <Field label="E-mail" name="email" type="email" autoComplete="username" defaultValue={email} required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
    </Form>
  );
}

const here = () => `${location.pathname}${location.search}`;
