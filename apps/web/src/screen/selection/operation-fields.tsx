import type { BatchOperationType } from "@dragoman/domain/batch-job"
import type { TranslationState } from "@dragoman/domain/translation"
import { useQuery } from "@tanstack/react-query"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { tagNamesQuery, usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import type { OperationChoice } from "./operation-choice.ts"

const ComboField = lazyPart(() => import("../../widget/ui/combo-field.tsx"), "ComboField", <Skeleton height="56px" />)

interface OperationFieldsProps {
  readonly type: BatchOperationType
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly choice: OperationChoice
  readonly onChange: (changes: Partial<OperationChoice>) => void
}

/** The fields of an operation; deleting has none. */
export const OperationFields = (props: OperationFieldsProps) => {
  switch (props.type) {
    case "SET_TRANSLATIONS_STATE":
      return (
        <>
          <StateField {...props} />
          <LanguagesField {...props} allowedIds={props.project.computedPermission.stateChangeLanguageIds} />
        </>
      )
    case "CLEAR_TRANSLATIONS":
    case "PRE_TRANSLATE_BT_TM":
      return <LanguagesField {...props} isFirst allowedIds={props.project.computedPermission.translateLanguageIds} />
    case "MACHINE_TRANSLATE":
      return <MachineFields {...props} />
    case "COPY_TRANSLATIONS":
      return (
        <>
          <SourceField {...props} />
          <LanguagesField {...props} allowedIds={props.project.computedPermission.translateLanguageIds} />
        </>
      )
    case "TAG_KEYS":
    case "UNTAG_KEYS":
      return <TagFields {...props} />
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return (
        <>
          <LabelsField {...props} />
          <LanguagesField {...props} allowedIds={props.project.computedPermission.viewLanguageIds} />
        </>
      )
    case "SET_KEYS_NAMESPACE":
      return <NamespaceFields {...props} />
    default:
      return null
  }
}

interface LanguagesFieldProps extends OperationFieldsProps {
  readonly isFirst?: boolean
  /** null: all. */
  readonly allowedIds: ReadonlyArray<number> | null
}

const LanguagesField = ({ type, languages, allowedIds, isFirst = false, choice, onChange }: LanguagesFieldProps) => {
  const t = useText()
  const source = type === "COPY_TRANSLATIONS" ? choice.sourceLanguageId : null
  const offered = languages.filter(({ id }) => id !== source && (allowedIds === null || allowedIds.includes(id)))
  return (
    <MultiSelect
      label={t(type === "COPY_TRANSLATIONS" ? "selection.targets" : "filter.languages")}
      none={t("selection.choose")}
      options={offered.map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))}
      values={choice.languageIds.map(String)}
      onChange={(ids) => onChange({ languageIds: ids.map(Number) })}
      autoFocus={isFirst}
    />
  )
}

/** Texts to translate. Reviewed ones are offered where the user may change their states. */
const MachineFields = (props: OperationFieldsProps) => {
  const { project, languages, choice, onChange } = props
  const t = useText()
  const { scopes, stateChangeLanguageIds: reviewable, translateLanguageIds } = project.computedPermission
  const mayReplaceReviewed = (languageIds: ReadonlyArray<number>) =>
    scopes.includes("translations.state-edit") &&
    (reviewable === null || languageIds.every((id) => reviewable.includes(id)))
  const change = ({ languageIds = choice.languageIds }: Partial<OperationChoice>) =>
    onChange({
      languageIds,
      ...(choice.machineTexts === "all" && !mayReplaceReviewed(languageIds) ? { machineTexts: "unreviewed" } : {})
    })
  return (
    <>
      <LanguagesField
        {...props}
        languages={languages.filter(({ base }) => !base)}
        isFirst
        allowedIds={translateLanguageIds}
        onChange={change}
      />
      <Select<OperationChoice["machineTexts"]>
        label={t("selection.machine-texts")}
        value={choice.machineTexts}
        options={[
          { value: "empty", label: t("selection.machine-empty") },
          { value: "unreviewed", label: t("selection.machine-unreviewed") },
          ...(mayReplaceReviewed(choice.languageIds)
            ? [{ value: "all" as const, label: t("selection.machine-all") }]
            : [])
        ]}
        onChange={(machineTexts) => onChange({ machineTexts })}
      />
    </>
  )
}

const StateField = ({ project, choice, onChange }: OperationFieldsProps) => {
  const t = useText()
  const offered: ReadonlyArray<{ readonly value: TranslationState; readonly label: string }> = [
    { value: "TRANSLATED", label: t("state.translated") },
    { value: "REVIEWED", label: t("state.reviewed") },
    // A disabled text is removed, and its key changes.
    ...(project.computedPermission.scopes.includes("keys.edit")
      ? [{ value: "DISABLED" as const, label: t("state.disabled") }]
      : [])
  ]
  return (
    <Select
      label={t("filter.state")}
      value={choice.state}
      options={offered}
      onChange={(state) => onChange({ state })}
      autoFocus
    />
  )
}

const SourceField = ({ languages, choice, onChange }: OperationFieldsProps) => {
  const t = useText()
  const none = { value: "", label: t("selection.choose") }
  return (
    <Select
      label={t("selection.source")}
      value={String(choice.sourceLanguageId ?? "")}
      options={[
        ...(choice.sourceLanguageId === null ? [none] : []),
        ...languages.map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))
      ]}
      onChange={(id) => onChange({ sourceLanguageId: id === "" ? null : Number(id) })}
      autoFocus
    />
  )
}

const TagFields = ({ type, project, choice, onChange }: OperationFieldsProps) => {
  const t = useText()
  const { data: names = [], isPending } = useQuery(tagNamesQuery(project.id))
  // Which field is the first one depends on the names.
  if (isPending) return <Skeleton height="56px" />
  return (
    <>
      {(names.length > 0 || type === "UNTAG_KEYS") && (
        <MultiSelect
          label={t("selection.tags")}
          none={t("selection.choose")}
          options={names.map((name) => ({ value: name, label: name }))}
          values={choice.tags}
          onChange={(tags) => onChange({ tags })}
          autoFocus
        />
      )}
      {type === "TAG_KEYS" && (
        <TextField
          label={t("selection.new-tags")}
          hint={t("selection.new-tags-hint")}
          autoComplete="off"
          autoFocus={names.length === 0}
          value={choice.otherTags}
          onChange={(otherTags) => onChange({ otherTags })}
        />
      )}
    </>
  )
}

const LabelsField = ({ project, choice, onChange }: OperationFieldsProps) => {
  const t = useText()
  const { data: labels = [], isPending } = useQuery(labelsQuery(project.id))
  return (
    <MultiSelect
      label={t("label.title")}
      none={t(isPending || labels.length > 0 ? "selection.choose" : "label.none")}
      options={labels.map(({ id, name }) => ({ value: String(id), label: name }))}
      values={choice.labelIds.map(String)}
      onChange={(ids) => onChange({ labelIds: ids.map(Number) })}
      autoFocus
    />
  )
}

const NamespaceFields = ({ project, choice, onChange }: OperationFieldsProps) => {
  const t = useText()
  const { data: namespaces = [] } = useQuery(usedNamespacesQuery(project.id))
  const change = (namespace: string) => onChange({ namespace })
  return (
    <ComboField
      label={t("filter.namespace")}
      placeholder={t("filter.no-namespace")}
      options={namespaces.flatMap(({ name }) => (name === null || name === "" ? [] : name))}
      value={choice.namespace}
      onChange={change}
      onType={change}
      autoFocus
    />
  )
}
