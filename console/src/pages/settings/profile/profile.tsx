import { Page } from "../../../components/page/page.tsx";
import { Issuers } from "./issuers.tsx";
import { Name } from "./name.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { Sessions } from "./sessions.tsx";

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
