import { activityTypes } from "@dragoman/domain/activity"
import { deliveryStates } from "@dragoman/domain/webhook"
import { queryOptions, useQueries } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { Inbox, RotateCw, SearchX } from "lucide-react"
import { useLayoutEffect, useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { Response, WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { activityText } from "../../feature/activity/activity-text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { DayRangeFields, FilterForm } from "../../widget/ui/filter-form.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { durationText, Time } from "../../widget/ui/time.tsx"
import styles from "./delivery-log.module.css"
import { type DeliverySearch, isFilteredLog, toDeliveryFilter } from "./delivery-search.ts"
import { DeliveryStateMark, deliveryStateText } from "./delivery-state-mark.tsx"
import { webhooksKey } from "./webhook-queries.ts"

const RedeliverFailedDialog = lazyDialog(() => import("./redeliver-failed-dialog.tsx"), "RedeliverFailedDialog")

type LoggedDelivery = Response<"webhookDelivery", "list">["_embedded"]["deliveries"][number]

/** Deliveries of one request. */
const pageSize = 50

/** Poll interval of the visible pages while the tab is visible. */
const pollMillis = 5_000

/** Rows that are drawn beyond the visible ones. */
const overscanRows = 10

const rowHeight = 45

const pageQuery = (projectId: number, id: number, search: DeliverySearch, page: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), id, "deliveries", search, page],
    queryFn: ({ signal }) =>
      call(
        "webhookDelivery",
        "list",
        { params: { projectId, id }, query: { ...toDeliveryFilter(search), page, size: pageSize } },
        { signal }
      ),
    refetchInterval: pollMillis
  })

interface DeliveryLogProps {
  readonly projectId: number
  readonly webhook: WebhookConfigurationModel
  readonly search: DeliverySearch
  readonly onChange: (changes: DeliverySearch) => void
}

/** Lists the deliveries, the newest first, with filters. */
export const DeliveryLog = ({ projectId, webhook, search, onChange }: DeliveryLogProps) => {
  const t = useText()
  const [isRedelivering, setRedelivering] = useState(false)
  const clear = () => onChange({ state: undefined, type: undefined, from: undefined, to: undefined })
  return (
    <section className={styles["log"]} aria-labelledby="delivery-log-title">
      <header className={styles["header"]}>
        <h2 id="delivery-log-title">{t("webhook.log")}</h2>
        <Button
          icon={<RotateCw aria-hidden />}
          onPress={() => setRedelivering(true)}
          disabledReason={webhook.enabled ? null : t("webhook.redeliver-disabled")}
        >
          {t("webhook.redeliver-failed")}
        </Button>
      </header>
      <FilterForm label={t("activity.filters")} isFiltered={isFilteredLog(search)} onClear={clear}>
        <MultiSelect
          label={t("webhook.state")}
          none={t("webhook.any")}
          options={deliveryStates.map((state) => ({ value: state, label: t(deliveryStateText(state)) }))}
          values={search.state?.split(",") ?? []}
          onChange={(states) => onChange({ state: states.join(",") || undefined })}
        />
        <MultiSelect
          label={t("webhook.change")}
          none={t("webhook.any")}
          options={activityTypes
            .map((type) => ({ value: type, label: activityText(type, t) }))
            .toSorted((one, other) => one.label.localeCompare(other.label, t.language))}
          values={search.type?.split(",") ?? []}
          onChange={(types) => onChange({ type: types.join(",") || undefined })}
        />
        <DayRangeFields range={search} onChange={onChange} />
      </FilterForm>
      <DeliveryRows projectId={projectId} webhookId={webhook.id} search={search} onClearFilters={clear} />
      {isRedelivering && (
        <RedeliverFailedDialog projectId={projectId} webhookId={webhook.id} onClose={() => setRedelivering(false)} />
      )}
    </section>
  )
}

interface DeliveryRowsProps {
  readonly projectId: number
  readonly webhookId: number
  readonly search: DeliverySearch
  readonly onClearFilters: () => void
}

const DeliveryRows = ({ projectId, webhookId, search, onClearFilters }: DeliveryRowsProps) => {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const firstPage = Math.floor(range.first / pageSize)
  const lastPage = Math.floor(range.last / pageSize)
  const visible = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index)
  // The first page is always there: the list keeps its length while others are on their way.
  const pages = [...new Set([0, ...visible])]
  const results = useQueries({ queries: pages.map((page) => pageQuery(projectId, webhookId, search, page)) })
  const total = results[0]?.data?.page.totalElements ?? null
  const virtualizer = useWindowVirtualizer({
    count: total ?? 0,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollMargin: top
  })
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  if (range.first !== first || range.last !== last) setRange({ first, last })
  // The part above the list may grow: a callout, filters in two lines.
  useLayoutEffect(() => {
    const offset = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY
    if (Math.abs(offset - top) > 1) setTop(offset)
  })

  const deliveryAt = (index: number): LoggedDelivery | null =>
    results[pages.indexOf(Math.floor(index / pageSize))]?.data?._embedded.deliveries[index % pageSize] ?? null
  const failed = results.find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
  if (total === null) {
    return (
      <div aria-busy="true">
        <Skeleton height="200px" />
      </div>
    )
  }
  if (total === 0) {
    return isFilteredLog(search) ? (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("webhook.log-no-match")}
        action={<Button onPress={onClearFilters}>{t("translations.clear-filters")}</Button>}
      />
    ) : (
      <EmptyState icon={<Inbox aria-hidden />} title={t("webhook.log-empty")} hint={t("webhook.log-empty-hint")} />
    )
  }
  return (
    <div role="table" aria-label={t("webhook.log")} aria-rowcount={total + 1} className={styles["table"]}>
      <div role="row" className={`${styles["row"]} ${styles["head"]}`} aria-rowindex={1}>
        {(["state", "change", "created", "attempts", "status", "duration"] as const).map((column) => (
          <span key={column} role="columnheader" className={styles[column]}>
            {t(`webhook.${column}`)}
          </span>
        ))}
      </div>
      <div ref={list} role="rowgroup" className={styles["rows"]} style={{ blockSize: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start }) => (
          <div
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            className={`${styles["row"]} ${styles["placed"]}`}
            style={{ insetBlockStart: start - top }}
          >
            <DeliveryCells projectId={projectId} webhookId={webhookId} delivery={deliveryAt(index)} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface DeliveryCellsProps {
  readonly projectId: number
  readonly webhookId: number
  /** null: on its way. */
  readonly delivery: LoggedDelivery | null
}

const DeliveryCells = ({ projectId, webhookId, delivery }: DeliveryCellsProps) => {
  const t = useText()
  if (delivery === null) {
    return (
      <span role="cell" aria-busy="true">
        <Skeleton height="20px" width="140px" />
      </span>
    )
  }
  const { id, state, type, createdAt, attemptCount, lastStatus, lastDurationMillis } = delivery
  const cells = [
    ["state", <DeliveryStateMark key="state" state={state} attemptCount={attemptCount} />],
    [
      "change",
      <Link
        key="change"
        to="/projects/$projectId/webhooks/$webhookId/deliveries/$deliveryId"
        params={{ projectId, webhookId, deliveryId: id }}
      >
        {activityText(type, t)}
      </Link>
    ],
    ["created", <Time key="created" at={createdAt} />],
    ["attempts", new Intl.NumberFormat(t.language).format(attemptCount)],
    ["status", lastStatus === null ? (attemptCount === 0 ? "–" : t("webhook.no-response")) : String(lastStatus)],
    ["duration", lastDurationMillis === null ? "–" : durationText(lastDurationMillis, t.language)]
  ] as const
  return cells.map(([column, content]) => (
    <span key={column} role="cell" className={styles[column]} data-title={t(`webhook.${column}`)}>
      {content}
    </span>
  ))
}
