import type { ReactNode } from "react";
import { Page } from "../../components/page/page.tsx";
import { Tab } from "../../components/page/tab.tsx";

export const InboxPage = ({ actions, children }: { actions?: ReactNode; children: ReactNode }) => (
  <Page
    title="Inbox"
    actions={actions}
    tabs={
      <>
        <Tab to="/inbox" search={{}} activeOptions={{ exact: true, includeSearch: false }}>
          All
        </Tab>
        <Tab to="/inbox/later">Snoozed</Tab>
        <Tab to="/inbox/settings">Settings</Tab>
      </>
    }
  >
    {children}
  </Page>
);
