import { useQuery } from "@tanstack/react-query"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { ComboField } from "../../widget/ui/combo-field.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { usedNamespacesQuery } from "../project/project-queries.ts"
import type { KeyFieldErrors } from "./key-field-errors.ts"
import styles from "./key-fields.module.css"
import type { KeyValues } from "./key-values.ts"
import { TagField } from "./tag-field.tsx"

interface KeyFieldsProps {
  readonly project: ProjectModel
  readonly values: KeyValues
  readonly errors: KeyFieldErrors
  readonly onChange: (changes: Partial<KeyValues>) => void
}

/** Name and namespace of a key. */
export const KeyNameFields = ({ project, values, errors, onChange }: KeyFieldsProps) => {
  const t = useText()
  const { data: namespaces = [] } = useQuery({ ...usedNamespacesQuery(project.id), enabled: project.useNamespaces })
  const names = namespaces.flatMap(({ name }) => name ?? [])
  return (
    <>
      <TextField
        label={t("key.name")}
        autoFocus
        autoComplete="off"
        isRequired
        value={values.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        {...(values.name !== values.name.trim() ? { hint: t("key.name-spaces") } : {})}
      />
      {(project.useNamespaces || values.namespace !== "") && (
        <ComboField
          label={t("filter.namespace")}
          placeholder={t("filter.no-namespace")}
          options={names}
          value={values.namespace}
          onChange={(namespace) => onChange({ namespace })}
          onType={(namespace) => onChange({ namespace })}
          error={errors.namespace}
        />
      )}
    </>
  )
}

/** The remaining properties of a key. */
export const KeyFields = ({ values, errors, onChange }: Omit<KeyFieldsProps, "project">) => {
  const t = useText()
  return (
    <>
      <TextAreaField
        label={t("key.description")}
        hint={t("key.description-hint")}
        value={values.description}
        onChange={(description) => onChange({ description })}
        error={errors.description}
      />
      <TagField tags={values.tags} error={errors.tags} onChange={(tags) => onChange({ tags })} />
      <div className={styles["plural"]}>
        <Checkbox isSelected={values.isPlural} onChange={(isPlural) => onChange({ isPlural })}>
          {t("key.plural")}
        </Checkbox>
        {errors.isPlural !== undefined && (
          <p role="alert" className={styles["error"]}>
            {errors.isPlural}
          </p>
        )}
        {values.isPlural && (
          <TextField
            label={t("key.plural-argument")}
            hint={t("key.plural-argument-hint")}
            autoComplete="off"
            value={values.pluralArgument}
            onChange={(pluralArgument) => onChange({ pluralArgument })}
            error={errors.pluralArgName}
          />
        )}
      </div>
      <TextField
        label={t("key.limit")}
        hint={t("key.limit-hint")}
        inputMode="numeric"
        autoComplete="off"
        value={values.limit}
        onChange={(limit) => onChange({ limit })}
        error={errors.maxCharLimit}
      />
    </>
  )
}
