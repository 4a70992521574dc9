import { Link, useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useRef, useState } from "react"
import { directionOf, useText } from "../../base/texts/text.ts"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./activity-chart.module.css"
import { type ActivityWeek, activityWeeks, monthStarts } from "./activity-weeks.ts"

interface ActivityChartProps {
  readonly projectId: number
  readonly countsByDay: Readonly<Record<string, number>>
}

const barWidth = 10
const barGap = 3
const chartHeight = 96
/** A week with a single change is still seen. */
const smallestBar = 3

/** Changes by week over twelve months: one tab stop, arrow keys between the bars, Enter for the changes of a week. */
export const ActivityChart = ({ projectId, countsByDay }: ActivityChartProps) => {
  const t = useText()
  const navigate = useNavigate()
  const weeks = activityWeeks(countsByDay, Date.now())
  const [current, setCurrent] = useState(weeks.length - 1)
  const chart = useRef<SVGSVGElement>(null)
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  const total = weeks.reduce((sum, { count }) => sum + count, 0)
  const shown = weeks[current]
  const dates = new Intl.DateTimeFormat(t.language, { dateStyle: "medium", timeZone: "UTC" })
  const monthNames = new Intl.DateTimeFormat(t.language, { month: "short", timeZone: "UTC" })
  const textOf = ({ start, end, count }: ActivityWeek) =>
    t("dashboard.week", { days: dates.formatRange(Date.parse(start), Date.parse(end)), count })

  const open = ({ start, end }: ActivityWeek) =>
    navigate({ to: "/projects/$projectId/activity", params: { projectId }, search: { from: start, to: end } })
  const move = (index: number) => {
    const next = Math.min(weeks.length - 1, Math.max(0, index))
    setCurrent(next)
    chart.current?.querySelectorAll<SVGGElement>("[data-week]")[next]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const later = directionOf(t.language) === "rtl" ? "ArrowLeft" : "ArrowRight"
    const earlier = later === "ArrowRight" ? "ArrowLeft" : "ArrowRight"
    const week = weeks[current]
    if (event.key === later) move(current + 1)
    else if (event.key === earlier) move(current - 1)
    else if (event.key === "Home") move(0)
    else if (event.key === "End") move(weeks.length - 1)
    else if (event.key === "Enter" && week !== undefined) open(week)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles["frame"]}>
      <p className={styles["summary"]}>
        {t("dashboard.year-total", { count: total })} <span className={styles["hint"]}>{t("dashboard.utc")}</span>
      </p>
      <svg
        ref={chart}
        role="group"
        aria-label={t("dashboard.chart")}
        className={styles["chart"]}
        viewBox={`0 0 ${weeks.length * (barWidth + barGap)} ${chartHeight}`}
        preserveAspectRatio="none"
        onKeyDown={onKeyDown}
      >
        {weeks.map((week, index) => {
          const height = week.count === 0 ? 1 : Math.max(smallestBar, (week.count / most) * (chartHeight - 2))
          const x = index * (barWidth + barGap)
          return (
            <g
              key={week.start}
              data-week={week.start}
              role="link"
              tabIndex={index === current ? 0 : -1}
              aria-label={textOf(week)}
              className={styles["week"]}
              onFocus={() => setCurrent(index)}
              onPointerEnter={() => setCurrent(index)}
              onClick={() => open(week)}
            >
              <rect x={x} y={0} width={barWidth + barGap} height={chartHeight} className={styles["ground"]} />
              <rect
                x={x + barGap / 2}
                y={chartHeight - height}
                width={barWidth}
                height={height}
                className={week.count === 0 ? styles["none"] : styles["bar"]}
              />
            </g>
          )
        })}
      </svg>
      <p className={styles["months"]} aria-hidden>
        {monthStarts(weeks).map(({ index, month }) => (
          <span key={month} style={{ insetInlineStart: `${(index / weeks.length) * 100}%` }}>
            {monthNames.format(Date.parse(month))}
          </span>
        ))}
      </p>
      <p className={styles["current"]} aria-hidden>
        {shown !== undefined && textOf(shown)}
      </p>
      <details className={styles["table"]}>
        <summary>{t("dashboard.as-table")}</summary>
        <Table
          label={t("dashboard.chart")}
          rows={weeks.filter(({ count }) => count > 0).toReversed()}
          rowId={({ start }) => start}
          columns={[
            {
              id: "week",
              title: t("dashboard.week-title"),
              cell: ({ start, end }) => (
                <Link to="/projects/$projectId/activity" params={{ projectId }} search={{ from: start, to: end }}>
                  {dates.formatRange(Date.parse(start), Date.parse(end))}
                </Link>
              )
            },
            {
              id: "count",
              title: t("activity.changes"),
              isNumber: true,
              cell: ({ count }) => new Intl.NumberFormat(t.language).format(count)
            }
          ]}
        />
      </details>
    </div>
  )
}
