import { Field } from "../../parts/field.tsx";

/** Shows the address that a link is for. It can't be changed, and password managers keep it with the password. */
export const AddressField = ({ email }: { email: string }) => (
  <Field label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
);
