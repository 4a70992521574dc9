import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { KeyRound, Plus, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectApiKeyModel, RevealedProjectApiKeyModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time, useNow } from "../../widget/ui/time.tsx"
import styles from "./api-key-list-screen.module.css"
import { apiKeyListQuery, apiKeysKey } from "./api-key-queries.ts"

const CreateApiKeyDialog = lazyDialog(() => import("./create-api-key-dialog.tsx"), "CreateApiKeyDialog")
const RevealedKeyDialog = lazyDialog(() => import("./revealed-key-dialog.tsx"), "RevealedKeyDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

const route = getRouteApi("/user/projects/$projectId/api-keys")

const dayMillis = 86_400_000
/** A key that ends within this time is marked. */
const warnBeforeMillis = 14 * dayMillis

/** Keys of the project for programs: mine, and those of all members for administrators of the project. */
export const ApiKeyListScreen = () => {
  const t = useText()
  const me = useUser()
  const now = useNow()
  const client = useQueryClient()
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const scopes = project.data?.computedPermission.scopes ?? []
  const keys = useQuery(apiKeyListQuery(projectId, scopes.includes("admin") ? "all" : "mine"))
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ProjectApiKeyModel | null>(null)
  const [renewed, setRenewed] = useState<RevealedProjectApiKeyModel | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: apiKeysKey(projectId) })
  const regenerate = async ({ id, expiresAt }: ProjectApiKeyModel) => {
    try {
      const isOver = expiresAt !== null && expiresAt <= Date.now()
      setRenewed(
        await call("projectApiKey", "regenerate", {
          params: { apiKeyId: id },
          payload: { expiresAt: isOver ? null : expiresAt }
        })
      )
      await refresh()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      {t("api-key.create")}
    </Button>
  )
  const nameOf = ({ description, id }: ProjectApiKeyModel) => description || `#${id}`
  return (
    <Screen title={t("api-key.title")} actions={keys.data?.length ? create : undefined}>
      <QueryState
        query={keys}
        skeleton="180px"
        empty={
          <EmptyState
            icon={<KeyRound aria-hidden />}
            title={t("api-key.empty")}
            hint={t("api-key.empty-hint")}
            action={create}
          />
        }
      >
        {(data) => (
          <Table<ProjectApiKeyModel>
            label={t("api-key.title")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("api-key.name"),
                cell: (key) => (
                  <div className={styles["key"]}>
                    <bdi>{nameOf(key)}</bdi>
                    <span className={styles["owner"]}>
                      <bdi>{key.userFullName || key.username}</bdi>
                    </span>
                  </div>
                )
              },
              {
                id: "scopes",
                title: t("permission.scopes"),
                cell: (key) => (
                  <ul className={styles["scopes"]}>
                    {key.scopes.map((scope) => (
                      <li key={scope}>{t(`scope.${scope}`)}</li>
                    ))}
                  </ul>
                )
              },
              {
                id: "expires",
                title: t("api-key.expires"),
                cell: ({ expiresAt }) =>
                  expiresAt === null ? (
                    t("api-key.never")
                  ) : (
                    <span className={expiresAt - now < warnBeforeMillis ? styles["soon"] : undefined}>
                      {expiresAt - now < warnBeforeMillis && <TriangleAlert aria-hidden />}
                      <span>
                        {expiresAt <= now && `${t("api-key.expired")} `}
                        <Time at={expiresAt} />
                      </span>
                    </span>
                  )
              },
              {
                id: "used",
                title: t("api-key.last-used"),
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("webhook.never") : <Time at={lastUsedAt} />)
              },
              {
                id: "actions",
                title: t("member.actions"),
                cell: (key) => {
                  const notMine = key.username === me.username ? null : t("api-key.not-mine")
                  return (
                    <div className={styles["actions"]}>
                      <Button
                        onPress={() => regenerate(key)}
                        disabledReason={notMine}
                        aria-label={t("api-key.regenerate-of", { name: nameOf(key) })}
                      >
                        {t("api-key.regenerate")}
                      </Button>
                      <Button
                        onPress={() => setRevoked(key)}
                        disabledReason={notMine}
                        aria-label={t("api-key.revoke-of", { name: nameOf(key) })}
                      >
                        {t("api-key.revoke")}
                      </Button>
                    </div>
                  )
                }
              }
            ]}
          />
        )}
      </QueryState>
      {isCreating && (
        <CreateApiKeyDialog
          projectId={projectId}
          ownScopes={scopes}
          onCreated={setRenewed}
          onClose={() => setCreating(false)}
        />
      )}
      {renewed !== null && <RevealedKeyDialog apiKey={renewed} onClose={() => setRenewed(null)} />}
      {revoked !== null && (
        <ConfirmDialog
          title={t("api-key.revoke-of", { name: nameOf(revoked) })}
          action={t("api-key.revoke")}
          onConfirm={async () => {
            await call("projectApiKey", "delete", { params: { apiKeyId: revoked.id } })
            showToast({ kind: "done", text: t("api-key.revoked", { name: nameOf(revoked) }) })
            await refresh()
          }}
          onClose={() => setRevoked(null)}
        >
          <p>{t("api-key.revoke-hint")}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}
