/*
 * All documents sent to Linear, tested against the published schema. Page sizes stay below Linear's 10,000
 * points.
 */

export const issueParts = `id identifier number url title description estimate archivedAt trashed updatedAt
  state { type } priority dueDate labelIds assignee { id }`;

export const projectParts = "id name url content archivedAt trashed updatedAt status { type }";

export const viewer = "query Viewer { viewer { name organization { id name } } }";

export const teams = `query Teams($first: Int!, $after: String) {
  organization { urlKey }
  teams(first: $first, after: $after) { nodes { id key name retiredAt } pageInfo { hasNextPage endCursor } }
}`;

export const team = `query Team($key: String!) {
  teams(filter: { key: { eqIgnoreCase: $key } }, first: 1, includeArchived: true) {
    nodes {
      id key archivedAt retiredAt issueEstimationType
      states(first: 100) { nodes { id type position } }
    }
  }
}`;

export const people = `query People($filter: UserFilter!, $first: Int!) {
  users(filter: $filter, first: $first) { nodes { id email active } }
}`;

export const labels = `query Labels($filter: IssueLabelFilter!, $first: Int!, $after: String) {
  issueLabels(filter: $filter, first: $first, after: $after) {
    nodes { id name isGroup retiredAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const createLabel = `mutation CreateLabel($input: IssueLabelCreateInput!) {
  issueLabelCreate(input: $input) { success issueLabel { id name } }
}`;

export const createIssues = `mutation CreateIssues($input: IssueBatchCreateInput!) {
  issueBatchCreate(input: $input) { success issues { ${issueParts} } }
}`;

export const createIssue = `mutation CreateIssue($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ${issueParts} } }
}`;

export const createProject = `mutation CreateProject($input: ProjectCreateInput!) {
  projectCreate(input: $input) { success project { ${projectParts} } }
}`;

/** Reserves an address for a file, and a place that takes its bytes for a minute. */
export const uploadFile = `mutation UploadFile($contentType: String!, $filename: String!, $size: Int!) {
  fileUpload(contentType: $contentType, filename: $filename, size: $size) {
    success uploadFile { assetUrl uploadUrl headers { key value } }
  }
}`;

export const issues = `query Issues($ids: [ID!]!, $first: Int!) {
  issues(filter: { id: { in: $ids } }, first: $first, includeArchived: true) { nodes { ${issueParts} } }
}`;

export const projects = `query Projects($ids: [ID!]!, $first: Int!) {
  projects(filter: { id: { in: $ids } }, first: $first, includeArchived: true) { nodes { ${projectParts} } }
}`;

/** Reads parents, and which items exist. */
export const spots = `query Spots($ids: [ID!]!, $first: Int!) {
  issues(filter: { id: { in: $ids } }, first: $first, includeArchived: true) {
    nodes { id trashed parent { id trashed } project { id trashed } }
  }
  projects(filter: { id: { in: $ids } }, first: $first, includeArchived: true) { nodes { id trashed } }
}`;

/** Newest first is Linear's only order. */
export const changedIssues = `query ChangedIssues($filter: IssueFilter!, $first: Int!, $after: String) {
  issues(filter: $filter, first: $first, after: $after, orderBy: updatedAt, includeArchived: true) {
    nodes { id updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

const issueRelation = "nodes { id type relatedIssue { id } } pageInfo { hasNextPage endCursor }";
const projectRelation = "nodes { id type relatedProject { id } } pageInfo { hasNextPage endCursor }";

export const relationsOfIssues = `query RelationsOfIssues($ids: [ID!]!, $first: Int!) {
  issues(filter: { id: { in: $ids } }, first: $first, includeArchived: true) {
    nodes { id relations(first: 50) { ${issueRelation} } }
  }
}`;

export const relationsOfIssue = `query RelationsOfIssue($id: String!, $after: String) {
  issue(id: $id) { relations(first: 100, after: $after) { ${issueRelation} } }
}`;

export const relationsOfProjects = `query RelationsOfProjects($ids: [ID!]!, $first: Int!) {
  projects(filter: { id: { in: $ids } }, first: $first, includeArchived: true) {
    nodes { id relations(first: 50) { ${projectRelation} } }
  }
}`;

export const relationsOfProject = `query RelationsOfProject($id: String!, $after: String) {
  project(id: $id) { relations(first: 100, after: $after) { ${projectRelation} } }
}`;

export interface Mutation {
  kind: keyof typeof mutations;
  variables: Record<string, unknown>;
}

const mutations = {
  issueUpdate: {
    types: { id: "String!", input: "IssueUpdateInput!" },
    select: `success issue { ${issueParts} }`,
  },
  projectUpdate: {
    types: { id: "String!", input: "ProjectUpdateInput!" },
    select: `success project { ${projectParts} }`,
  },
  issueRelationCreate: { types: { input: "IssueRelationCreateInput!" }, select: "success" },
  issueRelationDelete: { types: { id: "String!" }, select: "success" },
  projectRelationCreate: { types: { input: "ProjectRelationCreateInput!" }, select: "success" },
  projectRelationDelete: { types: { id: "String!" }, select: "success" },
} as const;

/** Combines mutations in order, aliased `m0`, `m1` and so on. */
export function together(calls: readonly Mutation[]) {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const lines = calls.map(({ kind, variables: given }, index) => {
    const { types, select } = mutations[kind];
    const passed = Object.entries(types).map(([name, type]) => {
      variables[`${name}${index}`] = given[name];
      declared.push(`$${name}${index}: ${type}`);
      return `${name}: $${name}${index}`;
    });
    return `  m${index}: ${kind}(${passed.join(", ")}) { ${select} }`;
  });
  return { document: `mutation Several(${declared.join(", ")}) {\n${lines.join("\n")}\n}`, variables };
}
