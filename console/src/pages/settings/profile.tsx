import { Page } from "../../components/page/page.tsx";
import { Issuers } from "./profile/issuers.tsx";
import { Name } from "./profile/name.tsx";
import { Passkeys } from "./profile/passkeys.tsx";
import { Password } from "./profile/password.tsx";
import { Sessions } from "./profile/sessions.tsx";

/** The user's name, sign-in methods and sessions. */
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
