import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import type { UsedMemory } from "./used-memory-queries.ts"

interface MemoryUseDialogProps {
  readonly projectId: number
  readonly memory: UsedMemory
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

/** How a project uses a shared memory, and the end of that. */
export const MemoryUseDialog = ({ projectId, memory, onSaved, onClose }: MemoryUseDialogProps) => {
  const t = useText()
  const write = useWrite()
  const { translationMemoryId, translationMemoryName: name, defaultPenalty, penalty } = memory
  const params = { projectId, translationMemoryId }
  const [access, setAccess] = useState({ readAccess: memory.readAccess, writeAccess: memory.writeAccess })
  const { values, bind } = useFields({
    priority: String(memory.priority),
    penalty: penalty === null ? "" : String(penalty)
  })
  const form = useSubmit(async () => {
    const payload = {
      ...access,
      priority: values.priority.trim() === "" ? null : Number(values.priority),
      penalty: values.penalty.trim() === "" ? null : Number(values.penalty)
    }
    await call("translationMemory", "editAssignment", { params, payload })
    await onSaved()
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <FormDialog title={t("memory.change-use", { name })} action={t("action.save")} form={form} onClose={onClose}>
      <Checkbox isSelected={access.readAccess} onChange={(readAccess) => setAccess({ ...access, readAccess })}>
        {t("memory.read")}
      </Checkbox>
      <Checkbox isSelected={access.writeAccess} onChange={(writeAccess) => setAccess({ ...access, writeAccess })}>
        {t("memory.write")}
      </Checkbox>
      <TextField
        label={t("memory.priority")}
        hint={t("memory.priority-hint")}
        inputMode="numeric"
        autoComplete="off"
        {...bind("priority", form.fields)}
      />
      <TextField
        label={t("memory.penalty")}
        hint={t("memory.penalty-default", { penalty: defaultPenalty })}
        inputMode="numeric"
        autoComplete="off"
        {...bind("penalty", form.fields)}
      />
      <div>
        <Button
          kind="danger"
          onPress={() =>
            write(async () => {
              await call("translationMemory", "unassign", { params })
              await onSaved()
              onClose()
            })
          }
        >
          {t("memory.stop-use", { name })}
        </Button>
      </div>
    </FormDialog>
  )
}
