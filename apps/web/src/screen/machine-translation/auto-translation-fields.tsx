import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { DryRun } from "./dry-run.tsx"
import styles from "./machine-translation.module.css"
import {
  type AutoTranslation,
  autoTranslationQuery,
  offered,
  replaceScope,
  useReplaceAll
} from "./machine-translation-queries.ts"

interface AutoTranslationFieldsProps {
  readonly project: ProjectModel
  /** null: all languages without settings of their own. */
  readonly languageId: number | null
  /** Whether a service translates into the language. */
  readonly hasServices: boolean
}

/** Percent: only translations of exactly the base text. */
const exactMatch = 100

/** Lowest similarities of matches that fill texts, in percent. */
const similarities = [exactMatch, 95, 90, 85, 80, 75, 70, 60, 50]

/** No id of a label. */
const noLabel = "none"

const nothingAutomatic = {
  usingTranslationMemory: false,
  usingMachineTranslation: false,
  enableForImport: false,
  memoryMinSimilarity: 100,
  labelId: null,
  onBaseChange: true
}

/** Chooses how texts are filled when base texts are written, and reports what would happen. */
export const AutoTranslationFields = ({ project, languageId, hasServices }: AutoTranslationFieldsProps) => {
  const t = useText()
  const projectId = project.id
  const query = autoTranslationQuery(projectId)
  const settings = useQuery(query)
  const { data: labels = [] } = useQuery(labelsQuery(projectId))
  const replace = useReplaceAll(query.queryKey, (payload: ReadonlyArray<AutoTranslation>) =>
    call("autoTranslation", "replaceSettings", { params: { projectId }, payload })
  )
  return (
    <Fieldset title={t("machine-translation.automatic")}>
      <p className={styles["hint"]}>{t("machine-translation.automatic-hint")}</p>
      <QueryState query={settings} skeleton="120px">
        {(all) => {
          const others = all.filter((one) => one.languageId !== languageId)
          const own = all.find((one) => one.languageId === languageId)
          const defaults = all.find((one) => one.languageId === null) ?? nothingAutomatic
          const change = (changes: Partial<AutoTranslation>) => {
            if (own !== undefined) replace([...others, { ...own, ...changes }])
          }
          return (
            <>
              {languageId !== null && (
                <Checkbox
                  isSelected={own !== undefined}
                  onChange={(isOwn) => replace(isOwn ? [...others, { ...defaults, languageId }] : others)}
                >
                  {t("machine-translation.own-automatic")}
                </Checkbox>
              )}
              {own !== undefined && (
                <>
                  <Checkbox
                    isSelected={own.usingTranslationMemory}
                    onChange={(usingTranslationMemory) => change({ usingTranslationMemory })}
                  >
                    {t("machine-translation.by-memory")}
                  </Checkbox>
                  {own.usingTranslationMemory && (
                    <Select
                      label={t("machine-translation.min-similarity")}
                      value={String(own.memoryMinSimilarity)}
                      options={offered(similarities, own.memoryMinSimilarity).map((percent) => ({
                        value: String(percent),
                        label: t(`machine-translation.${percent === exactMatch ? "exact-only" : "similar-from"}`, {
                          share: percent / exactMatch
                        })
                      }))}
                      onChange={(percent) => change({ memoryMinSimilarity: Number(percent) })}
                    />
                  )}
                  <Checkbox
                    isSelected={own.usingMachineTranslation}
                    // One that is on can be switched off also when the service is gone.
                    isDisabled={!hasServices && !own.usingMachineTranslation}
                    onChange={(usingMachineTranslation) => change({ usingMachineTranslation })}
                  >
                    {t("machine-translation.by-machine")}
                  </Checkbox>
                  <Checkbox
                    isSelected={own.enableForImport}
                    onChange={(enableForImport) => change({ enableForImport })}
                  >
                    {t("machine-translation.for-imports")}
                  </Checkbox>
                  <Checkbox isSelected={own.onBaseChange} onChange={(onBaseChange) => change({ onBaseChange })}>
                    {t("machine-translation.on-base-change")}
                  </Checkbox>
                  <Select
                    label={t("machine-translation.label")}
                    value={String(own.labelId ?? noLabel)}
                    options={[
                      { value: noLabel, label: t("machine-translation.no-label") },
                      ...labels.map(({ id, name }) => ({ value: String(id), label: name }))
                    ]}
                    onChange={(id) => change({ labelId: id === noLabel ? null : Number(id) })}
                  />
                </>
              )}
              <DryRun
                // A report of other settings goes.
                key={`${languageId} ${JSON.stringify(all)}`}
                project={project}
                languageId={languageId}
                scope={replaceScope(query.queryKey)}
              />
            </>
          )
        }}
      </QueryState>
    </Fieldset>
  )
}
