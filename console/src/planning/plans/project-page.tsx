import { getProject } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Tab } from "../../components/page/tab.tsx";

const at = "/projects/$projectSlug" as const;

interface Properties {
  params: { projectSlug: string };
  actions?: ReactNode;
  children: ReactNode;
}

export function ProjectPage({ params, actions, children }: Properties) {
  const project = useQuery(read(getProject, { params }));
  return (
    <Loaded query={project}>
      {({ project: { name } }) => (
        <Page
          title={name}
          crumbs={[
            <Link key="projects" to="/projects">
              Projects
            </Link>,
          ]}
          actions={actions}
          tabs={
            <>
              <Tab to={at} params={params} activeOptions={{ exact: true, includeSearch: false }}>
                Plans
              </Tab>
              <Tab to={`${at}/context`} params={params}>
                Context
              </Tab>
              <Tab to={`${at}/skills`} params={params}>
                Skills
              </Tab>
              <Tab to={`${at}/formats`} params={params}>
                Formats
              </Tab>
              <Tab to={`${at}/instructions`} params={params}>
                Instructions
              </Tab>
              <Tab to={`${at}/connectors`} params={params}>
                Connectors
              </Tab>
              <Tab to={`${at}/policy`} params={params}>
                Policy
              </Tab>
            </>
          }
        >
          {children}
        </Page>
      )}
    </Loaded>
  );
}
