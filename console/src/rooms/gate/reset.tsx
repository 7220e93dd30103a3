import { lookUpLink, resetPassword } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { read } from "../../api/read.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import { Gate } from "../../parts/gate.tsx";
import { addressToken } from "../../session/address-token.ts";
import { acceptSession } from "../../session/session.ts";
import { AddressField } from "./address-field.tsx";
import { GateLoaded } from "./gate-loaded.tsx";
import { KeptWays, keptIn } from "./kept-ways.tsx";
import { NewPasswordField } from "./password-field.tsx";

const title = "Set a password";

/** The room in which a person sets a password with a one-time link, which signs them in. */
export default function Reset() {
  const token = addressToken();
  return token === null ? <NoLink /> : <WithLink token={token} />;
}

function WithLink({ token }: { token: string }) {
  const router = useRouter();
  const link = useQuery({ ...read(lookUpLink, { body: { token } }), staleTime: Number.POSITIVE_INFINITY });
  const submit = async (typed: Record<string, string>) => {
    const { password = "" } = typed;
    const { session } = await call(resetPassword, { body: { token, password, keep: keptIn(typed) } });
    acceptSession(session);
    await router.navigate({ to: "/", replace: true });
  };
  return (
    <GateLoaded title={title} query={link} beside={<ToSignIn />}>
      {({ email, mayKeep }) => (
        <Gate
          title={title}
          says="It signs you in here, and ends your sessions in other browsers and the apps that you let in."
        >
          <Form submit={submit} action="Set password" wide>
            <AddressField email={email} />
            <NewPasswordField />
            <KeptWays mayKeep={mayKeep} />
          </Form>
        </Gate>
      )}
    </GateLoaded>
  );
}

const NoLink = () => (
  <Gate
    title={title}
    says="This needs the link that you were given. An operator of the service can make one:"
  >
    <p className="mb-3 rounded-md bg-sunk p-2.5 font-mono text-small break-words">
      groundplan admin user reset --email …
    </p>
    <ToSignIn />
  </Gate>
);

const ToSignIn = () => (
  <Link to="/sign-in" className={buttonClass("plain", true)}>
    Go to the sign-in
  </Link>
);
