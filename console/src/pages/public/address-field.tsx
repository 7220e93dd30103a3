import { Field } from "../../components/forms/field.tsx";

/** Read-only; password managers store it with the password. */
export const AddressField = ({ email }: { email: string }) => (
  <Field label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
);
