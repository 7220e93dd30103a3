/** Declares a list with the common arguments. */
const list = (type: string, more = "") =>
  `(after: String, before: String, first: Int, last: Int, includeArchived: Boolean, orderBy: PaginationOrderBy${
    more === "" ? "" : `, ${more}`
  }): ${type}Connection!`;
const stamped = "id: ID!, createdAt: DateTime!, updatedAt: DateTime!, archivedAt: DateTime";
const done = "success: Boolean!, lastSyncId: Float!";

export const subsetObjects = `
type Query {
  viewer: User!
  organization: Organization!
  teams${list("Team", "filter: TeamFilter")}
  team(id: String!): Team!
  users${list("User", "filter: UserFilter")}
  workflowStates${list("WorkflowState", "filter: WorkflowStateFilter")}
  workflowState(id: String!): WorkflowState!
  issueLabels${list("IssueLabel", "filter: IssueLabelFilter")}
  issueLabel(id: String!): IssueLabel!
  projects${list("Project", "filter: ProjectFilter")}
  project(id: String!): Project!
  projectStatuses${list("ProjectStatus")}
  projectMilestones${list("ProjectMilestone", "filter: ProjectMilestoneFilter")}
  projectMilestone(id: String!): ProjectMilestone!
  projectRelations${list("ProjectRelation")}
  projectRelation(id: String!): ProjectRelation!
  issues${list("Issue", "filter: IssueFilter")}
  issue(id: String!): Issue!
  issueRelations${list("IssueRelation")}
  issueRelation(id: String!): IssueRelation!
  attachments${list("Attachment", "filter: AttachmentFilter")}
  attachment(id: String!): Attachment!
  attachmentsForURL${list("Attachment", "url: String!")}
  initiatives${list("Initiative", "filter: InitiativeFilter")}
  initiative(id: String!): Initiative!
  webhooks${list("Webhook")}
  webhook(id: String!): Webhook!
  rateLimitStatus: RateLimitPayload!
}
type Mutation {
  issueCreate(input: IssueCreateInput!): IssuePayload!
  issueBatchCreate(input: IssueBatchCreateInput!): IssueBatchPayload!
  issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
  issueBatchUpdate(ids: [UUID!]!, input: IssueUpdateInput!): IssueBatchPayload!
  issueArchive(id: String!, trash: Boolean): IssueArchivePayload!
  issueUnarchive(id: String!): IssueArchivePayload!
  issueDelete(id: String!, permanentlyDelete: Boolean): IssueArchivePayload!
  projectCreate(input: ProjectCreateInput!): ProjectPayload!
  projectUpdate(id: String!, input: ProjectUpdateInput!): ProjectPayload!
  projectArchive(id: String!, trash: Boolean): ProjectArchivePayload! @deprecated(reason: "projectDelete")
  projectDelete(id: String!): ProjectArchivePayload!
  projectUnarchive(id: String!): ProjectArchivePayload!
  projectRelationCreate(input: ProjectRelationCreateInput!): ProjectRelationPayload!
  projectRelationDelete(id: String!): DeletePayload!
  projectMilestoneCreate(input: ProjectMilestoneCreateInput!): ProjectMilestonePayload!
  initiativeCreate(input: InitiativeCreateInput!): InitiativePayload!
  initiativeUpdate(id: String!, input: InitiativeUpdateInput!): InitiativePayload!
  initiativeArchive(id: String!): InitiativeArchivePayload!
  initiativeDelete(id: String!): DeletePayload!
  initiativeToProjectCreate(input: InitiativeToProjectCreateInput!): InitiativeToProjectPayload!
  initiativeToProjectDelete(id: String!): DeletePayload!
  issueRelationCreate(input: IssueRelationCreateInput!): IssueRelationPayload!
  issueRelationDelete(id: String!): DeletePayload!
  attachmentCreate(input: AttachmentCreateInput!): AttachmentPayload!
  attachmentDelete(id: String!): DeletePayload!
  fileUpload(contentType: String!, filename: String!, size: Int!): UploadPayload!
  issueLabelCreate(input: IssueLabelCreateInput!): IssueLabelPayload!
  webhookCreate(input: WebhookCreateInput!): WebhookPayload!
  webhookDelete(id: String!): DeletePayload!
}
type User {
  ${stamped}, name: String!, displayName: String!, email: String!, admin: Boolean!, app: Boolean!
  active: Boolean!, guest: Boolean!, isMe: Boolean!, url: String!, organization: Organization!
  teams${list("Team", "filter: TeamFilter")}
}
type Organization {
  ${stamped}, name: String!, urlKey: String!, userCount: Int!
  teams${list("Team", "filter: TeamFilter")}, users${list("User")}
  labels${list("IssueLabel", "filter: IssueLabelFilter")}, projectStatuses: [ProjectStatus!]!
}
type Team {
  ${stamped}, key: String!, name: String!, displayName: String!, issueEstimationType: String!
  issueEstimationAllowZero: Boolean!, issueEstimationExtended: Boolean!, defaultIssueEstimate: Float!
  defaultIssueState: WorkflowState, retiredAt: DateTime, timezone: String!, visibility: TeamVisibility!
  cyclesEnabled: Boolean!, triageEnabled: Boolean!, organization: Organization!
  states${list("WorkflowState", "filter: WorkflowStateFilter")}
  labels${list("IssueLabel", "filter: IssueLabelFilter")}, issues${list("Issue", "filter: IssueFilter")}
  projects${list("Project", "filter: ProjectFilter")}, members${list("User", "filter: UserFilter")}
}
type WorkflowState {
  ${stamped}, name: String!, type: String!, position: Float!, color: String!, team: Team!
  issues${list("Issue", "filter: IssueFilter")}
}
type IssueLabel {
  ${stamped}, name: String!, color: String!, description: String, isGroup: Boolean!, retiredAt: DateTime
  team: Team, parent: IssueLabel, children${list("IssueLabel", "filter: IssueLabelFilter")}
  issues${list("Issue", "filter: IssueFilter")}
}
type Project {
  ${stamped}, name: String!, description: String!, content: String, color: String!, icon: String
  priority: Int!, sortOrder: Float!, prioritySortOrder: Float!, startDate: TimelessDate
  targetDate: TimelessDate, slugId: String!, url: String!, trashed: Boolean, status: ProjectStatus!
  teams${list("Team", "filter: TeamFilter")}, issues${list("Issue", "filter: IssueFilter")}
  projectMilestones${list("ProjectMilestone", "filter: ProjectMilestoneFilter")}
  relations${list("ProjectRelation")}, inverseRelations${list("ProjectRelation")}
  initiatives${list("Initiative")}, initiativeToProjects${list("InitiativeToProject")}
}
type ProjectMilestone {
  ${stamped}, name: String!, description: String, sortOrder: Float!, targetDate: TimelessDate
  project: Project!, issues${list("Issue", "filter: IssueFilter")}
}
type ProjectRelation {
  ${stamped}, type: String!, anchorType: String!, relatedAnchorType: String!, project: Project!
  relatedProject: Project!, projectMilestone: ProjectMilestone
  relatedProjectMilestone: ProjectMilestone
}
type Issue {
  ${stamped}, identifier: String!, number: Float!, previousIdentifiers: [String!]!, title: String!
  description: String, url: String!, branchName: String!, estimate: Float, priority: Float!
  priorityLabel: String!, sortOrder: Float!, subIssueSortOrder: Float, prioritySortOrder: Float!
  dueDate: TimelessDate, labelIds: [String!]!, trashed: Boolean, startedAt: DateTime
  completedAt: DateTime, canceledAt: DateTime, customerTicketCount: Int!, team: Team!
  state: WorkflowState!, parent: Issue, project: Project, projectMilestone: ProjectMilestone
  creator: User, assignee: User, children${list("Issue", "filter: IssueFilter")}
  labels${list("IssueLabel", "filter: IssueLabelFilter")}, relations${list("IssueRelation")}
  inverseRelations${list("IssueRelation")}, attachments${list("Attachment", "filter: AttachmentFilter")}
}
type IssueRelation { ${stamped}, type: String!, issue: Issue!, relatedIssue: Issue! }
type Attachment {
  ${stamped}, title: String!, subtitle: String, url: String!, metadata: JSONObject!
  groupBySource: Boolean!, issue: Issue!
}
type Initiative {
  ${stamped}, name: String!, description: String, content: String, status: InitiativeStatus!
  trashed: Boolean, url: String!, projects${list("Project", "filter: ProjectFilter")}
}
type Webhook {
  ${stamped}, url: String, secret: String, enabled: Boolean!, label: String, resourceTypes: [String!]!
  team: Team, allPublicTeams: Boolean!
}
type ProjectStatus {
  ${stamped}, name: String!, type: ProjectStatusType!, position: Float!, color: String!
  indefinite: Boolean!
}
type InitiativeToProject { ${stamped}, sortOrder: String!, initiative: Initiative!, project: Project! }
type RateLimitPayload { identifier: String, kind: String!, limits: [RateLimitResultPayload!]! }
type IssuePayload { ${done}, issue: Issue }
type IssueBatchPayload { ${done}, issues: [Issue!]! }
type IssueArchivePayload { ${done}, entity: Issue }
type ProjectPayload { ${done}, project: Project }
type ProjectArchivePayload { ${done}, entity: Project }
type ProjectRelationPayload { ${done}, projectRelation: ProjectRelation! }
type DeletePayload { ${done}, entityId: String! }
type ProjectMilestonePayload { ${done}, projectMilestone: ProjectMilestone! }
type InitiativePayload { ${done}, initiative: Initiative! }
type InitiativeArchivePayload { ${done}, entity: Initiative }
type InitiativeToProjectPayload { ${done}, initiativeToProject: InitiativeToProject! }
type IssueRelationPayload { ${done}, issueRelation: IssueRelation! }
type AttachmentPayload { ${done}, attachment: Attachment! }
type UploadPayload { ${done}, uploadFile: UploadFile }
type UploadFile {
  assetUrl: String!, contentType: String!, filename: String!, size: Int!, uploadUrl: String!
  headers: [UploadFileHeader!]!
}
type UploadFileHeader { key: String!, value: String! }
type IssueLabelPayload { ${done}, issueLabel: IssueLabel! }
type WebhookPayload { ${done}, webhook: Webhook! }
type RateLimitResultPayload {
  allowedAmount: Float!, period: Float!, remainingAmount: Float!, requestedAmount: Float!, reset: Float!
  type: String!
}
type PageInfo { hasNextPage: Boolean!, hasPreviousPage: Boolean!, startCursor: String, endCursor: String }
`;

export const subsetLists = [
  "Team",
  "User",
  "WorkflowState",
  "IssueLabel",
  "Project",
  "ProjectStatus",
  "ProjectMilestone",
  "ProjectRelation",
  "Issue",
  "IssueRelation",
  "Attachment",
  "Initiative",
  "Webhook",
  "InitiativeToProject",
]
  .map(
    (type) => `
type ${type}Connection { edges: [${type}Edge!]!, nodes: [${type}!]!, pageInfo: PageInfo! }
type ${type}Edge { cursor: String!, node: ${type}! }`,
  )
  .join("");
