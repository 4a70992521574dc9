import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { offeredProjectsMax, organizationProjectsQuery } from "../organization/organization-list-queries.ts"
import styles from "./glossary.module.css"
import type { AssignedProject, GlossaryFacts } from "./glossary-queries.ts"

interface GlossaryDialogProps {
  readonly organization: OrganizationModel
  /** null: a new one. */
  readonly glossary: GlossaryFacts | null
  readonly assigned: ReadonlyArray<AssignedProject>
  readonly onClose: () => void
}

/** Name and base language of a glossary, and the projects that use it. */
export const GlossaryDialog = ({ organization, glossary, assigned, onClose }: GlossaryDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { slug } = organization
  const listed = useQuery(organizationProjectsQuery(slug, { search: "", size: offeredProjectsMax }))
  const texts = useFields({ name: glossary?.name ?? "", baseLanguageTag: glossary?.baseLanguageTag ?? "en" })
  const [projectIds, setProjectIds] = useState<ReadonlySet<number>>(() => new Set(assigned.map(({ id }) => id)))
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(projectIds)
    if (isOn) next.add(id)
    else next.delete(id)
    setProjectIds(next)
  }
  const form = useSubmit(async () => {
    const payload = {
      name: texts.values.name.trim(),
      baseLanguageTag: texts.values.baseLanguageTag.trim(),
      assignedProjectIds: [...projectIds]
    }
    const params = { organization: slug }
    const saved = await (glossary === null
      ? call("glossary", "create", { params, payload })
      : call("glossary", "edit", { params: { ...params, glossaryId: glossary.id }, payload }))
    await refreshGlossaries(client)
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
    if (glossary === null) {
      await navigate({ to: "/organizations/$slug/glossaries/$glossaryId", params: { slug, glossaryId: saved.id } })
    }
  })
  const offered = new Map(
    [...assigned, ...(listed.data?.rows ?? [])].map(({ id, name }): readonly [number, string] => [id, name])
  )
  return (
    <FormDialog
      title={t(glossary === null ? "glossary.create" : "glossary.edit")}
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t("projects.name")}
        autoFocus
        autoComplete="off"
        isRequired
        {...texts.bind("name", form.fields)}
      />
      <TextField
        label={t("projects.base-language")}
        hint={t("glossary.language-hint")}
        autoComplete="off"
        isRequired
        {...texts.bind("baseLanguageTag", form.fields)}
      />
      {offered.size > 0 && (
        <fieldset className={styles["projects"]}>
          <legend>{t("projects.title")}</legend>
          {[...offered].map(([id, name]) => (
            <Checkbox key={id} isSelected={projectIds.has(id)} onChange={(isOn) => toggle(id, isOn)}>
              <bdi>{name}</bdi>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}
