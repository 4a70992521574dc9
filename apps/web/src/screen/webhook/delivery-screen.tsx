import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { CircleCheck, CircleX, RotateCw } from "lucide-react"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { activityText } from "../../feature/activity/activity-text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { durationText, Time, useNow } from "../../widget/ui/time.tsx"
import styles from "./delivery-screen.module.css"
import { DeliveryStateMark } from "./delivery-state-mark.tsx"
import { FailureText } from "./failure-text.tsx"
import { deliveryQuery, webhookQuery, webhooksKey } from "./webhook-queries.ts"
import { hostOfUrl } from "./webhook-state.ts"

type Delivery = Response<"webhookDelivery", "get">
type Attempt = Delivery["attempts"][number]

const route = getRouteApi("/user/projects/$projectId/webhooks/$webhookId/deliveries/$deliveryId")

/** Poll interval of a delivery that has not ended. */
const pollMillis = 2_000

/** A delivery: what was sent, each attempt with its response, and another try. */
export const DeliveryScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const { projectId, webhookId, deliveryId } = route.useParams()
  const params = { projectId, id: webhookId, deliveryId }
  const webhook = useQuery(webhookQuery(projectId, webhookId))
  const delivery = useQuery({
    ...deliveryQuery(projectId, webhookId, deliveryId),
    refetchInterval: ({ state }) => (state.data?.state === "PENDING" ? pollMillis : false)
  })
  const redeliver = useMutation({
    mutationFn: () => call("webhookDelivery", "redeliver", { params }),
    onSuccess: async () => {
      showToast({ kind: "done", text: t("webhook.redelivering", { count: 1 }) })
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
    onError: (error) => showToast({ kind: "failed", text: errorSentence(error, t), error })
  })
  const above = (
    <nav aria-label={t("webhook.title")} className={styles["path"]}>
      <Link to="/projects/$projectId/webhooks" params={{ projectId }}>
        {t("webhook.title")}
      </Link>
      {" / "}
      <Link to="/projects/$projectId/webhooks/$webhookId" params={{ projectId, webhookId }} search={{}}>
        <bdi>{webhook.data === undefined ? t("webhook.one") : hostOfUrl(webhook.data.url)}</bdi>
      </Link>
    </nav>
  )
  if (delivery.data === undefined) {
    return (
      <Screen title={t("webhook.delivery")} above={above}>
        {delivery.isError ? (
          <ErrorState error={delivery.error} onRetry={() => delivery.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton height="320px" />
          </div>
        )}
      </Screen>
    )
  }
  const { type, state, attemptCount, messageId, revisionId, createdAt, nextAttemptAt, requestBody, attempts } =
    delivery.data
  return (
    <Screen
      title={activityText(type, t)}
      above={above}
      actions={
        <Button
          icon={<RotateCw aria-hidden />}
          isPending={redeliver.isPending}
          onPress={() => redeliver.mutate()}
          disabledReason={webhook.data?.enabled === false ? t("webhook.redeliver-disabled") : null}
        >
          {t("webhook.redeliver")}
        </Button>
      }
    >
      <Facts
        facts={[
          [t("webhook.state"), <DeliveryStateMark key="state" state={state} attemptCount={attemptCount} />],
          [t("webhook.created"), <Time key="created" at={createdAt} style="exact" />],
          nextAttemptAt === null
            ? null
            : [
                t("webhook.next-attempt"),
                <NextAttempt key="next" at={nextAttemptAt} isPaused={webhook.data?.paused === true} />
              ],
          [t("webhook.message-id"), <code key="id">{messageId}</code>],
          [t("webhook.revision"), <code key="revision">{revisionId}</code>]
        ]}
      />
      <section aria-labelledby="attempts-title" className={styles["part"]}>
        <h2 id="attempts-title">{t("webhook.attempts")}</h2>
        {attempts.length === 0 ? (
          <EmptyState title={t("webhook.no-attempts")} />
        ) : (
          <ol className={styles["timeline"]}>
            {attempts.map((attempt, index) => (
              <li key={attempt.number}>
                <AttemptCard
                  attempt={attempt}
                  waitedSince={attempts[index - 1] ?? null}
                  isLast={index === attempts.length - 1}
                />
              </li>
            ))}
          </ol>
        )}
      </section>
      <section aria-labelledby="request-title" className={styles["part"]}>
        <h2 id="request-title">{t("webhook.request")}</h2>
        <p className={styles["address"]}>
          <code>POST {webhook.data?.url}</code>
        </p>
        {requestBody === null ? (
          <p>{t("webhook.body-hidden")}</p>
        ) : (
          <Code text={readable(requestBody)} copied={requestBody} label={t("webhook.body")} />
        )}
      </section>
    </Screen>
  )
}

interface NextAttemptProps {
  readonly at: number
  readonly isPaused: boolean
}

/** One that is due waits for its turn, at a time that the server does not know yet. */
const NextAttempt = ({ at, isPaused }: NextAttemptProps) => {
  const t = useText()
  const now = useNow()
  if (isPaused) return t("webhook.next-when-resumed")
  return at <= now ? t("webhook.next-due") : <Time at={at} />
}

interface AttemptCardProps {
  readonly attempt: Attempt
  /** The attempt before; null: this is the first one. */
  readonly waitedSince: Attempt | null
  readonly isLast: boolean
}

const AttemptCard = ({ attempt, waitedSince, isLast }: AttemptCardProps) => {
  const t = useText()
  const { number, startedAt, durationMillis, status, error, answer, requestHeaders, responseHeaders } = attempt
  const wait = waitedSince === null ? null : startedAt - waitedSince.startedAt - waitedSince.durationMillis
  // The server keeps only the status of earlier attempts.
  const hasResponse = status !== null && (answer || requestHeaders !== null || responseHeaders !== null)
  return (
    <article className={error === null ? styles["good"] : styles["bad"]} aria-label={t("webhook.attempt", { number })}>
      {error === null ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
      <div className={styles["attempt"]}>
        <p className={styles["line"]}>
          <strong>{t("webhook.attempt", { number })}</strong>
          <span>{status === null ? t("webhook.no-response") : t("webhook.status-is", { status: String(status) })}</span>
          <span>{durationText(durationMillis, t.language)}</span>
          <span className={styles["when"]}>
            <Time at={startedAt} style="exact" />
            {wait !== null &&
              wait >= 1_000 &&
              ` · ${t("webhook.waited", { duration: durationText(wait, t.language) })}`}
          </span>
        </p>
        {error !== null && (
          <p className={styles["error"]}>
            <FailureText failed={attempt} />
          </p>
        )}
        {status === null && requestHeaders !== null && (
          <Headers title={t("webhook.request-headers")} headers={requestHeaders} />
        )}
        {hasResponse && (
          <details open={isLast}>
            <summary>{t("webhook.response")}</summary>
            {answer !== null && answer !== "" && (
              <Code text={answer} copied={answer} label={t("webhook.response-body")} />
            )}
            {responseHeaders !== null && <Headers title={t("webhook.response-headers")} headers={responseHeaders} />}
            {requestHeaders !== null && <Headers title={t("webhook.request-headers")} headers={requestHeaders} />}
          </details>
        )}
      </div>
    </article>
  )
}

interface HeadersProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}

const Headers = ({ title, headers }: HeadersProps) => (
  <details>
    <summary>{title}</summary>
    <dl className={styles["headers"]}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}:</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </details>
)

interface CodeProps {
  readonly text: string
  readonly copied: string
  readonly label: string
}

const Code = ({ text, copied, label }: CodeProps) => (
  <section className={styles["code"]} aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <pre tabIndex={0}>{text}</pre>
    <CopyButton text={copied} />
  </section>
)

/** JSON with line breaks; anything else as it is. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
