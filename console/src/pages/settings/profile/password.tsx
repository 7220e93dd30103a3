import { listSessions, setPassword } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { AskingForm } from "../../../components/forms/asking-form.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { Section } from "../../../components/section.tsx";
import { acceptSession, useSession } from "../../../session/session.ts";
import { NewPasswordField } from "../../../sign-in/password-field.tsx";

export function Password() {
  const { user } = useSession();
  const [count, setCount] = useState(0);
  const submit = async ({ password = "" }) => {
    const { session } = await call(setPassword, { body: { password } });
    acceptSession(session);
    await invalidate(listSessions);
    // Clears the form.
    setCount(count + 1);
    toast("Your password is set. Your sessions in other browsers have ended.");
  };
  return (
    <Section
      title="Password"
      says={
        user.hasPassword
          ? "A new password ends your sessions in other browsers."
          : "You have none. With a password you can also sign in with your address."
      }
    >
      <div className="max-w-md">
        <AskingForm key={count} submit={submit} action="Set password">
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <NewPasswordField />
        </AskingForm>
      </div>
    </Section>
  );
}
