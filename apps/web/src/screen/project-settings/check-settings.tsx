import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import type { CheckRules, Severity } from "../../feature/quality-check/check-rules.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { checkRulesQuery } from "../../feature/quality-check/quality-check-queries.ts"
import { switchChecks } from "../../feature/quality-check/switch-checks.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./project-settings.module.css"

interface CheckSettingsProps {
  readonly project: ProjectModel
  /** Why nothing can be changed; null: it can. */
  readonly disabledReason: string | null
}

/** No id of a language. */
const wholeProject = "project"

/** Switches checks on and off, and sets their severities, for the project and for each language. A change is saved at once. */
export const CheckSettings = ({ project, disabledReason }: CheckSettingsProps) => {
  const t = useText()
  const client = useQueryClient()
  const rules = useQuery({ ...checkRulesQuery(project.id), enabled: project.useQaChecks })
  const [chosen, setChosen] = useState(wholeProject)
  return (
    <Section title={t("checks.settings-title")} hint={t("checks.settings-hint")}>
      <Checkbox
        isSelected={project.useQaChecks}
        isDisabled={disabledReason !== null}
        onChange={(isUsed) => switchChecks(client, t, project.id, isUsed)}
      >
        {t("checks.use")}
      </Checkbox>
      {project.useQaChecks && (
        <QueryState query={rules} skeleton="400px">
          {(data) => (
            <>
              <Select
                label={t("checks.settings-of")}
                value={chosen}
                options={[
                  { value: wholeProject, label: t("checks.whole-project") },
                  ...data.languages.map(({ languageId, languageTag }) => ({
                    value: String(languageId),
                    label: languageName(languageTag, t.language)
                  }))
                ]}
                onChange={setChosen}
              />
              <SeverityFields
                key={chosen}
                projectId={project.id}
                rules={data}
                languageId={chosen === wholeProject ? null : Number(chosen)}
                isDisabled={disabledReason !== null}
              />
            </>
          )}
        </QueryState>
      )}
    </Section>
  )
}

interface SeverityFieldsProps {
  readonly projectId: number
  readonly rules: CheckRules
  /** null: the project. */
  readonly languageId: number | null
  readonly isDisabled: boolean
}

/** The value of a language that follows the project. */
const inherited = "INHERITED"

const severities = ["OFF", "WARNING", "ERROR"] as const satisfies ReadonlyArray<Severity>

const SeverityFields = ({ projectId, rules, languageId, isDisabled }: SeverityFieldsProps) => {
  const t = useText()
  const client = useQueryClient()
  const language = rules.languages.find((one) => one.languageId === languageId)
  const change = async (write: () => Promise<unknown>) => {
    try {
      await write()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.invalidateQueries({ queryKey: checkRulesQuery(projectId).queryKey })
  }
  const setSeverity = (type: string, severity: Severity | null) => {
    const payload = { settings: { [type]: severity } }
    return change(() =>
      languageId === null
        ? call("qualityCheck", "setSettings", { params: { projectId }, payload })
        : call("qualityCheck", "setLanguage", { params: { projectId, languageId }, payload })
    )
  }
  const nameOf = (severity: Severity) => t(`checks.severity-${severity}`)
  const offered = severities.map((severity) => ({ value: severity as string, label: nameOf(severity) }))
  return (
    <>
      {language !== undefined && (
        <Checkbox
          isSelected={language.isEnabled}
          isDisabled={isDisabled}
          onChange={(enabled) => {
            const params = { projectId, languageId: language.languageId }
            return change(() => call("qualityCheck", "setLanguageEnabled", { params, payload: { enabled } }))
          }}
        >
          {t("checks.use-language")}
        </Checkbox>
      )}
      {language?.isEnabled !== false && (
        <ul className={styles["checks"]}>
          {Object.entries(rules.ofProject).map(([type, ofProject]) => (
            <li key={type} className={styles["check"]}>
              <span>{checkTypeName(type, t)}</span>
              <Select
                label={checkTypeName(type, t)}
                isLabelHidden
                isDisabled={isDisabled}
                value={language === undefined ? ofProject : (language.own[type] ?? inherited)}
                options={
                  language === undefined
                    ? offered
                    : [{ value: inherited, label: t("checks.inherited", { severity: nameOf(ofProject) }) }, ...offered]
                }
                onChange={(value) => setSeverity(type, severities.find((severity) => severity === value) ?? null)}
              />
            </li>
          ))}
        </ul>
      )}
      {language !== undefined && Object.keys(language.own).length > 0 && !isDisabled && (
        <div>
          <Button
            onPress={() => {
              const params = { projectId, languageId: language.languageId }
              return change(() => call("qualityCheck", "resetLanguage", { params }))
            }}
          >
            {t("checks.reset-language")}
          </Button>
        </div>
      )}
    </>
  )
}
