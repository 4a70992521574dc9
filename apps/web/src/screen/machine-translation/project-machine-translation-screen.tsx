import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { BudgetSection } from "./budget-form.tsx"
import { LanguageSettings } from "./language-settings.tsx"
import styles from "./machine-translation.module.css"
import { PromptSection } from "./prompt-section.tsx"
import { QualitySection } from "./quality-section.tsx"
import { UsageSection } from "./usage-section.tsx"

const route = getRouteApi("/user/projects/$projectId/settings/machine-translation")

/** Services, quality, prompts, budget and usage of machine translation in a project. */
export const ProjectMachineTranslationScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  if (project === undefined) return null
  return (
    <Screen
      title={t("machine-translation.title")}
      above={
        <Link to="/projects/$projectId/settings" params={{ projectId }}>
          {t("settings.title")}
        </Link>
      }
    >
      <Sections project={project} />
    </Screen>
  )
}

const Sections = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const needsLanguages = missingScope(project, "languages.edit", t)
  const needsEdit = missingScope(project, "project.edit", t)
  const owner = { projectId: project.id }
  return (
    <div className={styles["wide"]}>
      <div className={styles["narrow"]}>
        {needsLanguages !== null && <Callout kind="info">{needsLanguages}</Callout>}
        {needsEdit !== null && <Callout kind="info">{needsEdit}</Callout>}
        {needsLanguages === null && <LanguageSettings project={project} needsEdit={needsEdit} />}
        {needsLanguages === null && <QualitySection projectId={project.id} />}
        {needsEdit === null && <PromptSection project={project} />}
        {needsEdit === null && <BudgetSection owner={owner} />}
      </div>
      {needsEdit === null && <UsageSection owner={owner} />}
    </div>
  )
}
