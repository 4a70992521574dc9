import { useQueryClient } from "@tanstack/react-query"
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
import { TextField } from "../../widget/ui/text-field.tsx"
import { AssignedProjects } from "../organization/assigned-projects.tsx"
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
  const texts = useFields({ name: glossary?.name ?? "", baseLanguageTag: glossary?.baseLanguageTag ?? "en" })
  const [projects, setProjects] = useState<ReadonlyArray<{ readonly projectId: number; readonly projectName: string }>>(
    () => assigned.map(({ id, name }) => ({ projectId: id, projectName: name }))
  )
  const form = useSubmit(async () => {
    const payload = {
      name: texts.values.name.trim(),
      baseLanguageTag: texts.values.baseLanguageTag.trim(),
      assignedProjectIds: projects.map(({ projectId }) => projectId)
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
      <AssignedProjects
        organizationSlug={slug}
        projects={projects}
        onChange={setProjects}
        assign={(project) => project}
      />
    </FormDialog>
  )
}
