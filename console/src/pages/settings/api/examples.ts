export interface Example {
  label: string;
  text: string;
}

/** Returns runnable calls; `mayWrite` adds those that write. */
export function examplesOf(url: string, key: string, mayWrite: boolean): Example[] {
  const curl = `curl -sS -H 'Authorization: Bearer ${key}'`;
  const reads = [
    { label: "Who am I, with curl", text: `${curl} '${url}/v1/me'` },
    { label: "List projects with curl", text: `${curl} '${url}/v1/projects'` },
    { label: "List specs ready to work on with curl", text: `${curl} '${url}/v1/next'` },
  ];
  const writes = [
    {
      label: "Create a project with curl",
      text: `${curl} -H 'Content-Type: application/json' -d '{"name": "From the API"}' '${url}/v1/projects'`,
    },
  ];
  const others = [
    {
      label: "List projects on the command line",
      text: `GROUNDPLAN_URL='${url}' GROUNDPLAN_API_KEY='${key}' npx groundplan project list`,
    },
    {
      label: "List projects with Node.js",
      text: `node --input-type=module <<'END'
const answer = await fetch("${url}/v1/projects", {
  headers: { authorization: "Bearer ${key}" },
});
const { projects, error } = await answer.json();
console.log(error ? error.message : projects.map(({ name }) => name).join("\\n"));
END`,
    },
    {
      label: "List projects with Python",
      text: `python3 <<'END'
import json, urllib.request

request = urllib.request.Request("${url}/v1/projects", headers={"Authorization": "Bearer ${key}"})
for project in json.load(urllib.request.urlopen(request))["projects"]:
    print(project["name"])
END`,
    },
  ];
  return [...reads, ...(mayWrite ? writes : []), ...others];
}
