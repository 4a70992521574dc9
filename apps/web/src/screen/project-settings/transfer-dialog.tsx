import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"

interface TransferDialogProps {
  readonly project: ProjectModel
  readonly onClose: () => void
}

/** Asks which of my other organizations gets the project; its name has to be typed, as its members change. */
export const TransferDialog = ({ project, onClose }: TransferDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const params = { projectId: project.id }
  const options = useQuery({
    queryKey: ["project", project.id, "transfer-options"],
    queryFn: async ({ signal }) =>
      (await call("project", "listTransferOptions", { params, query: {} }, { signal }))._embedded.transferOptions,
    staleTime: 0
  })
  const title = t("settings.transfer-of", { name: project.name })
  const target = chosen ?? String(options.data?.[0]?.id ?? "")
  if (options.data === undefined || options.data.length === 0) {
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <QueryState query={options} skeleton="120px">
          {() => <p>{t("settings.no-transfer")}</p>}
        </QueryState>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={title}
      action={t("settings.transfer")}
      typed={project.name}
      onConfirm={async () => {
        await call("project", "transfer", { params: { ...params, organizationId: Number(target) } })
        await client.invalidateQueries({ queryKey: ["project", project.id] })
        await client.invalidateQueries({ queryKey: ["projects"] })
        await client.invalidateQueries({ queryKey: ["organizations"] })
        const name = options.data.find(({ id }) => String(id) === target)?.name ?? ""
        showToast({ kind: "done", text: t("settings.transferred", { organization: name }) })
      }}
      onClose={onClose}
    >
      <Select
        label={t("projects.organization")}
        value={target}
        options={options.data.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setChosen}
      />
      <Callout kind="warning">
        {t("settings.transfer-warning", { organization: project.organizationOwner?.name ?? "" })}
      </Callout>
    </ConfirmDialog>
  )
}
