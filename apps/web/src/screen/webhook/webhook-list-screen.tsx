import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Plus, Webhook } from "lucide-react"
import { useState } from "react"
import type { WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { FilterSummary } from "./filter-summary.tsx"
import styles from "./webhook-list-screen.module.css"
import { webhookListQuery } from "./webhook-queries.ts"
import { hostOfUrl } from "./webhook-state.ts"
import { WebhookStateMark } from "./webhook-state-mark.tsx"

const CreateWebhookDialog = lazyDialog(() => import("./create-webhook-dialog.tsx"), "CreateWebhookDialog")

const route = getRouteApi("/user/projects/$projectId/webhooks")

/** The webhooks of a project, each with what it does now. */
export const WebhookListScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const [isCreating, setCreating] = useState(false)
  const webhooks = useQuery(webhookListQuery(projectId))
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      {t("webhook.create")}
    </Button>
  )
  return (
    <Screen title={t("webhook.title")} actions={webhooks.data?.length ? create : undefined}>
      <QueryState
        query={webhooks}
        skeleton="180px"
        empty={
          <EmptyState
            icon={<Webhook aria-hidden />}
            title={t("webhook.empty")}
            hint={t("webhook.empty-hint")}
            action={create}
          />
        }
      >
        {(data) => (
          <Table<WebhookConfigurationModel>
            label={t("webhook.title")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "url",
                title: t("webhook.url"),
                cell: (webhook) => (
                  <div className={styles["endpoint"]}>
                    <Link
                      to="/projects/$projectId/webhooks/$webhookId"
                      params={{ projectId, webhookId: webhook.id }}
                      search={{}}
                    >
                      <bdi>{hostOfUrl(webhook.url)}</bdi>
                    </Link>
                    <bdi className={styles["url"]}>{webhook.url}</bdi>
                  </div>
                )
              },
              { id: "state", title: t("webhook.state"), cell: (webhook) => <WebhookStateMark webhook={webhook} /> },
              {
                id: "filter",
                title: t("webhook.filter"),
                cell: ({ eventFilter }) => <FilterSummary filter={eventFilter} />
              },
              {
                id: "last",
                title: t("webhook.last-request"),
                cell: ({ lastExecuted }) => (lastExecuted === null ? t("webhook.never") : <Time at={lastExecuted} />)
              }
            ]}
          />
        )}
      </QueryState>
      {isCreating && <CreateWebhookDialog projectId={projectId} onClose={() => setCreating(false)} />}
    </Screen>
  )
}
