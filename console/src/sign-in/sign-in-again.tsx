import { asked } from "../api/ask-for-sign-in.ts";
import { useStore } from "../base/store.ts";
import Dialog from "../components/overlays/dialog.tsx";
import { useSessionState } from "../session/session.ts";
import { SignInForm } from "./sign-in-form.tsx";

const says = {
  ended: "Your session has ended. Your text is still here.",
  recent: "This requires a sign-in within the last 15 minutes.",
};

/** The sign-in over the page; a different user gets a fresh page. */
export default function SignInAgain() {
  const question = useStore(asked);
  const user = useSessionState()?.session?.user;
  if (!question) return null;
  return (
    <Dialog title="Sign in again" says={says[question.reason]} onClose={question.giveUp}>
      <SignInForm
        {...(user ? { email: user.email } : {})}
        onSignedIn={(session) => {
          if (user && session.user.id !== user.id) location.assign("/");
          else question.done();
        }}
      />
    </Dialog>
  );
}
