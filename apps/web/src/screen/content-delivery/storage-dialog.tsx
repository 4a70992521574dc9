import { useMutation } from "@tanstack/react-query"
import { PlugZap } from "lucide-react"
import { useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import { loadSentences } from "../../base/api/error-sentences.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import {
  type ContentStorage,
  rejectionOf,
  type StorageType,
  storageBodyOf,
  storageTextsOf,
  storageTypes
} from "./storage-body.ts"

interface StorageDialogProps {
  readonly projectId: number
  /** null: a new one. */
  readonly storage: ContentStorage | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

const typeTitles = { S3: "S3", AZURE: "Azure Blob" } as const

/** Place and secrets of a storage, with a test call. */
export const StorageDialog = ({ projectId, storage, onSaved, onClose }: StorageDialogProps) => {
  const t = useText()
  const storedType: StorageType = storage !== null && storage.s3ContentStorageConfig === null ? "AZURE" : "S3"
  const [type, setType] = useState<StorageType>(storedType)
  const { values, bind } = useFields(storageTextsOf(storage))
  const payload = storageBodyOf(type, values)
  const form = useSubmit(async () => {
    await (storage === null
      ? call("contentStorage", "create", { params: { projectId }, payload })
      : call("contentStorage", "update", { params: { projectId, id: storage.id }, payload }))
    await onSaved()
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  const test = useMutation({
    mutationFn: async () => {
      const result = await (storage === null
        ? call("contentStorage", "test", { params: { projectId }, payload })
        : call("contentStorage", "testStored", { params: { projectId, id: storage.id }, payload }))
      if (result.success) return
      await loadSentences()
      throw new ApiError({ status: 200, code: result.message ?? "", params: result.params ?? [] })
    }
  })
  const failed = form.error ?? test.error
  const rejection = failed instanceof ApiError ? rejectionOf(failed.params) : null
  const fields = form.fields
  // Blank secrets keep those of the same type.
  const secretHint = storage !== null && type === storedType ? { hint: t("content-delivery.secret-stays") } : {}
  const messageOf = (group: "s3" | "azure", name: string): Record<string, string> => {
    const message = fields[`${group}ContentStorageConfig.${name}`]
    return message === undefined ? {} : { [name]: message }
  }
  return (
    <FormDialog
      title={
        storage === null ? t("content-delivery.add-storage") : t("content-delivery.edit-of", { name: storage.name })
      }
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <TextField label={t("projects.name")} autoFocus isRequired autoComplete="off" {...bind("name", fields)} />
      <Select
        label={t("content-delivery.storage-type")}
        value={type}
        options={storageTypes.map((value) => ({ value, label: typeTitles[value] }))}
        onChange={setType}
      />
      {type === "S3" ? (
        <>
          <TextField
            label={t("content-delivery.bucket")}
            isRequired
            autoComplete="off"
            {...bind("bucketName", messageOf("s3", "bucketName"))}
          />
          <TextField
            label={t("content-delivery.endpoint")}
            isRequired
            autoComplete="off"
            placeholder="https://"
            {...bind("endpoint", messageOf("s3", "endpoint"))}
          />
          <TextField
            label={t("content-delivery.region")}
            isRequired
            autoComplete="off"
            {...bind("signingRegion", messageOf("s3", "signingRegion"))}
          />
          <TextField
            label={t("content-delivery.folder")}
            autoComplete="off"
            {...bind("path", messageOf("s3", "path"))}
          />
          <TextField
            label={t("content-delivery.access-key")}
            autoComplete="off"
            {...secretHint}
            {...bind("accessKey", messageOf("s3", "accessKey"))}
          />
          <TextField
            label={t("content-delivery.secret-key")}
            type="password"
            autoComplete="off"
            {...secretHint}
            {...bind("secretKey", messageOf("s3", "secretKey"))}
          />
        </>
      ) : (
        <>
          <TextField
            label={t("content-delivery.container")}
            isRequired
            autoComplete="off"
            {...bind("containerName", messageOf("azure", "containerName"))}
          />
          <TextField
            label={t("content-delivery.connection-string")}
            type="password"
            autoComplete="off"
            {...secretHint}
            {...bind("connectionString", messageOf("azure", "connectionString"))}
          />
        </>
      )}
      <TextField
        label={t("content-delivery.public-address")}
        hint={t("content-delivery.public-address-hint")}
        type="url"
        autoComplete="off"
        placeholder="https://"
        {...bind("publicUrlPrefix", fields)}
      />
      <div>
        <Button icon={<PlugZap aria-hidden />} isPending={test.isPending} onPress={() => test.mutate()}>
          {t("content-delivery.test")}
        </Button>
      </div>
      {test.isSuccess && (
        <Callout kind="done" isNews>
          {t("content-delivery.test-good")}
        </Callout>
      )}
      {test.isError && (
        <Callout kind="failed" isNews>
          {errorSentence(test.error, t)}
        </Callout>
      )}
      {rejection !== null && (
        <Callout kind="failed" isNews>
          <bdi>{rejection}</bdi>
        </Callout>
      )}
    </FormDialog>
  )
}
