import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { AssignedProjects } from "./assigned-projects.tsx"
import { type AssignedProject, type Memory, memoriesKey } from "./memory-queries.ts"

interface MemoryDialogProps {
  readonly organization: OrganizationModel
  /** null: a new one. */
  readonly memory: Omit<Memory, "assignedProjectNames"> | null
  readonly assigned: ReadonlyArray<AssignedProject>
  readonly onClose: () => void
}

interface Assignment {
  readonly projectId: number
  readonly projectName: string
  readonly readAccess: boolean
  readonly writeAccess: boolean
  /** Empty: the penalty of the memory. */
  readonly penalty: string
}

/** Percent as they are typed; null: none. */
const percentOf = (text: string): number | null => (text.trim() === "" ? null : Number(text))

/** Settings of a shared memory, and the projects that use it. */
export const MemoryDialog = ({ organization, memory, assigned, onClose }: MemoryDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { slug } = organization
  const texts = useFields({
    name: memory?.name ?? "",
    sourceLanguageTag: memory?.sourceLanguageTag ?? "en",
    defaultPenalty: String(memory?.defaultPenalty ?? 0)
  })
  const [writeOnlyReviewed, setWriteOnlyReviewed] = useState(memory?.writeOnlyReviewed ?? false)
  const [assignments, setAssignments] = useState<ReadonlyArray<Assignment>>(() =>
    assigned.map((one) => ({ ...one, penalty: one.penalty === null ? "" : String(one.penalty) }))
  )
  const change = (projectId: number, changes: Partial<Assignment>) =>
    setAssignments(assignments.map((one) => (one.projectId === projectId ? { ...one, ...changes } : one)))
  const form = useSubmit(async () => {
    const payload = {
      name: texts.values.name.trim(),
      sourceLanguageTag: texts.values.sourceLanguageTag.trim(),
      defaultPenalty: percentOf(texts.values.defaultPenalty),
      writeOnlyReviewed,
      assignedProjects: assignments.map(({ projectId, readAccess, writeAccess, penalty }) => ({
        projectId,
        readAccess,
        writeAccess,
        penalty: percentOf(penalty)
      }))
    }
    const params = { organization: slug }
    const saved = await (memory === null
      ? call("translationMemory", "create", { params, payload })
      : call("translationMemory", "edit", { params: { ...params, translationMemoryId: memory.id }, payload }))
    await client.invalidateQueries({ queryKey: memoriesKey(slug) })
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
    if (memory === null) {
      await navigate({ to: "/organizations/$slug/memories/$memoryId", params: { slug, memoryId: saved.id } })
    }
  })
  const title = t(memory === null ? "memory.create" : "memory.edit")
  return (
    <FormDialog title={title} action={t("action.save")} form={form} onClose={onClose}>
      <TextField
        label={t("projects.name")}
        autoFocus
        autoComplete="off"
        isRequired
        {...texts.bind("name", form.fields)}
      />
      <TextField
        label={t("projects.base-language")}
        hint={t("memory.language-hint")}
        autoComplete="off"
        isRequired
        {...texts.bind("sourceLanguageTag", form.fields)}
      />
      <TextField
        label={t("memory.penalty")}
        hint={t("memory.penalty-hint")}
        inputMode="numeric"
        autoComplete="off"
        {...texts.bind("defaultPenalty", form.fields)}
      />
      <Checkbox isSelected={writeOnlyReviewed} onChange={setWriteOnlyReviewed}>
        {t("memory.only-reviewed-of-projects")}
      </Checkbox>
      <AssignedProjects
        organizationSlug={slug}
        projects={assignments}
        onChange={setAssignments}
        assign={(project) => ({ ...project, readAccess: true, writeAccess: true, penalty: "" })}
        hint={t("memory.shared-hint")}
      >
        {({ projectId, readAccess, writeAccess, penalty }) => (
          <>
            <Checkbox isSelected={readAccess} onChange={(isOn) => change(projectId, { readAccess: isOn })}>
              {t("memory.read")}
            </Checkbox>
            <Checkbox isSelected={writeAccess} onChange={(isOn) => change(projectId, { writeAccess: isOn })}>
              {t("memory.write")}
            </Checkbox>
            <TextField
              label={t("memory.penalty")}
              placeholder={texts.values.defaultPenalty}
              inputMode="numeric"
              value={penalty}
              onChange={(text) => change(projectId, { penalty: text })}
            />
          </>
        )}
      </AssignedProjects>
    </FormDialog>
  )
}
