import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { KeyWithDataModel, LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { missingScope } from "../permission/missing-scope.ts"
import { readDisabledLanguages } from "./disabled-languages.ts"
import { keyFieldErrors } from "./key-field-errors.ts"
import { KeyFields, KeyNameFields } from "./key-fields.tsx"
import { type KeyValues, parseLimit, toKeyBody, valuesOfKey } from "./key-values.ts"

interface KeyDetailsDialogProps {
  readonly project: ProjectModel
  readonly listedKey: ListedKeyModel
  /** All of the project. */
  readonly languages: ReadonlyArray<LanguageModel>
  /** `disabledIds`: languages into which the key is not translated. */
  readonly onSaved: (key: KeyWithDataModel, disabledIds: ReadonlySet<number>) => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Name, namespace, description, tags, plural, limit and disabled languages of a key. */
export const KeyDetailsDialog = (props: KeyDetailsDialogProps) => {
  const { project, listedKey, onClose } = props
  const t = useText()
  const disabled = useQuery({
    queryKey: ["project", project.id, "disabled-languages", listedKey.keyId],
    queryFn: ({ signal }) => readDisabledLanguages(project.id, listedKey.keyId, signal),
    // Read once each time the dialog opens: what is typed must stay.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  return (
    <Dialog title={t("key.details")} isOpen onClose={onClose}>
      <QueryState query={disabled} skeleton="420px">
        {(data) => <KeyDetailsForm {...props} disabledIds={data} />}
      </QueryState>
    </Dialog>
  )
}

interface KeyDetailsFormProps extends KeyDetailsDialogProps {
  readonly disabledIds: ReadonlyArray<number>
}

const KeyDetailsForm = ({ project, listedKey: key, languages, disabledIds, ...props }: KeyDetailsFormProps) => {
  const t = useText()
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOfKey(asKey(key)))
  const [disabled, setDisabled] = useState(disabledIds.map(String))
  const [dropsForms, setDropsForms] = useState(false)
  const change = (changes: Partial<KeyValues>) => setValues((before) => ({ ...before, ...changes }))
  const limit = parseLimit(values.limit)
  const hasNewDisabled = [...disabled].sort().join() !== disabledIds.map(String).sort().join()
  const obstacle = missingScope(project, "keys.edit", t)
  const { submit, error, isBusy } = useSubmit(async () => {
    if (limit === undefined || obstacle !== null) return
    const params = { projectId: project.id, keyId: key.keyId }
    const saved = await call("key", "complexUpdate", {
      params,
      // The server takes 0 for "no limit", and null for "as it is".
      payload: { ...toKeyBody(values), maxCharLimit: limit ?? 0, warnOnDataLoss: !dropsForms }
    })
    if (hasNewDisabled) {
      await call("disabledLanguage", "set", { params, payload: { languageIds: disabled.map(Number) } })
    }
    for (const part of ["key", "tag-names", "used-namespaces", "stats", "history"]) {
      void client.invalidateQueries({ queryKey: ["project", project.id, part] })
    }
    props.onSaved(saved, new Set(disabled.map(Number)))
  })
  const { fields, message } = keyFieldErrors(error, t)
  const losesForms = error instanceof ApiError && error.code === "plural_forms_data_loss"
  const errors = limit === undefined ? { ...fields, maxCharLimit: t("key.limit-invalid") } : fields
  return (
    <Form onSubmit={submit} message={message ?? fields.text ?? fields.languages ?? null}>
      <KeyNameFields project={project} values={values} errors={errors} onChange={change} />
      <KeyFields values={values} errors={errors} onChange={change} />
      {(losesForms || dropsForms) && (
        <Checkbox isSelected={dropsForms} onChange={setDropsForms}>
          {t("key.drop-forms")}
        </Checkbox>
      )}
      <MultiSelect
        label={t("key.disabled-languages")}
        none={t("key.disabled-none")}
        options={languages.map(({ id, tag }) => ({
          value: String(id),
          label: `${languageName(tag, t.language)} (${tag})`
        }))}
        values={disabled}
        onChange={(ids) => setDisabled([...ids])}
      />
      {disabled.some((id) => !disabledIds.includes(Number(id))) && (
        <Callout kind="warning">{t("key.disabled-hint")}</Callout>
      )}
      <DialogActions>
        <Button
          kind="quiet"
          icon={<Trash2 aria-hidden />}
          disabledReason={missingScope(project, "keys.delete", t)}
          onPress={props.onDelete}
        >
          {t("key.delete")}
        </Button>
        <Button onPress={props.onClose}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy} disabledReason={obstacle}>
          {t("action.save")}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** A key of the list, in the words of the key itself. */
const asKey = (key: ListedKeyModel) => ({
  name: key.keyName,
  namespace: key.keyNamespace,
  description: key.keyDescription,
  isPlural: key.keyIsPlural,
  pluralArgName: key.keyPluralArgName,
  maxCharLimit: key.keyMaxCharLimit,
  tags: key.keyTags
})
