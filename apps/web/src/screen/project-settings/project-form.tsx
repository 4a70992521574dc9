import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { editProject } from "../../feature/project/edit-project.ts"
import { languagesQuery, namespacesQuery } from "../../feature/project/project-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { withSlugMessage } from "../../widget/form/slug-message.ts"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./project-settings.module.css"

interface ProjectFormProps {
  readonly project: ProjectModel
  /** Why nothing can be changed; null: it can. */
  readonly disabledReason: string | null
}

const suggestionsModes = ["DISABLED", "ENABLED", "ENFORCED"] as const

/** No id of a namespace. */
const defaultNamespace = "default"

/** Names, base language, namespaces, and how texts are read. */
export const ProjectForm = ({ project, disabledReason }: ProjectFormProps) => {
  const t = useText()
  const isDisabled = disabledReason !== null
  const languages = useQuery(languagesQuery(project.id))
  const namespaces = useQuery(namespacesQuery(project.id))
  const { values, bind } = useFields({
    name: project.name,
    slug: project.slug ?? "",
    description: project.description ?? ""
  })
  const [baseId, setBaseId] = useState(String(project.baseLanguage?.id ?? ""))
  const [useNamespaces, setUseNamespaces] = useState(project.useNamespaces)
  const [namespaceId, setNamespaceId] = useState(String(project.defaultNamespace?.id ?? defaultNamespace))
  const [icuPlaceholders, setIcuPlaceholders] = useState(project.icuPlaceholders)
  const [isProtected, setProtected] = useState(project.translationProtection === "PROTECT_REVIEWED")
  const [suggestionsMode, setSuggestionsMode] = useState(project.suggestionsMode)
  const [useBranching, setUseBranching] = useState(project.useBranching)
  const [rejectBrokenIcu, setRejectBrokenIcu] = useState(project.rejectBrokenIcu)
  const [markTaskKeysDone, setMarkTaskKeysDone] = useState(project.markTaskKeysDone)
  const form = useSubmit(async () => {
    await editProject(project, {
      name: values.name.trim(),
      slug: values.slug.trim() || null,
      description: values.description.trim() || null,
      baseLanguageId: baseId === "" ? null : Number(baseId),
      useNamespaces,
      defaultNamespaceId: useNamespaces && namespaceId !== defaultNamespace ? Number(namespaceId) : null,
      icuPlaceholders,
      translationProtection: isProtected ? "PROTECT_REVIEWED" : "NONE",
      suggestionsMode,
      rejectBrokenIcu,
      markTaskKeysDone,
      useBranching
    })
    showToast({ kind: "done", text: t("account.saved") })
  })
  const { message, fields } = withSlugMessage(form)
  return (
    <Form onSubmit={form.submit} message={message}>
      <TextField label={t("projects.name")} isRequired isReadOnly={isDisabled} {...bind("name", fields)} />
      <TextField
        label={t("server.slug")}
        hint={t("settings.slug-hint")}
        isReadOnly={isDisabled}
        autoComplete="off"
        {...bind("slug", fields)}
      />
      <TextField label={t("server.description")} lines={3} isReadOnly={isDisabled} {...bind("description", fields)} />
      <Select
        label={t("projects.base-language")}
        value={baseId}
        isDisabled={isDisabled}
        options={(languages.data ?? []).map(({ id, tag }) => ({
          value: String(id),
          label: `${languageName(tag, t.language)} (${tag})`
        }))}
        onChange={setBaseId}
      />
      <Checkbox isSelected={useNamespaces} isDisabled={isDisabled} onChange={setUseNamespaces}>
        <Explained title={t("settings.use-namespaces")} hint={t("settings.use-namespaces-hint")} />
      </Checkbox>
      {useNamespaces && (
        <Select
          label={t("settings.default-namespace")}
          value={namespaceId}
          isDisabled={isDisabled}
          options={[
            { value: defaultNamespace, label: t("settings.no-namespace") },
            ...(namespaces.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
          ]}
          onChange={setNamespaceId}
        />
      )}
      <Checkbox isSelected={icuPlaceholders} isDisabled={isDisabled} onChange={setIcuPlaceholders}>
        <Explained title={t("settings.icu")} hint={t("settings.icu-hint")} />
      </Checkbox>
      {icuPlaceholders && (
        <Checkbox isSelected={rejectBrokenIcu} isDisabled={isDisabled} onChange={setRejectBrokenIcu}>
          <Explained title={t("settings.reject-broken")} hint={t("settings.reject-broken-hint")} />
        </Checkbox>
      )}
      <Checkbox isSelected={isProtected} isDisabled={isDisabled} onChange={setProtected}>
        <Explained title={t("settings.protect")} hint={t("settings.protect-hint")} />
      </Checkbox>
      <Select
        label={t("suggestion.mode")}
        value={suggestionsMode}
        isDisabled={isDisabled}
        options={suggestionsModes.map((mode) => ({ value: mode, label: t(`suggestion.mode-${mode}`) }))}
        onChange={setSuggestionsMode}
      />
      <p className={styles["hint"]}>{t("suggestion.mode-hint")}</p>
      <Checkbox isSelected={markTaskKeysDone} isDisabled={isDisabled} onChange={setMarkTaskKeysDone}>
        <Explained title={t("settings.mark-task-keys")} hint={t("settings.mark-task-keys-hint")} />
      </Checkbox>
      <Checkbox isSelected={useBranching} isDisabled={isDisabled} onChange={setUseBranching}>
        <Explained title={t("settings.use-branching")} hint={t("settings.use-branching-hint")} />
      </Checkbox>
      <SubmitButton isBusy={form.isBusy} disabledReason={disabledReason}>
        {t("action.save")}
      </SubmitButton>
    </Form>
  )
}

const Explained = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <>
    <span>{title}</span>
    <span className={styles["hint"]}>{hint}</span>
  </>
)
