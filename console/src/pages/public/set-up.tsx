import { setUp } from "@groundplan/contract";
import { Link, useRouter } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";
import { addressToken } from "../../session/address-token.ts";
import { acceptSession, useSessionState } from "../../session/session.ts";
import { NewPasswordField } from "../../sign-in/password-field.tsx";

const title = "Set up Groundplan";

/** Creates the first account and workspace, with the printed link. */
export default function SetUp() {
  const router = useRouter();
  const needsSetUp = useSessionState()?.needsSetUp ?? true;
  const token = addressToken();
  if (!needsSetUp)
    return (
      <PublicPage title={title} says="Groundplan is already set up. An owner can invite you to a workspace.">
        <Link to="/sign-in" className={buttonClass("plain", true)}>
          Go to sign-in
        </Link>
      </PublicPage>
    );
  if (token === null)
    return (
      <PublicPage
        title={title}
        says="Open the link that the service printed when it started. Restarting the service prints a new one."
      >
        {null}
      </PublicPage>
    );
  const submit = async ({ name = "", email = "", password = "", workspace = "" }) => {
    const { session } = await call(setUp, { body: { token, name, email, password, workspace } });
    acceptSession(session);
    await router.navigate({ to: "/", replace: true });
  };
  return (
    <PublicPage title={title} says="You're the first user. This creates your account and your workspace.">
      <Form submit={submit} action="Create workspace" wide>
        <Field label="Name" name="name" autoComplete="name" required />
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
        <NewPasswordField />
        <Field
          label="Workspace"
          name="workspace"
          autoComplete="organization"
          hint="Your team's name. You can change it later."
          required
        />
      </Form>
    </PublicPage>
  );
}
