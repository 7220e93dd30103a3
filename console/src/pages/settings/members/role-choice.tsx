import type { Member } from "@groundplan/contract";
import { Choice } from "../../../components/forms/field.tsx";
import { wordOf } from "../../../components/status.tsx";

export type Role = Member["role"];

/** The rights of each role, from most to least. */
const does: Record<Role, string> = {
  OWNER: "manages people and settings",
  MEMBER: "writes projects and plans",
  VIEWER: "reads and comments",
};

export const RoleChoice = ({ chosen }: { chosen: Role }) => (
  <Choice label="Role" name="role" defaultValue={chosen}>
    {Object.entries(does).map(([value, what]) => (
      <option key={value} value={value}>
        {wordOf(value)}: {what}
      </option>
    ))}
  </Choice>
);

export const roleOf = ({ role = "" }: Record<string, string>): Role =>
  role === "OWNER" || role === "MEMBER" ? role : "VIEWER";
