import { adminCreateKey, adminCreateUser } from "../../server/src/admin/index.ts";

interface Person {
  id: string;
  key: string;
}

export async function makePeople(env: NodeJS.ProcessEnv): Promise<{ ada: Person; grace: Person }> {
  const make = async (name: string, role: "OWNER" | "MEMBER"): Promise<Person> => {
    const email = `${name.toLowerCase()}@acme.example`;
    const workspace = "acme";
    const who = { email, name, workspace, role, createWorkspace: true, platformAdmin: role === "OWNER" };
    const { user } = await adminCreateUser(env, who);
    const { secret } = await adminCreateKey(env, { email, workspace, scope: "write", name: "dev" });
    return { id: user.id, key: secret };
  };
  return { ada: await make("Ada", "OWNER"), grace: await make("Grace", "MEMBER") };
}
