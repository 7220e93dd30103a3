import { lookUpLink, resetPassword } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/forms/form.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";
import { addressToken } from "../../session/address-token.ts";
import { acceptSession } from "../../session/session.ts";
import { NewPasswordField } from "../../sign-in/password-field.tsx";
import { AddressField } from "./address-field.tsx";
import { Forgotten, ToSignIn } from "./forgotten.tsx";
import { KeptCredentials, keptIn } from "./kept-credentials.tsx";
import { PublicPageLoaded } from "./public-page-loaded.tsx";

const title = "Set a password";

/** Sets a password with a one-time link and signs in, or offers a link. */
export default function Reset() {
  const [token, setToken] = useState(addressToken);
  return token === null ? <Forgotten /> : <WithLink token={token} giveUp={() => setToken(null)} />;
}

interface Properties {
  token: string;
  /** Goes back to requesting a link. */
  giveUp: () => void;
}

function WithLink({ token, giveUp }: Properties) {
  const router = useRouter();
  const link = useQuery({ ...read(lookUpLink, { body: { token } }), staleTime: Number.POSITIVE_INFINITY });
  const submit = async (typed: Record<string, string>) => {
    const { password = "" } = typed;
    const { session } = await call(resetPassword, { body: { token, password, keep: keptIn(typed) } });
    acceptSession(session);
    await router.navigate({ to: "/", replace: true });
  };
  const otherMethods = (
    <>
      <Button wide onClick={giveUp}>
        Get another link
      </Button>
      <ToSignIn />
    </>
  );
  return (
    <PublicPageLoaded title={title} query={link} beside={otherMethods}>
      {({ email, mayKeep }) => (
        <PublicPage
          title={title}
          says="It signs you in here, and ends your sessions in other browsers and your connected apps."
        >
          <Form submit={submit} action="Set password" wide>
            <AddressField email={email} />
            <NewPasswordField />
            <KeptCredentials mayKeep={mayKeep} />
          </Form>
        </PublicPage>
      )}
    </PublicPageLoaded>
  );
}
