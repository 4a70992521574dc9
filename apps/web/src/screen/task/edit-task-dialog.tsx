import { useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { TaskModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { dayOfDueDate, dueDateOfDay } from "../../feature/task/task-progress.ts"
import { refreshTasks } from "../../feature/task/task-queries.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { TaskFields, useTaskFields } from "./task-fields.tsx"

interface EditTaskDialogProps {
  readonly projectId: number
  readonly task: TaskModel
  readonly onClose: () => void
}

/** Name, assignees, due date and description of an open task. */
export const EditTaskDialog = ({ projectId, task, onClose }: EditTaskDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const dayBefore = dayOfDueDate(task.dueDate)
  const fields = useTaskFields({ name: task.name ?? "", description: task.description, day: dayBefore }, task.assignees)
  const form = useSubmit(async () => {
    const { name, description, day } = fields.values
    const payload = {
      name: name.trim() || null,
      description,
      // The same day keeps its time, which another client may have chosen.
      dueDate: day === dayBefore ? task.dueDate : dueDateOfDay(day),
      assignees: fields.assignees.map(Number)
    }
    await call("task", "update", { params: { projectId, taskNumber: task.number }, payload })
    await refreshTasks(client, projectId)
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <FormDialog title={t("task.edit-one")} action={t("action.save")} form={form} onClose={onClose}>
      <TaskFields projectId={projectId} fields={fields} messages={form.fields} />
    </FormDialog>
  )
}
