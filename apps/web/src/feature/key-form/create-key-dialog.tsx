import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { KeyWithDataModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import { useBranch } from "../branch/use-branch.ts"
import { missingScope } from "../permission/missing-scope.ts"
import { keyFieldErrors } from "./key-field-errors.ts"
import styles from "./key-fields.module.css"
import { KeyFields, KeyNameFields } from "./key-fields.tsx"
import { emptyKey, type KeyValues, parseLimit, toKeyBody } from "./key-values.ts"

interface CreateKeyDialogProps {
  readonly project: ProjectModel
  readonly base: LanguageModel
  /** The key whose text opens now. */
  readonly onCreated: (key: KeyWithDataModel) => void
  readonly onClose: () => void
}

/** A new key with its base text. Ctrl+Enter creates it and starts the next one, in the same namespace with the same tags. */
export const CreateKeyDialog = ({ project, base, onCreated, onClose }: CreateKeyDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const branch = useBranch()
  const form = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(emptyKey)
  const [text, setText] = useState("")
  const startsNext = useRef(false)
  const change = (changes: Partial<KeyValues>) => setValues((before) => ({ ...before, ...changes }))
  const limit = parseLimit(values.limit)
  const textObstacle = missingScope(project, "translations.edit", t)
  const { submit, error, isBusy } = useSubmit(async () => {
    const goesOn = startsNext.current
    startsNext.current = false
    if (limit === undefined) return
    const created = await call("key", "create", {
      params: { projectId: project.id },
      payload: {
        ...toKeyBody(values),
        branch,
        ...(limit === null ? {} : { maxCharLimit: limit }),
        ...(text === "" ? {} : { translations: { [base.tag]: text } })
      }
    })
    showToast({ kind: "done", text: t("key.created", { key: created.name }) })
    for (const part of ["translations", "tag-names", "used-namespaces", "stats"]) {
      void client.invalidateQueries({ queryKey: ["project", project.id, part] })
    }
    if (!goesOn) return onCreated(created)
    setValues({ ...emptyKey, namespace: values.namespace, tags: values.tags })
    setText("")
    form.current?.querySelector("input")?.focus()
  })
  // Later: a field that handles the same key first hands over what was typed in it.
  const createAndNext = () =>
    setTimeout(() => {
      startsNext.current = true
      form.current?.querySelector("form")?.requestSubmit()
    })
  const { fields, message } = keyFieldErrors(error, t)
  const errors = limit === undefined ? { ...fields, maxCharLimit: t("key.limit-invalid") } : fields
  return (
    <Dialog title={t("key.create")} isOpen onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter of the whole form; its button does the same */}
      <div
        ref={form}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          createAndNext()
        }}
      >
        <Form onSubmit={submit} message={message ?? fields.languages ?? null}>
          <KeyNameFields project={project} values={values} errors={errors} onChange={change} />
          <TextAreaField
            label={t("key.base-text", { language: languageName(base.tag, t.language) })}
            value={text}
            onChange={setText}
            isDisabled={textObstacle !== null}
            error={errors.text}
            {...(textObstacle === null ? {} : { hint: textObstacle })}
          />
          <KeyFields values={values} errors={errors} onChange={change} />
          <DialogActions>
            <Button onPress={onClose}>{t("action.cancel")}</Button>
            <Button isPending={isBusy} onPress={createAndNext}>
              {t("key.create-next")} <kbd className={styles["keys"]}>{shownKeys("Ctrl ↵", t)}</kbd>
            </Button>
            <Button kind="primary" type="submit" isPending={isBusy}>
              {t("key.create-short")}
            </Button>
          </DialogActions>
        </Form>
      </div>
    </Dialog>
  )
}
