import { Field } from "../components/forms/field.tsx";

export const NewPasswordField = () => (
  <Field
    label="Password"
    name="password"
    type="password"
    autoComplete="new-password"
    hint="At least 10 characters. A few random words work well."
    required
  />
);
