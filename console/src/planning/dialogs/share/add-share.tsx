import { listShares, type Member, putShare } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Choice } from "../../../components/forms/field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import type { PlanParams } from "../../params.ts";

export function AddShare({ params, members }: { params: PlanParams; members: readonly Member[] }) {
  if (members.length === 0) return null;
  const submit = async ({ userId = "", capability = "READ" }: Record<string, string>) => {
    const given = capability === "EDIT" ? ("EDIT" as const) : ("READ" as const);
    await call(putShare, { params: { ...params, userId }, body: { capability: given } });
    await invalidate(listShares);
  };
  return (
    <Form submit={submit} action="Share">
      <div className="grid gap-3 column:grid-cols-2">
        <Choice label="Share with" name="userId">
          {members.map(({ userId, name, email }) => (
            <option key={userId} value={userId}>
              {email === null ? name : `${name} (${email})`}
            </option>
          ))}
        </Choice>
        <Choice label="They can" name="capability">
          <option value="READ">read and comment</option>
          <option value="EDIT">edit</option>
        </Choice>
      </div>
    </Form>
  );
}
