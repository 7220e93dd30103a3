import { acceptInviteLink, getProofMail, lookUpInvite, mailProof, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";
import { wordOf } from "../../components/status.tsx";
import { addressToken } from "../../session/address-token.ts";
import { enterSession, signOutHere } from "../../session/session.ts";
import { IssuerButton } from "../../sign-in/issuer-button.tsx";
import { NewPasswordField } from "../../sign-in/password-field.tsx";
import { SignInForm } from "../../sign-in/sign-in-form.tsx";
import { AddressField } from "./address-field.tsx";
import { KeptCredentials, keptIn } from "./kept-credentials.tsx";
import { ProveAddress } from "./prove-address.tsx";
import { PublicPageLoaded } from "./public-page-loaded.tsx";

const title = "Join a workspace";

/** An invite's page. Opening it changes nothing; accepting does. */
export default function Invite() {
  const token = addressToken();
  if (token === null)
    return (
      <PublicPage title={title} says="This page needs an invite link. Open the link that was sent to you.">
        {null}
      </PublicPage>
    );
  return <WithLink token={token} />;
}

function WithLink({ token }: { token: string }) {
  const found = useQuery(read(lookUpInvite, { body: { token } }));
  return (
    <PublicPageLoaded title={title} query={found}>
      {(answer) => {
        const { invitedBy, workspace, role } = answer.invite;
        return (
          <PublicPage
            title={`Join ${workspace.name}`}
            says={`${invitedBy} invites you to this workspace. Your role is ${wordOf(role)}.`}
          >
            <Invitation token={token} {...answer} lookAgain={() => found.refetch()} />
          </PublicPage>
        );
      }}
    </PublicPageLoaded>
  );
}

/** Explains why; whoever accepted it can sign in. */
function Ended({ status, isSignedIn }: { status: Found["invite"]["status"]; isSignedIn: boolean }) {
  const why = status === "PENDING" ? "has expired" : `was ${status.toLowerCase()}`;
  return (
    <div className="grid gap-3">
      <p>
        This invite {why}. {status === "ACCEPTED" ? "If you accepted it, continue." : "Ask for a new one."}
      </p>
      <Link to={isSignedIn ? "/" : "/sign-in"} className={buttonClass("plain", true)}>
        {isSignedIn ? "Go to the workspace" : "Go to sign-in"}
      </Link>
    </div>
  );
}

type Found = Reply<typeof lookUpInvite> & { token: string; lookAgain: () => Promise<unknown> };

/** Accepts as the signed-in user, by signing in, or with a new account. */
function Invitation({ token, invite, hasAccount, takesOver, sendsMail, signedInAs, lookAgain }: Found) {
  const { email, status, expiresAt } = invite;
  const router = useRouter();
  const [isUnproven, setUnproven] = useState(false);
  const accept = async (account: { name?: string; password?: string; keep?: string[] }) => {
    const { session } = await call(acceptInviteLink, { body: { token, ...account } });
    enterSession(session);
    await router.navigate({ to: "/", replace: true });
  };
  if (status !== "PENDING" || Date.parse(expiresAt) < Date.now())
    return <Ended status={status} isSignedIn={signedInAs !== null} />;
  if (signedInAs !== null && signedInAs !== email)
    return (
      <div className="grid gap-3">
        <p>
          The invite is for <strong className="break-words">{email}</strong>. You are signed in as{" "}
          <strong className="break-words">{signedInAs}</strong>.
        </p>
        <Button wide onClick={() => attempt(() => signOutHere().then(lookAgain))}>
          Sign out
        </Button>
      </div>
    );
  if (takesOver) {
    const take = (typed: Record<string, string>) =>
      accept({ password: typed.password ?? "", keep: keptIn(typed) });
    return (
      <Form submit={take} action="Accept invite" wide>
        <p>
          An account exists for this address, but its address was never verified. Set a new password to take
          it over. All sessions and apps of the account end.
        </p>
        <AddressField email={email} />
        <NewPasswordField />
        <KeptCredentials mayKeep={takesOver.mayKeep} />
      </Form>
    );
  }
  if (isUnproven) return <ProveAddress email={email} isMailed={sendsMail} />;
  const acceptOrProve = async () => {
    try {
      await accept({});
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.code === "address_not_proven")) throw refusal;
      if (sendsMail) {
        await call(mailProof, {});
        await invalidate(getProofMail);
      }
      setUnproven(true);
    }
  };
  if (signedInAs !== null)
    return (
      <Form submit={acceptOrProve} action="Accept invite" wide>
        <p>
          You are signed in as <strong className="break-words">{email}</strong>.
        </p>
      </Form>
    );
  if (hasAccount)
    return (
      <>
        <p className="mb-3">You already have an account. Sign in, then accept.</p>
        <SignInForm email={email} returnTo="/" inviteToken={token} onSignedIn={() => void lookAgain()} />
      </>
    );
  return (
    <Form
      submit={({ name = "", password = "" }) => accept({ name, password })}
      action="Accept invite"
      wide
      beside={<IssuerButton returnTo="/" inviteToken={token} />}
    >
      <AddressField email={email} />
      <Field label="Name" name="name" autoComplete="name" required />
      <NewPasswordField />
    </Form>
  );
}
