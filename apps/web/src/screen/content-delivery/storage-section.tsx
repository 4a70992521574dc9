import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { contentDeliveriesKey, contentStorageListQuery } from "./content-delivery-queries.ts"
import styles from "./content-delivery-screen.module.css"
import type { ContentStorage } from "./storage-body.ts"

const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")
const StorageDialog = lazyDialog(() => import("./storage-dialog.tsx"), "StorageDialog")

/** The storages of a project. */
export const StorageSection = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const client = useQueryClient()
  const storages = useQuery(contentStorageListQuery(projectId))
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<ContentStorage | null>(null)
  const [deleted, setDeleted] = useState<ContentStorage | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: contentDeliveriesKey(projectId) })
  return (
    <Section title={t("content-delivery.storages")} hint={t("content-delivery.storages-hint")}>
      <QueryState query={storages} skeleton="80px" empty={null}>
        {(data) => (
          <Table<ContentStorage>
            label={t("content-delivery.storages")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("projects.name"),
                cell: ({ name, s3ContentStorageConfig: s3, azureContentStorageConfig: azure }) => (
                  <div className={styles["name"]}>
                    <bdi>{name}</bdi>
                    <bdi className={styles["format"]}>
                      {s3 === null ? `Azure Blob · ${azure?.containerName ?? ""}` : `S3 · ${s3.bucketName}`}
                    </bdi>
                  </div>
                )
              },
              {
                id: "address",
                title: t("content-delivery.public-address"),
                cell: ({ publicUrlPrefix }) => <bdi>{publicUrlPrefix ?? "–"}</bdi>
              },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (storage) => (
                  <div className={styles["actions"]}>
                    <IconButton
                      label={t("content-delivery.edit-of", { name: storage.name })}
                      icon={<Pencil aria-hidden />}
                      onPress={() => setEdited(storage)}
                    />
                    <IconButton
                      label={t("content-delivery.delete-storage-of", { name: storage.name })}
                      icon={<Trash2 aria-hidden />}
                      onPress={() => setDeleted(storage)}
                    />
                  </div>
                )
              }
            ]}
          />
        )}
      </QueryState>
      <div>
        <Button icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
          {t("content-delivery.add-storage")}
        </Button>
      </div>
      {isCreating && (
        <StorageDialog projectId={projectId} storage={null} onSaved={refresh} onClose={() => setCreating(false)} />
      )}
      {edited !== null && (
        <StorageDialog projectId={projectId} storage={edited} onSaved={refresh} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("content-delivery.delete-storage")}
          action={t("content-delivery.delete-storage")}
          onConfirm={async () => {
            await call("contentStorage", "delete", { params: { projectId, id: deleted.id } })
            showToast({ kind: "done", text: t("content-delivery.deleted", { name: deleted.name }) })
            await refresh()
          }}
          onClose={() => setDeleted(null)}
        >
          <p>{t("content-delivery.delete-storage-hint", { name: deleted.name })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
