import { Button } from "../components/button.tsx";
import { attempt } from "../components/overlays/toast.tsx";
import { PublicPage } from "../components/page/public-page.tsx";
import { leave, renewSession, useSession } from "../session/session.ts";

/** The page of a user without a workspace. */
export default function NoWorkspace() {
  const { user } = useSession();
  return (
    <PublicPage
      title="You aren't in a workspace"
      says="A workspace owner can invite you by link or e-mail. Open that link to join."
    >
      <p className="mb-4">
        You are signed in as <strong className="font-[550] break-words">{user.email}</strong>.
      </p>
      <div className="grid gap-2">
        <Button look="primary" wide onClick={() => attempt(renewSession)}>
          Check again
        </Button>
        <Button wide onClick={() => attempt(leave)}>
          Sign out
        </Button>
      </div>
    </PublicPage>
  );
}
