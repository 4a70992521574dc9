import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import styles from "./machine-translation.module.css"
import { type AutoTranslation, autoTranslationQuery, useReplaceAll } from "./machine-translation-queries.ts"

interface AutoTranslationFieldsProps {
  readonly projectId: number
  /** null: all languages without settings of their own. */
  readonly languageId: number | null
  /** Whether a service translates into the language. */
  readonly hasServices: boolean
}

const nothingAutomatic = {
  usingTranslationMemory: false,
  usingMachineTranslation: false,
  enableForImport: false,
  memoryMinSimilarity: 100,
  labelId: null,
  onBaseChange: true
}

/** Chooses how texts are filled when base texts are written: by the memory, by a machine, and whether imports count. */
export const AutoTranslationFields = ({ projectId, languageId, hasServices }: AutoTranslationFieldsProps) => {
  const t = useText()
  const query = autoTranslationQuery(projectId)
  const settings = useQuery(query)
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
                </>
              )}
            </>
          )
        }}
      </QueryState>
    </Fieldset>
  )
}
