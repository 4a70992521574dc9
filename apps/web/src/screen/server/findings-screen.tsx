import type { Finding, Severity } from "@dragoman/domain/doctor"
import { useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, Info, RefreshCw, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { ServerFindingsModel } from "../../base/api/contract.ts"
import type { FindingTexts } from "../../base/texts/load-texts.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { withoutIsolates } from "../../widget/ui/measured.ts"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { findingSentences } from "./finding-sentence.ts"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"
import { findingTextsQuery, serverFindingsQuery } from "./server-queries.ts"

/** Lists the findings of `dragoman doctor` for this server. */
export const FindingsScreen = () => {
  const t = useText()
  const { data: report, isError, error, isFetching, refetch } = useQuery(serverFindingsQuery)
  const { data: texts } = useQuery(findingTextsQuery(t.language))
  const checkAgain = async () => {
    const { data } = await refetch()
    if (data !== undefined) announce(t("server.findings-count", { count: data.findings.length }))
  }
  return (
    <ServerFrame
      title={t("server.findings")}
      actions={
        <Button icon={<RefreshCw aria-hidden />} isPending={isFetching} onPress={() => void checkAgain()}>
          {t("server.findings-again")}
        </Button>
      }
    >
      <p className={styles["quiet"]}>{t("server.findings-hint")}</p>
      {isError ? (
        <ErrorState error={error} onRetry={() => void checkAgain()} />
      ) : report === undefined || texts === undefined ? (
        <>
          <p role="status">{t("server.findings-running")}</p>
          <Skeleton height="320px" />
        </>
      ) : (
        <Report report={report} texts={texts} />
      )}
    </ServerFrame>
  )
}

/** The worst first. */
const severities = ["error", "warning", "info"] as const satisfies ReadonlyArray<Severity>

interface ReportProps {
  readonly report: ServerFindingsModel
  readonly texts: FindingTexts
}

const Report = ({ report: { checkedAt, checks, findings }, texts }: ReportProps) => {
  const t = useText()
  const namesOf = (isDone: boolean) =>
    checks.filter((check) => check.isDone === isDone).map(({ name }) => t(`server.finding-${name}`))
  const missing = namesOf(false)
  const list = new Intl.ListFormat(t.language, { type: "unit" })
  return (
    <>
      <Facts
        facts={[
          [t("server.findings-checked"), <Time key="time" at={checkedAt} />],
          [t("server.findings-done"), list.format(namesOf(true))],
          missing.length === 0 ? null : [t("server.findings-not-done"), list.format(missing)]
        ]}
      />
      {findings.length === 0 && <EmptyState icon={<CircleCheck aria-hidden />} title={t("server.findings-none")} />}
      {severities.map((severity) => (
        <Section
          key={severity}
          severity={severity}
          findings={findings.filter((one) => one.severity === severity)}
          texts={texts}
        />
      ))}
    </>
  )
}

/** Shows a finding, its place and the remedy; in the server's English where the console has no sentence. */
const Sentences = ({ finding, texts }: { readonly finding: Finding; readonly texts: FindingTexts }) => {
  const t = useText()
  const own = findingSentences(texts, t.language, finding)
  const english = own === null ? ({ lang: "en", dir: "ltr" } as const) : {}
  const { what, whatToDo } = own ?? finding
  const place = own?.where ?? null
  const check = t(`server.finding-${finding.check}`)
  return (
    <>
      <strong {...english}>{withCode(what)}</strong>
      {place === null ? (
        <code dir="ltr">{finding.where}</code>
      ) : (
        // The name of the check stands above.
        place.toLocaleLowerCase(t.language) !== check.toLocaleLowerCase(t.language) && (
          <span className={styles["quiet"]}>{place}</span>
        )
      )}
      <span {...english}>{withCode(whatToDo)}</span>
    </>
  )
}

/** Commands stand between backquotes, as in a terminal. */
const withCode = (text: string): ReactNode =>
  text.split("`").map((part, index) => {
    if (index % 2 === 0) return part
    const command = withoutIsolates(part)
    return (
      <code key={command} dir="ltr">
        {command}
      </code>
    )
  })

const icons = { error: CircleAlert, warning: TriangleAlert, info: Info } as const

interface SectionProps {
  readonly severity: Severity
  readonly findings: ReadonlyArray<Finding>
  readonly texts: FindingTexts
}

const Section = ({ severity, findings, texts }: SectionProps) => {
  const t = useText()
  if (findings.length === 0) return null
  const title = t(`server.severity-${severity}`, { count: findings.length })
  const Icon = icons[severity]
  return (
    <section className={styles["part"]}>
      <h2>{title}</h2>
      <ul className={styles["findings"]} aria-label={title}>
        {findings.map((finding) => (
          <li key={`${finding.id} ${finding.where} ${finding.what}`} className={styles["finding"]}>
            <Icon aria-hidden className={styles[`severity-${severity}`]} />
            <div className={styles["names"]}>
              <span className={styles["quiet"]}>{t(`server.finding-${finding.check}`)}</span>
              <Sentences finding={finding} texts={texts} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
