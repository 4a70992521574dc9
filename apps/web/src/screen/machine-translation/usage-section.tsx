import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { amountText } from "../../feature/machine-translation/amount.ts"
import { serviceName } from "../../feature/machine-translation/service-name.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./machine-translation.module.css"
import { type SpendingOwner, type Usage, usageQuery } from "./spending-queries.ts"
import { type ServiceUsage, usageByDay, usageByService } from "./usage-sums.ts"

/** Requests, sizes and costs of this month, by service and by day. */
export const UsageSection = ({ owner }: { readonly owner: SpendingOwner }) => {
  const t = useText()
  const usage = useQuery(usageQuery(owner))
  return (
    <Section title={t("machine-translation.usage")} hint={t("machine-translation.usage-hint")}>
      <QueryState query={usage} skeleton="160px" empty={<p>{t("machine-translation.no-usage")}</p>}>
        {(usages) => (
          <>
            <ServiceTable usages={usages} />
            <DayChart usages={usages} />
          </>
        )}
      </QueryState>
    </Section>
  )
}

interface UsagesProps {
  readonly usages: ReadonlyArray<Usage>
}

const ServiceTable = ({ usages }: UsagesProps) => {
  const t = useText()
  const numbers = new Intl.NumberFormat(t.language)
  const count = (id: "requests" | "characters" | "inputTokens" | "outputTokens") => ({
    id,
    title: t(`machine-translation.${id}`),
    isNumber: true,
    cell: (usage: ServiceUsage) => numbers.format(usage[id])
  })
  return (
    <Table<ServiceUsage>
      label={t("machine-translation.usage")}
      rows={usageByService(usages)}
      rowId={({ service, provider }) => `${service} ${provider ?? ""}`}
      columns={[
        {
          id: "service",
          title: t("machine-translation.service"),
          cell: ({ service, provider }) => (
            <>
              {serviceName(service, t)}
              {provider !== null && (
                <>
                  {": "}
                  <bdi>{provider}</bdi>
                </>
              )}
            </>
          )
        },
        count("requests"),
        count("characters"),
        count("inputTokens"),
        count("outputTokens"),
        {
          id: "cost",
          title: t("machine-translation.cost"),
          isNumber: true,
          cell: ({ cost }) => amountText(cost, t.language)
        }
      ]}
    />
  )
}

const barWidth = 10
const barGap = 3
const chartHeight = 72
/** A day with a single request is still seen. */
const smallestBar = 3

/** A bar per day: its cost, or its requests where nothing has a price. The table below says the same in numbers. */
const DayChart = ({ usages }: UsagesProps) => {
  const t = useText()
  const days = usageByDay(usages, new Date().toISOString().slice(0, 10))
  const measure = days.some(({ cost }) => cost > 0) ? "cost" : "requests"
  const most = Math.max(...days.map((day) => day[measure]))
  const numbers = new Intl.NumberFormat(t.language)
  const dates = new Intl.DateTimeFormat(t.language, { dateStyle: "medium", timeZone: "UTC" })
  return (
    <>
      <p className={styles["hint"]}>{t(`machine-translation.${measure}-per-day`)}</p>
      <svg
        aria-hidden
        className={styles["chart"]}
        viewBox={`0 0 ${days.length * (barWidth + barGap)} ${chartHeight}`}
        preserveAspectRatio="none"
      >
        {days.map((day, index) => {
          const height = day[measure] === 0 ? 1 : Math.max(smallestBar, (day[measure] / most) * chartHeight)
          return (
            <rect
              key={day.day}
              x={index * (barWidth + barGap)}
              y={chartHeight - height}
              width={barWidth}
              height={height}
              className={day[measure] === 0 ? styles["none"] : styles["bar"]}
            />
          )
        })}
      </svg>
      <details className={styles["days"]}>
        <summary>{t("dashboard.as-table")}</summary>
        <Table
          label={t(`machine-translation.${measure}-per-day`)}
          rows={days.filter(({ requests }) => requests > 0).toReversed()}
          rowId={({ day }) => day}
          columns={[
            { id: "day", title: t("machine-translation.day"), cell: ({ day }) => dates.format(Date.parse(day)) },
            {
              id: "requests",
              title: t("machine-translation.requests"),
              isNumber: true,
              cell: ({ requests }) => numbers.format(requests)
            },
            {
              id: "cost",
              title: t("machine-translation.cost"),
              isNumber: true,
              cell: ({ cost }) => amountText(cost, t.language)
            }
          ]}
        />
      </details>
    </>
  )
}
