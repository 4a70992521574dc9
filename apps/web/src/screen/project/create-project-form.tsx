import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { offeredLanguageTags } from "../../feature/project/offered-languages.ts"
import { ownedOrganizationsQuery } from "../../feature/project/project-queries.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { DialogActions } from "../../widget/ui/dialog.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"

interface CreateProjectFormProps {
  /** The organization that is chosen first; absent: the first one that I own. */
  readonly organizationId?: number
  readonly initial: {
    readonly name: string
    readonly baseTag: string
    /** The base may be among them. */
    readonly tags: ReadonlyArray<string>
  }
  readonly onCreated: (projectId: number) => Promise<void>
  readonly onCancel: () => void
}

/** Name, organization and languages of a new project. */
export const CreateProjectForm = (props: CreateProjectFormProps) => {
  const t = useText()
  const { data: owned, error, refetch } = useQuery(ownedOrganizationsQuery)
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />
  if (owned === undefined) return <Skeleton height="240px" />
  if (owned.length === 0) return <p>{t("projects.no-organization")}</p>
  return <Fields {...props} organizations={owned} />
}

interface FieldsProps extends CreateProjectFormProps {
  readonly organizations: ReadonlyArray<{ readonly id: number; readonly name: string }>
}

const Fields = ({ organizations, organizationId: firstId, initial, onCreated, onCancel }: FieldsProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState(initial.name)
  const [organizationId, setOrganizationId] = useState(
    organizations.find(({ id }) => id === firstId)?.id ?? organizations[0]?.id ?? 0
  )
  const [base, setBase] = useState(initial.baseTag)
  const [chosen, setChosen] = useState(initial.tags)
  const nameOf = (tag: string) => languageName(tag, t.language)
  const optionOf = (tag: string) => ({ value: tag, label: `${nameOf(tag)} (${tag})` })
  const offered = [...new Set([...offeredLanguageTags, initial.baseTag, ...initial.tags])]
  const sorted = offered.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), t.language))
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const languages = [base, ...chosen.filter((tag) => tag !== base)].map((tag) => ({
      tag,
      name: languageName(tag, "en"),
      originalName: languageName(tag, tag)
    }))
    const project = await call("project", "create", {
      payload: { name, organizationId, languages, baseLanguageTag: base, icuPlaceholders: true }
    })
    await onCreated(project.id)
    await client.invalidateQueries({ queryKey: ["projects"] })
  })
  return (
    <Form onSubmit={submit} message={message}>
      <TextField
        label={t("projects.name")}
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        error={fields["name"]}
      />
      {organizations.length > 1 && (
        <Select
          label={t("projects.organization")}
          value={String(organizationId)}
          options={organizations.map((organization) => ({ value: String(organization.id), label: organization.name }))}
          onChange={(id) => setOrganizationId(Number(id))}
        />
      )}
      <Select label={t("projects.base-language")} value={base} options={sorted.map(optionOf)} onChange={setBase} />
      <MultiSelect
        label={t("projects.languages")}
        none={t("projects.add-languages")}
        options={sorted.filter((tag) => tag !== base).map(optionOf)}
        values={chosen.filter((tag) => tag !== base)}
        // A language that is the base for a while stays one of the project.
        onChange={(tags) => setChosen(chosen.includes(base) ? [...tags, base] : tags)}
      />
      <DialogActions>
        <Button onPress={onCancel}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("projects.create")}
        </Button>
      </DialogActions>
    </Form>
  )
}
