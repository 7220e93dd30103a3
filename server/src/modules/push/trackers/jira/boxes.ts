type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Deeper than Jira's editor makes boxes; what lies there is left as it is. */
const mostLevels = 100;

/** The same nodes, with a text before each check box that says whether it is ticked: people tick them in Jira. */
export const withBoxes = (nodes: readonly unknown[], level = 0): unknown[] =>
  nodes.map((node) => {
    if (!isNode(node) || !Array.isArray(node.content) || level === mostLevels) return node;
    const content = withBoxes(node.content, level + 1);
    if (node.type !== "taskItem" && node.type !== "blockTaskItem") return { ...node, content };
    const isDone = isNode(node.attrs) && node.attrs.state === "DONE";
    return { ...node, content: [{ type: "text", text: isDone ? "[x] " : "[ ] " }, ...content] };
  });
