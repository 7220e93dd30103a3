import type { Member } from "@groundplan/contract";
import { Choice } from "../../../parts/field.tsx";
import { wordOf } from "../../../parts/status.tsx";

export type Role = Member["role"];

/** This is what each role may do, from the most to the least. */
const does: Record<Role, string> = {
  OWNER: "manages people and settings",
  MEMBER: "writes projects and plans",
  VIEWER: "reads and comments",
};

/** Asks for a role. */
export const RoleChoice = ({ chosen }: { chosen: Role }) => (
  <Choice label="Role" name="role" defaultValue={chosen}>
    {Object.entries(does).map(([value, what]) => (
      <option key={value} value={value}>
        {wordOf(value)}: {what}
      </option>
    ))}
  </Choice>
);

/** Returns the role that was chosen in a form. */
export const roleOf = ({ role = "" }: Record<string, string>): Role =>
  role === "OWNER" || role === "MEMBER" ? role : "VIEWER";
