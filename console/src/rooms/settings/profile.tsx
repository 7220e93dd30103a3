import { Page } from "../../parts/page.tsx";
import { Issuers } from "./profile/issuers.tsx";
import { Name } from "./profile/name.tsx";
import { Passkeys } from "./profile/passkeys.tsx";
import { Password } from "./profile/password.tsx";
import { Sessions } from "./profile/sessions.tsx";

/** This is what is the person's own: the name, the ways to sign in, and where they are signed in. */
export default function Profile() {
  return (
    <Page title="Profile">
      <Name />
      <Password />
      <Passkeys />
      <Issuers />
      <Sessions />
    </Page>
  );
}
