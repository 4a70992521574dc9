import type { BatchOperationType } from "@dragoman/domain/batch-job"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { startAndFollowJob } from "../batch-job/follow-job.tsx"
import { jobTypeText } from "../batch-job/job-text.ts"
import { isDestructive, oppositeOf } from "../batch-job/operation.ts"
import { MachineEstimate } from "./machine-estimate.tsx"
import { emptyChoice, languagesIn, type OperationChoice, toOperation } from "./operation-choice.ts"
import { OperationFields } from "./operation-fields.tsx"

interface OperationDialogProps {
  readonly type: BatchOperationType
  readonly project: ProjectModel
  readonly keyIds: ReadonlySet<number>
  readonly onClose: () => void
  readonly onStart: () => void
  readonly onJobEnd: () => void
}

/** More keys than this are not deleted, and lose no texts, by a click alone. */
const unaskedKeysMax = 1_000

/** Asks for the values of an operation, and shows how many keys it affects and whether it can be undone. */
export const OperationDialog = ({ type, project, keyIds, onClose, onStart, onJobEnd }: OperationDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const languages = useQuery(languagesQuery(project.id)).data ?? []
  const [choice, setChoice] = useState<OperationChoice>(emptyChoice)
  const operation = toOperation(type, choice)
  const count = keyIds.size
  const keys = t("translations.count", { count })
  const start = async () => {
    if (operation === null) return
    const params = { projectId: project.id }
    await startAndFollowJob(
      { ...params, operation, keyIds: [...keyIds] },
      {
        client,
        t,
        onEnd: onJobEnd,
        onShowFailed: (jobId) =>
          void navigate({
            to: "/projects/$projectId/translations",
            params,
            search: { "failed-job": String(jobId) }
          })
      }
    )
    onStart()
  }
  const isAsked = operation !== null && isDestructive(operation)
  return (
    <ConfirmDialog
      title={t(jobTypeText(type))}
      action={t(jobTypeText(type))}
      kind={isAsked ? "danger" : "primary"}
      obstacle={operation === null ? t("selection.incomplete") : null}
      {...(isAsked && count > unaskedKeysMax ? { typed: String(count) } : {})}
      onConfirm={start}
      onClose={onClose}
    >
      <OperationFields
        type={type}
        project={project}
        languages={languages}
        choice={choice}
        onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
      />
      <p>
        {operation === null || languagesIn(operation) === 0
          ? t("selection.affected", { keys })
          : t("selection.affected-texts", { keys, languages: languagesIn(operation) })}
      </p>
      {operation?.type === "MACHINE_TRANSLATE" && (
        <MachineEstimate projectId={project.id} keyIds={keyIds} operation={operation} />
      )}
      {type === "DELETE_KEYS" && <p>{t("selection.trash")}</p>}
      {operation !== null && oppositeOf(operation) === null && (
        <Callout kind="warning">{t("selection.no-undo")}</Callout>
      )}
    </ConfirmDialog>
  )
}
