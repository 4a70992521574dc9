import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { upload } from "../../base/api/upload.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { PictureField } from "../../widget/form/picture-field.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { CheckSettings } from "./check-settings.tsx"
import { LabelList } from "./label-list.tsx"
import { MemoryList } from "./memory-list.tsx"
import { NamespaceList } from "./namespace-list.tsx"
import { ProjectEnd } from "./project-end.tsx"
import { ProjectForm } from "./project-form.tsx"
import styles from "./project-settings.module.css"
import { PublicationSettings } from "./publication-settings.tsx"

const route = getRouteApi("/user/projects/$projectId/settings")

/** Settings of a project; leaving, transferring and deleting it. */
export const ProjectSettingsScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  if (project === undefined) return null
  const needsEdit = missingScope(project, "project.edit", t)
  return (
    <Screen title={t("settings.title")}>
      <div className={styles["narrow"]}>
        {needsEdit !== null && <Callout kind="info">{needsEdit}</Callout>}
        <ProjectPicture project={project} disabledReason={needsEdit} />
        <ProjectForm project={project} disabledReason={needsEdit} />
        {project.useNamespaces && (
          <NamespaceList projectId={projectId} disabledReason={missingScope(project, "keys.edit", t)} />
        )}
        <LabelList project={project} disabledReason={needsEdit} />
        <CheckSettings project={project} disabledReason={needsEdit} />
        {missingScope(project, "translations.view", t) === null && (
          <MemoryList project={project} disabledReason={needsEdit} />
        )}
        {(needsEdit === null || missingScope(project, "languages.edit", t) === null) && (
          <Section title={t("machine-translation.title")} hint={t("machine-translation.settings-hint")}>
            <Link to="/projects/$projectId/settings/machine-translation" params={{ projectId }}>
              {t("machine-translation.open")}
            </Link>
          </Section>
        )}
        <PublicationSettings project={project} />
        <ProjectEnd project={project} needsEdit={needsEdit} needsAdmin={missingScope(project, "admin", t)} />
      </div>
    </Screen>
  )
}

/** The missing permission in words; null: nothing is missing. */
const missingScope = (
  { computedPermission }: ProjectModel,
  scope: "project.edit" | "keys.edit" | "languages.edit" | "translations.view" | "admin",
  t: Text
): string | null =>
  computedPermission.scopes.includes(scope) ? null : t("permission.needs", { scope: t(`scope.${scope}`) })

interface ProjectPictureProps {
  readonly project: ProjectModel
  readonly disabledReason: string | null
}

const ProjectPicture = ({ project: { id, name, avatar }, disabledReason }: ProjectPictureProps) => {
  const params = { projectId: id }
  const readAgain = () => queryClient.invalidateQueries({ queryKey: projectQuery(id).queryKey, exact: true })
  return (
    <PictureField
      name={name}
      picture={avatar}
      disabledReason={disabledReason}
      onSet={async (form) => {
        await upload("avatar", "setOfProject", { params, form })
        await readAgain()
      }}
      onRemove={async () => {
        await call("avatar", "removeOfProject", { params })
        await readAgain()
      }}
    />
  )
}
