import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Ellipsis, KeyRound, Pause, Pencil, Play, Power, Send, ShieldCheck, Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { Request, Response, WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { durationText, exactTime, Time } from "../../widget/ui/time.tsx"
import { parseDeliverySearch } from "./delivery-search.ts"
import { FailureText } from "./failure-text.tsx"
import { FilterSummary } from "./filter-summary.tsx"
import { MaskedSecret } from "./secret-view.tsx"
import { deliveryCountQuery, webhookQuery, webhooksKey } from "./webhook-queries.ts"
import { hostOfUrl } from "./webhook-state.ts"
import { WebhookStateMark } from "./webhook-state-mark.tsx"

const DeliveryLog = lazyPart(() => import("./delivery-log.tsx"), "DeliveryLog", <Skeleton height="320px" />)
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")
const EditWebhookDialog = lazyDialog(() => import("./edit-webhook-dialog.tsx"), "EditWebhookDialog")
const RotateSecretDialog = lazyDialog(() => import("./rotate-secret-dialog.tsx"), "RotateSecretDialog")
const VerificationDialog = lazyDialog(() => import("./verification-dialog.tsx"), "VerificationDialog")

const route = getRouteApi("/user/projects/$projectId/webhooks/$webhookId")

/** Poll interval of the state while the screen is visible. */
const pollMillis = 5_000

/** A webhook: what it does now, what can be done with it, and its log. */
export const WebhookScreen = () => {
  const t = useText()
  const { projectId, webhookId } = route.useParams()
  const webhook = useQuery({ ...webhookQuery(projectId, webhookId), refetchInterval: pollMillis })
  const above = (
    <Link to="/projects/$projectId/webhooks" params={{ projectId }}>
      {t("webhook.title")}
    </Link>
  )
  if (webhook.data === undefined) {
    return (
      <Screen title={t("webhook.one")} above={above}>
        {webhook.isError ? (
          <ErrorState error={webhook.error} onRetry={() => webhook.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton height="320px" />
          </div>
        )}
      </Screen>
    )
  }
  return <WebhookDetails projectId={projectId} webhook={webhook.data} above={above} />
}

interface WebhookDetailsProps {
  readonly projectId: number
  readonly webhook: WebhookConfigurationModel
  readonly above: React.ReactNode
}

type OpenDialog = "edit" | "rotate" | "delete" | "verification"

const WebhookDetails = ({ projectId, webhook, above }: WebhookDetailsProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const search = parseDeliverySearch({ ...route.useSearch() })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const params = { projectId, id: webhook.id }
  const refresh = () => client.invalidateQueries({ queryKey: webhooksKey(projectId) })
  const waiting = useQuery({
    ...deliveryCountQuery(projectId, webhook.id, { state: "PENDING" }),
    refetchInterval: pollMillis
  })

  const update = async (payload: Request<"webhook", "update">["payload"]) => {
    client.setQueryData(
      webhookQuery(projectId, webhook.id).queryKey,
      await call("webhook", "update", { params, payload: { url: webhook.url, ...payload } })
    )
    await refresh()
  }
  const change = useMutation({
    mutationFn: update,
    onSuccess: (_, { paused, enabled }) => {
      const count = waiting.data ?? 0
      if (paused === true) showToast({ kind: "done", text: t("webhook.paused") })
      else if (paused === false) showToast({ kind: "done", text: t("webhook.resumed", { count }) })
      else if (enabled !== undefined) {
        showToast({ kind: "done", text: t(enabled === true ? "webhook.enabled" : "webhook.disabled") })
      }
    },
    onError: (error) => showToast({ kind: "failed", text: errorSentence(error, t), error })
  })
  const test = useMutation({ mutationFn: () => call("webhook", "test", { params }) })

  const actions = (
    <>
      <Button icon={<Send aria-hidden />} isPending={test.isPending} onPress={() => test.mutate()}>
        {t("webhook.test")}
      </Button>
      {!webhook.enabled ? (
        <Button
          kind="primary"
          icon={<Power aria-hidden />}
          isPending={change.isPending}
          onPress={() => change.mutate({ enabled: true })}
        >
          {t("webhook.enable")}
        </Button>
      ) : webhook.paused ? (
        <Button
          kind="primary"
          icon={<Play aria-hidden />}
          isPending={change.isPending}
          onPress={() => change.mutate({ paused: false })}
        >
          {t("webhook.resume", { count: waiting.data ?? 0 })}
        </Button>
      ) : (
        <Button
          icon={<Pause aria-hidden />}
          isPending={change.isPending}
          onPress={() => change.mutate({ paused: true })}
        >
          {t("webhook.pause")}
        </Button>
      )}
      <Menu
        aria-label={t("webhook.more")}
        trigger={<Button aria-label={t("webhook.more")} icon={<Ellipsis aria-hidden />} />}
        onAction={(action) => {
          if (action === "disable") change.mutate({ enabled: false })
          else setDialog(action as OpenDialog)
        }}
      >
        <MenuItem id="edit" icon={<Pencil aria-hidden />}>
          {t("webhook.edit")}
        </MenuItem>
        <MenuItem id="rotate" icon={<KeyRound aria-hidden />}>
          {t("webhook.rotate")}
        </MenuItem>
        <MenuItem id="verification" icon={<ShieldCheck aria-hidden />}>
          {t("webhook.verification")}
        </MenuItem>
        {webhook.enabled ? (
          <MenuItem id="disable" icon={<Power aria-hidden />}>
            {t("webhook.disable")}
          </MenuItem>
        ) : null}
        <MenuItem id="delete" icon={<Trash2 aria-hidden />}>
          {t("webhook.delete")}
        </MenuItem>
      </Menu>
    </>
  )
  const host = hostOfUrl(webhook.url)
  const bothSignUntil = webhook.previousSecretValidUntil
  return (
    <Screen title={<bdi>{host}</bdi>} above={above} actions={actions}>
      {webhook.autoDisabled && !webhook.enabled && <Callout kind="failed">{t("webhook.auto-disabled-hint")}</Callout>}
      {webhook.enabled && webhook.paused && (
        <Callout kind="warning">{t("webhook.paused-hint", { count: waiting.data ?? 0 })}</Callout>
      )}
      {test.data !== undefined && <TestResult result={test.data} />}
      {test.isError && (
        <Callout kind="failed" isNews>
          {errorSentence(test.error, t)}
        </Callout>
      )}
      <Facts
        facts={[
          [t("webhook.url"), <bdi key="url">{webhook.url}</bdi>],
          [t("webhook.state"), <WebhookStateMark key="state" webhook={webhook} />],
          [t("webhook.filter"), <FilterSummary key="filter" filter={webhook.eventFilter} />],
          [t("webhook.template"), t(`webhook.template-${webhook.bodyTemplate?.kind ?? "STANDARD"}`)],
          webhook.headers.length === 0
            ? null
            : [t("webhook.headers"), <bdi key="headers">{webhook.headers.map(({ name }) => name).join(", ")}</bdi>],
          [
            t("webhook.last-request"),
            webhook.lastExecuted === null ? t("webhook.never") : <Time key="last" at={webhook.lastExecuted} />
          ],
          [t("webhook.waiting"), waiting.data === undefined ? "…" : t("webhook.deliveries", { count: waiting.data })],
          [t("webhook.secret"), <MaskedSecret key="secret" secret={webhook.webhookSecret} />],
          bothSignUntil === null || bothSignUntil < Date.now()
            ? null
            : [
                t("webhook.overlap"),
                <span key="overlap">
                  {t("webhook.both-sign", { time: exactTime(bothSignUntil, t.language) })} (<Time at={bothSignUntil} />)
                </span>
              ]
        ]}
      />
      <DeliveryLog
        projectId={projectId}
        webhook={webhook}
        search={search}
        onChange={(changes) => navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false })}
      />

      {dialog === "edit" && (
        <EditWebhookDialog projectId={projectId} webhook={webhook} onSave={update} onClose={close} />
      )}
      {dialog === "rotate" && <RotateSecretDialog projectId={projectId} webhook={webhook} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("webhook.delete")}
          action={t("webhook.delete")}
          typed={host}
          onConfirm={async () => {
            await call("webhook", "delete", { params })
            showToast({ kind: "done", text: t("webhook.deleted", { host }) })
            await navigate({ to: "/projects/$projectId/webhooks", params: { projectId }, search: {} })
            client.removeQueries({ queryKey: [...webhooksKey(projectId), webhook.id] })
            await refresh()
          }}
          onClose={close}
        >
          <p>{t("webhook.delete-hint", { count: waiting.data ?? 0 })}</p>
        </ConfirmDialog>
      )}
      {dialog === "verification" && <VerificationDialog onClose={close} />}
    </Screen>
  )
}

/** Shows the result of a test call. */
const TestResult = ({ result }: { readonly result: Response<"webhook", "test"> }) => {
  const t = useText()
  const duration = durationText(result.durationMillis, t.language)
  return (
    <Callout kind={result.success ? "done" : "failed"} isNews>
      <span>
        {result.status === null
          ? t("webhook.test-no-response", { duration })
          : t(result.success ? "webhook.test-good" : "webhook.test-bad", { status: String(result.status), duration })}
      </span>
      {result.error !== null && <FailureText failed={result} />}
    </Callout>
  )
}
