export const subsetInputs = `
scalar UUID
scalar DateTime
scalar TimelessDate
scalar JSONObject
scalar DateTimeOrDuration
enum PaginationOrderBy { createdAt updatedAt }
input IssueCreateInput {
  id: String, teamId: String!, title: String, description: String, estimate: Int, parentId: String
  projectId: String, projectMilestoneId: String, labelIds: [String!], stateId: String, priority: Int
  sortOrder: Float, subIssueSortOrder: Float, prioritySortOrder: Float, dueDate: TimelessDate
  assigneeId: String, createdAt: DateTime, createAsUser: String, displayIconUrl: String, preserveSortOrderOnCreate: Boolean
}
input IssueBatchCreateInput { issues: [IssueCreateInput!]! }
input IssueUpdateInput {
  teamId: String, title: String, description: String, estimate: Int, parentId: String, projectId: String
  projectMilestoneId: String, labelIds: [String!], addedLabelIds: [String!], removedLabelIds: [String!]
  stateId: String, priority: Int, sortOrder: Float, subIssueSortOrder: Float, prioritySortOrder: Float
  assigneeId: String, dueDate: TimelessDate, trashed: Boolean
}
input ProjectCreateInput {
  id: String, name: String!, teamIds: [String!]!, description: String, content: String, statusId: String
  color: String, icon: String, priority: Int, sortOrder: Float, prioritySortOrder: Float
  startDate: TimelessDate, targetDate: TimelessDate
}
input ProjectUpdateInput {
  name: String, teamIds: [String!], description: String, content: String, statusId: String
  color: String, icon: String, priority: Int, sortOrder: Float, prioritySortOrder: Float
  startDate: TimelessDate, targetDate: TimelessDate, trashed: Boolean
}
input ProjectRelationCreateInput {
  anchorType: String!, id: String, projectId: String!, projectMilestoneId: String
  relatedAnchorType: String!, relatedProjectId: String!, relatedProjectMilestoneId: String
  type: String!
}
input ProjectMilestoneCreateInput {
  id: String, projectId: String!, name: String!, description: String, sortOrder: Float
}
input InitiativeCreateInput {
  id: String, name: String!, description: String, content: String, status: InitiativeStatus
  color: String, icon: String, sortOrder: Float, targetDate: TimelessDate
}
input InitiativeUpdateInput {
  name: String, description: String, content: String, status: InitiativeStatus, color: String
  icon: String, sortOrder: Float, targetDate: TimelessDate
}
input InitiativeToProjectCreateInput {
  id: String, initiativeId: String!, projectId: String!, sortOrder: Float
}
input IssueRelationCreateInput {
  id: String, issueId: String!, relatedIssueId: String!, type: IssueRelationType!
}
input AttachmentCreateInput {
  id: String, issueId: String!, title: String!, subtitle: String, url: String!, metadata: JSONObject
  iconUrl: String, groupBySource: Boolean
}
input IssueLabelCreateInput {
  color: String, description: String, id: String, isGroup: Boolean, name: String!, parentId: String
  retiredAt: DateTime, teamId: String
}
input WebhookCreateInput {
  allPublicTeams: Boolean, enabled: Boolean = true, id: String, label: String, resourceTypes: [String!]!
  secret: String, teamId: String, url: String!
}
enum TeamVisibility { private public restricted }
enum InitiativeStatus { Active Canceled Completed Planned Proposed }
enum IssueRelationType { blocks duplicate related similar }
enum ProjectStatusType { backlog canceled completed paused planned started }
input TeamFilter {
  and: [TeamFilter!], or: [TeamFilter!], id: IDComparator, key: StringComparator, name: StringComparator
  createdAt: DateComparator, updatedAt: DateComparator
}
input UserFilter {
  and: [UserFilter!], or: [UserFilter!], id: IDComparator, name: StringComparator
  email: StringComparator
}
input WorkflowStateFilter {
  and: [WorkflowStateFilter!], or: [WorkflowStateFilter!], id: IDComparator, name: StringComparator
  type: StringComparator, team: TeamFilter, createdAt: DateComparator, updatedAt: DateComparator
}
input IssueLabelFilter {
  and: [IssueLabelFilter!], or: [IssueLabelFilter!], id: IDComparator, name: StringComparator
  isGroup: BooleanComparator, team: NullableTeamFilter, parent: IssueLabelFilter
  createdAt: DateComparator, updatedAt: DateComparator
}
input ProjectFilter {
  and: [ProjectFilter!], or: [ProjectFilter!], id: IDComparator, name: StringComparator
  slugId: StringComparator, status: ProjectStatusFilter, createdAt: DateComparator
  updatedAt: DateComparator
}
input ProjectMilestoneFilter {
  and: [ProjectMilestoneFilter!], or: [ProjectMilestoneFilter!], id: IDComparator
  name: NullableStringComparator
}
input IssueFilter {
  and: [IssueFilter!], or: [IssueFilter!], id: IssueIDComparator, number: NumberComparator
  title: StringComparator, description: NullableStringComparator, estimate: EstimateComparator
  priority: NullableNumberComparator, team: TeamFilter, project: NullableProjectFilter
  projectMilestone: NullableProjectMilestoneFilter, parent: NullableIssueFilter
  state: WorkflowStateFilter, labels: IssueLabelCollectionFilter, children: IssueCollectionFilter
  attachments: AttachmentCollectionFilter, createdAt: DateComparator, updatedAt: DateComparator
  archivedAt: NullableDateComparator, completedAt: NullableDateComparator
  canceledAt: NullableDateComparator, startedAt: NullableDateComparator
}
input AttachmentFilter {
  and: [AttachmentFilter!], or: [AttachmentFilter!], id: IDComparator, url: StringComparator
  title: StringComparator, createdAt: DateComparator, updatedAt: DateComparator
}
input InitiativeFilter {
  and: [InitiativeFilter!], or: [InitiativeFilter!], id: IDComparator, name: StringComparator
  createdAt: DateComparator, updatedAt: DateComparator
}
input NullableTeamFilter {
  and: [NullableTeamFilter!], or: [NullableTeamFilter!], null: Boolean, id: IDComparator
  key: StringComparator, name: StringComparator, createdAt: DateComparator, updatedAt: DateComparator
}
input ProjectStatusFilter {
  and: [ProjectStatusFilter!], or: [ProjectStatusFilter!], id: IDComparator, name: StringComparator
  type: StringComparator
}
input NullableProjectFilter {
  and: [NullableProjectFilter!], or: [NullableProjectFilter!], null: Boolean, id: IDComparator
  name: StringComparator, slugId: StringComparator, status: ProjectStatusFilter
  createdAt: DateComparator, updatedAt: DateComparator
}
input NullableProjectMilestoneFilter {
  and: [NullableProjectMilestoneFilter!], or: [NullableProjectMilestoneFilter!], null: Boolean
  id: IDComparator, name: NullableStringComparator
}
input NullableIssueFilter {
  and: [NullableIssueFilter!], or: [NullableIssueFilter!], null: Boolean, id: IssueIDComparator
  number: NumberComparator, title: StringComparator, team: TeamFilter, project: NullableProjectFilter
  parent: NullableIssueFilter, state: WorkflowStateFilter, createdAt: DateComparator
  updatedAt: DateComparator
}
input IssueLabelCollectionFilter {
  and: [IssueLabelCollectionFilter!], or: [IssueLabelCollectionFilter!], some: IssueLabelFilter
  every: IssueLabelFilter, length: NumberComparator, id: IDComparator, name: StringComparator
  isGroup: BooleanComparator, team: NullableTeamFilter, parent: IssueLabelFilter
}
input IssueCollectionFilter {
  and: [IssueCollectionFilter!], or: [IssueCollectionFilter!], some: IssueFilter, every: IssueFilter
  length: NumberComparator, id: IssueIDComparator, title: StringComparator, state: WorkflowStateFilter
}
input AttachmentCollectionFilter {
  and: [AttachmentCollectionFilter!], or: [AttachmentCollectionFilter!], some: AttachmentFilter
  every: AttachmentFilter, length: NumberComparator, id: IDComparator, url: StringComparator
  title: StringComparator
}
input IDComparator { eq: ID, in: [ID!], neq: ID, nin: [ID!] }
input StringComparator {
  contains: String, containsIgnoreCase: String, endsWith: String, eq: String, eqIgnoreCase: String
  in: [String!], neq: String, nin: [String!], startsWith: String
}
input DateComparator {
  eq: DateTimeOrDuration, gt: DateTimeOrDuration, gte: DateTimeOrDuration, in: [DateTimeOrDuration!]
  lt: DateTimeOrDuration, lte: DateTimeOrDuration, neq: DateTimeOrDuration, nin: [DateTimeOrDuration!]
}
input BooleanComparator { eq: Boolean, neq: Boolean }
input NullableStringComparator {
  contains: String, containsIgnoreCase: String, endsWith: String, eq: String, eqIgnoreCase: String
  in: [String!], neq: String, nin: [String!], null: Boolean, startsWith: String
}
input IssueIDComparator { eq: ID, in: [ID!], neq: ID, nin: [ID!] }
input NumberComparator {
  eq: Float, gt: Float, gte: Float, in: [Float!], lt: Float, lte: Float, neq: Float, nin: [Float!]
}
input EstimateComparator {
  eq: Float, gt: Float, gte: Float, in: [Float!], lt: Float, lte: Float, neq: Float, nin: [Float!]
  null: Boolean
}
input NullableNumberComparator {
  eq: Float, gt: Float, gte: Float, in: [Float!], lt: Float, lte: Float, neq: Float, nin: [Float!]
  null: Boolean
}
input NullableDateComparator {
  eq: DateTimeOrDuration, gt: DateTimeOrDuration, gte: DateTimeOrDuration, in: [DateTimeOrDuration!]
  lt: DateTimeOrDuration, lte: DateTimeOrDuration, neq: DateTimeOrDuration, nin: [DateTimeOrDuration!]
  null: Boolean
}
`;
