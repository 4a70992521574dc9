import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import { useQuery } from "@tanstack/react-query"
import type { LanguageModel } from "../../base/api/contract.ts"
import { type TextKey, useText } from "../../base/texts/text.ts"
import { projectQuery, tagNamesQuery, usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import type { ExportChoice } from "./export-choice.ts"
import styles from "./export-fields.module.css"

const stateTitles: Readonly<Record<TranslationState, TextKey>> = {
  UNTRANSLATED: "state.untranslated",
  TRANSLATED: "state.translated",
  REVIEWED: "state.reviewed",
  DISABLED: "state.disabled"
}

/** A format that the server writes. */
export interface ExportFormat {
  readonly format: string
  readonly extension: string
  readonly defaultFileStructureTemplate: string
}

interface ExportFieldsProps {
  readonly projectId: number
  readonly languages: ReadonlyArray<LanguageModel>
  readonly formats: ReadonlyArray<ExportFormat>
  readonly choice: ExportChoice
  /** The server's messages by the names of its fields. */
  readonly messages?: Readonly<Record<string, string>>
  /** False: the states of texts do not matter. */
  readonly hasStates?: boolean
  readonly onChange: (changes: Partial<ExportChoice>) => void
}

/** Format, filters and paths of an export. */
export const ExportFields = ({
  projectId,
  languages,
  formats,
  choice,
  messages = {},
  hasStates = true,
  onChange
}: ExportFieldsProps) => {
  const t = useText()
  const project = useQuery(projectQuery(projectId))
  const tags = useQuery(tagNamesQuery(projectId)).data ?? []
  const namespaces = useQuery(usedNamespacesQuery(projectId)).data?.map(({ name }) => name ?? "") ?? [""]
  const format = formats.find((other) => other.format === choice.format)
  return (
    <>
      <Select
        label={t("export.format")}
        value={choice.format}
        options={formats.map((other) => ({
          value: other.format,
          label: other.extension === "" ? other.format : `${other.format} (.${other.extension})`
        }))}
        error={messages["format"] ?? null}
        onChange={(value) => onChange({ format: value, template: "" })}
      />
      <MultiSelect
        label={t("export.languages")}
        none={t("export.all-languages")}
        options={languages.map(({ name, tag }) => ({ value: tag, label: `${name} (${tag})` }))}
        values={choice.languages}
        onChange={(values) => onChange({ languages: values })}
      />
      {project.data?.useNamespaces === true && (
        <MultiSelect
          label={t("export.namespaces")}
          none={t("export.all-namespaces")}
          options={namespaces.map((name) => ({ value: name, label: name || t("filter.no-namespace") }))}
          values={choice.namespaces}
          onChange={(values) => onChange({ namespaces: values })}
        />
      )}
      <MultiSelect
        label={t("export.tags")}
        none={t("export.all-keys")}
        options={tags.map((name) => ({ value: name, label: name }))}
        values={choice.tags}
        onChange={(values) => onChange({ tags: values })}
      />
      {hasStates && (
        <MultiSelect
          label={t("export.states")}
          none={t("export.usual-states")}
          options={translationStates
            .filter((state) => state !== "DISABLED")
            .map((state) => ({ value: state, label: t(stateTitles[state]) }))}
          values={choice.states}
          onChange={(values) => onChange({ states: translationStates.filter((state) => values.includes(state)) })}
        />
      )}
      <div className={styles["template"]}>
        <TextField
          label={t("export.template")}
          placeholder={format?.defaultFileStructureTemplate ?? ""}
          hint={<bdi dir="ltr">{"{namespace} {languageTag} {androidLanguageTag} {snakeLanguageTag} {extension}"}</bdi>}
          maxLength={500}
          autoComplete="off"
          spellCheck="false"
          value={choice.template}
          error={messages["fileStructureTemplate"]}
          onChange={(template) => onChange({ template })}
        />
      </div>
    </>
  )
}
