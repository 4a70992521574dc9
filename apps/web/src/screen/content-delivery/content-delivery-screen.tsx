import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { CloudUpload, Ellipsis, History, Link as LinkIcon, Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { attemptsQuery, contentDeliveriesKey, contentDeliveryListQuery } from "./content-delivery-queries.ts"
import styles from "./content-delivery-screen.module.css"
import type { ContentDelivery } from "./delivery-body.ts"

const AddressesDialog = lazyDialog(() => import("./addresses-dialog.tsx"), "AddressesDialog")
const AttemptsDialog = lazyDialog(() => import("./attempts-dialog.tsx"), "AttemptsDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")
const DeliveryDialog = lazyDialog(() => import("./delivery-dialog.tsx"), "DeliveryDialog")
const StorageSection = lazyPart(() => import("./storage-section.tsx"), "StorageSection", <Skeleton height="120px" />)

const route = getRouteApi("/user/projects/$projectId/content-delivery")

/** Poll interval of the list: the server publishes by itself. */
const pollMillis = 10_000

interface OpenDialog {
  readonly kind: "addresses" | "attempts" | "edit" | "delete"
  readonly delivery: ContentDelivery
}

/** The content deliveries of a project with their last publishing, and its storages. */
export const ContentDeliveryScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const client = useQueryClient()
  const scopes = useQuery(projectQuery(projectId)).data?.computedPermission.scopes ?? []
  const mayManage = scopes.includes("content-delivery.manage")
  const deliveries = useQuery({ ...contentDeliveryListQuery(projectId), refetchInterval: pollMillis })
  const [isCreating, setCreating] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const refresh = () => client.invalidateQueries({ queryKey: contentDeliveriesKey(projectId) })
  const create = mayManage ? (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      {t("content-delivery.create")}
    </Button>
  ) : undefined
  return (
    <Screen title={t("content-delivery.title")} actions={deliveries.data?.length ? create : undefined}>
      <QueryState
        query={deliveries}
        skeleton="180px"
        empty={
          <EmptyState
            icon={<CloudUpload aria-hidden />}
            title={t("content-delivery.empty")}
            hint={t("content-delivery.empty-hint")}
            action={create}
          />
        }
      >
        {(data) => (
          <Table<ContentDelivery>
            label={t("content-delivery.title")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("projects.name"),
                cell: ({ name, format }) => (
                  <div className={styles["name"]}>
                    <bdi>{name}</bdi>
                    <bdi className={styles["format"]}>{format}</bdi>
                  </div>
                )
              },
              {
                id: "languages",
                title: t("export.languages"),
                cell: ({ languages }) =>
                  languages === null || languages.length === 0 ? (
                    t("export.all-languages")
                  ) : (
                    <bdi>{languages.join(", ")}</bdi>
                  )
              },
              {
                id: "publishing",
                title: t("content-delivery.publishing"),
                cell: ({ autoPublish }) => t(autoPublish ? "content-delivery.automatic" : "content-delivery.by-hand")
              },
              {
                id: "published",
                title: t("content-delivery.last-published"),
                cell: (delivery) => <LastPublished delivery={delivery} />
              },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (delivery) => (
                  <div className={styles["actions"]}>
                    <PublishButton projectId={projectId} delivery={delivery} onPublished={refresh} />
                    <Menu
                      aria-label={t("content-delivery.more", { name: delivery.name })}
                      trigger={
                        <Button
                          aria-label={t("content-delivery.more", { name: delivery.name })}
                          icon={<Ellipsis aria-hidden />}
                        />
                      }
                      onAction={(kind) => setDialog({ kind: kind as OpenDialog["kind"], delivery })}
                    >
                      <MenuItem id="addresses" icon={<LinkIcon aria-hidden />}>
                        {t("content-delivery.addresses")}
                      </MenuItem>
                      <MenuItem id="attempts" icon={<History aria-hidden />}>
                        {t("content-delivery.attempts")}
                      </MenuItem>
                      {mayManage ? (
                        <MenuItem id="edit" icon={<Pencil aria-hidden />}>
                          {t("action.edit")}
                        </MenuItem>
                      ) : null}
                      {mayManage ? (
                        <MenuItem id="delete" icon={<Trash2 aria-hidden />}>
                          {t("content-delivery.delete")}
                        </MenuItem>
                      ) : null}
                    </Menu>
                  </div>
                )
              }
            ]}
          />
        )}
      </QueryState>
      {mayManage && <StorageSection projectId={projectId} />}
      {isCreating && (
        <DeliveryDialog projectId={projectId} delivery={null} onSaved={refresh} onClose={() => setCreating(false)} />
      )}
      {dialog?.kind === "edit" && (
        <DeliveryDialog projectId={projectId} delivery={dialog.delivery} onSaved={refresh} onClose={close} />
      )}
      {dialog?.kind === "addresses" && (
        <AddressesDialog projectId={projectId} delivery={dialog.delivery} onClose={close} />
      )}
      {dialog?.kind === "attempts" && (
        <AttemptsDialog projectId={projectId} delivery={dialog.delivery} onClose={close} />
      )}
      {dialog?.kind === "delete" && (
        <ConfirmDialog
          title={t("content-delivery.delete")}
          action={t("content-delivery.delete")}
          onConfirm={async () => {
            await call("contentDelivery", "delete", { params: { projectId, id: dialog.delivery.id } })
            showToast({ kind: "done", text: t("content-delivery.deleted", { name: dialog.delivery.name }) })
            await refresh()
          }}
          onClose={close}
        >
          <p>{t("content-delivery.delete-hint", { name: dialog.delivery.name })}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}

/** The last version, and why a later attempt failed. */
const LastPublished = ({ delivery }: { readonly delivery: ContentDelivery }) => {
  const t = useText()
  const { lastPublished, lastPublishedFiles, lastError } = delivery
  return (
    <div className={styles["name"]}>
      {lastPublished === null ? t("webhook.never") : <Time at={lastPublished} />}
      {lastPublished !== null && (
        <span className={styles["format"]}>{t("content-delivery.files", { count: lastPublishedFiles.length })}</span>
      )}
      {lastError !== null && (
        <span className={styles["error"]}>
          {t("content-delivery.failed")} <bdi>{lastError}</bdi>
        </span>
      )}
    </div>
  )
}

interface PublishButtonProps {
  readonly projectId: number
  readonly delivery: ContentDelivery
  readonly onPublished: () => Promise<void>
}

/** Publishes and says how many files were written. */
const PublishButton = ({ projectId, delivery, onPublished }: PublishButtonProps) => {
  const t = useText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    try {
      await call("contentDelivery", "publish", { params: { projectId, id: delivery.id } })
      const [attempt] = await client.fetchQuery({ ...attemptsQuery(projectId, delivery.id), staleTime: 0 })
      const { files = 0, writtenFiles = 0 } = attempt ?? {}
      showToast({ kind: "done", text: t("content-delivery.published", { files, written: writtenFiles }) })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      await onPublished()
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<CloudUpload aria-hidden />}
      aria-label={t("content-delivery.publish-of", { name: delivery.name })}
      isPending={isBusy}
      onPress={publish}
    >
      {t("content-delivery.publish")}
    </Button>
  )
}
