import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { BranchModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { branchesKey, branchesQuery } from "../../feature/branch/branch-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Progress } from "../../widget/ui/progress.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"

interface CreateBranchDialogProps {
  readonly projectId: number
  readonly branches: ReadonlyArray<BranchModel>
  readonly onClose: () => void
}

/** Poll interval for the copied keys while the request waits for all of them. */
const progressPollMillis = 500

/** Name and origin of a new branch. The request responds when the branch can be used; until then its progress is shown. */
export const CreateBranchDialog = ({ projectId, branches, onClose }: CreateBranchDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const origins = branches.filter(({ state }) => state === "READY")
  const { values, bind } = useFields({ name: "" })
  const [originId, setOriginId] = useState(String(origins[0]?.id ?? ""))
  const name = values.name.trim()
  const form = useSubmit(async () => {
    const payload = { name, originBranchId: Number(originId) }
    await call("branch", "create", { params: { projectId }, payload })
    await client.invalidateQueries({ queryKey: branchesKey(projectId) })
    onClose()
    showToast({ kind: "done", text: t("branch.created", { branch: name }) })
  })
  const { data: listed } = useQuery({
    ...branchesQuery(projectId),
    refetchInterval: form.isBusy ? progressPollMillis : false
  })
  const started = form.isBusy
    ? listed?.find((branch) => branch.name === name && branch.state === "CREATING")
    : undefined
  return (
    <FormDialog title={t("branch.create")} action={t("branch.create")} form={form} onClose={onClose}>
      <TextField
        label={t("projects.name")}
        hint={t("branch.name-hint")}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        isRequired
        {...bind("name", form.fields)}
      />
      <Select
        label={t("branch.origin")}
        value={originId}
        options={origins.map((origin) => ({ value: String(origin.id), label: origin.name }))}
        onChange={setOriginId}
      />
      <p>{t("branch.origin-hint")}</p>
      {started !== undefined && <Progress label={t("branch.copying")} part={started.progress / 100} />}
    </FormDialog>
  )
}
