import type { HealthCheckName, HealthVerdict } from "@dragoman/domain/server-status"
import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { ServerHealthModel } from "../../base/api/contract.ts"
import { type TextKey, useText } from "../../base/texts/text.ts"
import { bytesText } from "../../widget/ui/bytes.ts"
import { Facts } from "../../widget/ui/facts.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"
import { serverHealthQuery } from "./server-queries.ts"

/** Shows the health of the server, polled while the screen is visible. */
export const HealthScreen = () => {
  const t = useText()
  const health = useQuery(serverHealthQuery)
  return (
    <ServerFrame title={t("server.health")}>
      {health.data !== undefined ? (
        <Health health={health.data} />
      ) : health.isError ? (
        <ErrorState error={health.error} onRetry={() => health.refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </ServerFrame>
  )
}

const checkNames = {
  database: "server.database",
  disk: "server.disk",
  writeAheadLog: "server.write-ahead-log",
  webhookDispatcher: "server.check-webhookDispatcher"
} as const satisfies Record<HealthCheckName, TextKey>

const icons = { OK: CircleCheck, WARNING: TriangleAlert, FAILED: CircleX, NONE: CircleMinus } as const

const Health = ({ health }: { readonly health: ServerHealthModel }) => {
  const t = useText()
  const number = new Intl.NumberFormat(t.language)
  const { checks, database, disk, webhooks } = health
  return (
    <>
      <ul className={styles["checks"]} aria-label={t("server.checks")}>
        {checks.map(({ name, verdict }) => (
          <li key={name} className={styles["check"]}>
            <Verdict verdict={verdict} />
            <span className={styles["names"]}>
              <span>
                <strong>{t(checkNames[name])}</strong>: {t(`server.verdict-${verdict}`)}
              </span>
              {(verdict === "WARNING" || verdict === "FAILED") && (
                <span className={styles["quiet"]}>{t(`server.check-hint-${name}`)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Part title={t("server.program")}>
        <Facts
          facts={[
            [t("server.version"), health.commit === null ? health.version : `${health.version} (${health.commit})`],
            [t("server.api-version"), health.apiVersion],
            ["Node.js", health.nodeVersion],
            [t("server.started"), <Time key="started" at={health.startedAt} />],
            [t("server.memory"), bytesText(health.memoryBytes, t.language)]
          ]}
        />
      </Part>
      <Part title={t("server.database")}>
        <Facts
          facts={[
            [t("server.engine"), `${engineNames[database.engine]} ${database.version}`],
            [t("server.schema-version"), number.format(database.schemaVersion)],
            [t("server.size"), bytesText(database.sizeBytes, t.language)],
            database.writeAheadLogBytes === null
              ? null
              : [t("server.write-ahead-log"), bytesText(database.writeAheadLogBytes, t.language)],
            disk === null
              ? null
              : [
                  t("server.disk"),
                  t("server.disk-free", {
                    free: bytesText(disk.freeBytes, t.language),
                    total: bytesText(disk.totalBytes, t.language)
                  })
                ]
          ]}
        />
      </Part>
      <Part title={t("webhook.title")}>
        <Facts
          facts={[
            [t("server.dispatcher"), t(`server.dispatcher-${webhooks.dispatcher}`)],
            [t("server.pending"), number.format(webhooks.pendingCount)],
            [t("server.due"), number.format(webhooks.dueCount)],
            webhooks.oldestPendingAt === null
              ? null
              : [t("server.oldest-pending"), <Time key="oldest" at={webhooks.oldestPendingAt} />],
            [t("server.held-endpoints"), number.format(webhooks.heldEndpointCount)]
          ]}
        />
      </Part>
      <Part title={t("server.threads")}>
        <Table
          label={t("server.threads")}
          rows={health.threads}
          rowId={({ name }) => name}
          columns={[
            { id: "name", title: t("server.thread"), cell: ({ name }) => <code>{name}</code> },
            {
              id: "count",
              title: t("server.thread-count"),
              isNumber: true,
              cell: ({ count }) => number.format(count)
            },
            {
              id: "heap",
              title: t("server.heap"),
              isNumber: true,
              cell: ({ heapBytes }) => bytesText(heapBytes, t.language)
            }
          ]}
        />
      </Part>
    </>
  )
}

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const

const Verdict = ({ verdict }: { readonly verdict: HealthVerdict }) => {
  const Icon = icons[verdict]
  return <Icon aria-hidden className={styles[`verdict-${verdict}`]} />
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles["part"]}>
    <h2>{title}</h2>
    {children}
  </section>
)
