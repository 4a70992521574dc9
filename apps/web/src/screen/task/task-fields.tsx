import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { TaskModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { possibleAssigneesQuery } from "./assignee-query.ts"

/** The values of the fields of a task; `day` is that of the due date. */
export const useTaskFields = (
  initial: Readonly<Record<"name" | "description" | "day", string>>,
  assigned: TaskModel["assignees"]
) => {
  const fields = useFields(initial)
  const [assignees, setAssignees] = useState<ReadonlyArray<string>>(assigned.map(({ id }) => String(id)))
  return { ...fields, assigned, assignees, setAssignees }
}

interface TaskFieldsProps {
  readonly projectId: number
  readonly fields: ReturnType<typeof useTaskFields>
  /** Messages of the server by field. */
  readonly messages: Readonly<Record<string, string>>
}

/** The fields of a task that can be edited: name, assignees, due date and description. */
export const TaskFields = ({ projectId, fields, messages }: TaskFieldsProps) => {
  const t = useText()
  const { bind, values, change, assigned, assignees, setAssignees } = fields
  const { data: offered = [] } = useQuery(possibleAssigneesQuery(projectId))
  // An assignee of before may not be offered any more, and stays until removed.
  const people = [...offered, ...assigned.filter(({ id }) => !offered.some((user) => user.id === id))]
  return (
    <>
      <TextField label={t("task.name")} autoComplete="off" {...bind("name", messages)} />
      <MultiSelect
        label={t("task.assignees")}
        none={t("task.no-assignees")}
        options={people.map(({ id, name, username }) => ({ value: String(id), label: name || username }))}
        values={assignees}
        onChange={setAssignees}
      />
      <TextField
        type="date"
        label={t("task.due-date")}
        value={values.day}
        onChange={(day) => change({ day })}
        error={messages["dueDate"] ?? null}
      />
      <TextAreaField label={t("task.description")} rows={3} {...bind("description", messages)} />
    </>
  )
}
