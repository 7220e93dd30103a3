import type { Person, World } from "../../../test/world.ts";

let projects = 0;

export async function newProject(world: World): Promise<string> {
  const slug = `instructed-${projects++}`;
  await world.alice.post("/v1/projects", { name: "Instructed", slug });
  return `/v1/projects/${slug}/instructions`;
}

let workspaces = 0;

/** Creates a workspace with an owner, a member and a viewer, for separate company instructions. */
export async function newCompany(
  world: World,
): Promise<{ owner: Person; member: Person; viewer: Person; path: string }> {
  const workspace = `company-${workspaces++}`;
  return {
    owner: await world.person("owner", "OWNER", workspace),
    member: await world.person("member", "MEMBER", workspace),
    viewer: await world.person("viewer", "VIEWER", workspace),
    path: "/v1/instructions",
  };
}
