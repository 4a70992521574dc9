import { useMutation } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ProjectModel, Response } from "../../base/api/contract.ts"
import { languageName, type Text, useText } from "../../base/texts/text.ts"
import { amountText } from "../../feature/machine-translation/amount.ts"
import { serviceName } from "../../feature/machine-translation/service-name.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./machine-translation.module.css"

type Report = Response<"autoTranslation", "dryRun">

interface DryRunProps {
  readonly project: ProjectModel
  /** null: all languages that the user may translate. */
  readonly languageId: number | null
  /** Scope of the requests that change the settings: the report waits for them. */
  readonly scope: string
}

/** Reports how automatic translation would fill the empty texts of the project. */
export const DryRun = ({ project, languageId, scope }: DryRunProps) => {
  const t = useText()
  const run = useMutation({
    scope: { id: scope },
    mutationFn: () =>
      call("autoTranslation", "dryRun", {
        params: { projectId: project.id },
        payload: languageId === null ? {} : { languageIds: [languageId] }
      })
  })
  return (
    <>
      <p className={styles["hint"]}>{t("dry-run.hint")}</p>
      <div>
        <Button
          isPending={run.isPending}
          disabledReason={missingScope(project, "translations.batch-machine", t)}
          onPress={() => run.mutate()}
        >
          {t("dry-run.run")}
        </Button>
      </div>
      {run.isError && (
        <Callout kind="failed" isNews>
          {errorSentence(run.error, t)}
        </Callout>
      )}
      {run.isSuccess && <ReportOfRun report={run.data} />}
    </>
  )
}

/** Texts that the second table shows. */
const shownTextsMax = 100

const ReportOfRun = ({ report }: { readonly report: Report }) => {
  const t = useText()
  const numbers = new Intl.NumberFormat(t.language)
  const { keys, hasMoreKeys, cost, exceedsBudget, languages, texts } = report
  return (
    <>
      <Callout kind={exceedsBudget ? "warning" : "info"} isNews>
        <p>
          {keys === 0
            ? t("dry-run.nothing")
            : t(hasMoreKeys ? "dry-run.summary-of-first" : "dry-run.summary", {
                keys,
                cost: amountText(cost, t.language)
              })}
        </p>
        {exceedsBudget && <p>{t("dry-run.exceeds-budget")}</p>}
      </Callout>
      {keys > 0 && (
        <>
          <Table<Report["languages"][number]>
            label={t("dry-run.by-language")}
            rows={languages}
            rowId={({ languageId }) => languageId}
            columns={[
              {
                id: "language",
                title: t("dry-run.language"),
                cell: (row) => languageName(row.languageTag, t.language)
              },
              {
                id: "memory",
                title: t("dry-run.from-memory"),
                isNumber: true,
                cell: (row) => numbers.format(row.fromMemory)
              },
              { id: "machine", title: t("dry-run.by-machine"), isNumber: true, cell: (row) => machineText(row, t) },
              {
                id: "none",
                title: t("dry-run.untouched"),
                isNumber: true,
                cell: (row) => numbers.format(row.untouched)
              },
              {
                id: "cost",
                title: t("machine-translation.cost"),
                isNumber: true,
                cell: (row) => amountText(row.cost, t.language)
              }
            ]}
          />
          <details className={styles["days"]}>
            <summary>{t("dry-run.texts", { count: Math.min(texts.length, shownTextsMax) })}</summary>
            <Table<Report["texts"][number]>
              label={t("dry-run.by-text")}
              rows={texts.slice(0, shownTextsMax)}
              rowId={(row) => `${row.keyId} ${row.languageId}`}
              columns={[
                { id: "key", title: t("dry-run.key"), cell: ({ keyName }) => <bdi>{keyName}</bdi> },
                {
                  id: "language",
                  title: t("dry-run.language"),
                  cell: (row) => languageName(row.languageTag, t.language)
                },
                { id: "plan", title: t("dry-run.plan"), cell: (row) => planText(row, t) }
              ]}
            />
          </details>
        </>
      )}
    </>
  )
}

const machineText = ({ byMachine, service }: Report["languages"][number], t: Text): string =>
  byMachine === 0 || service === null
    ? new Intl.NumberFormat(t.language).format(byMachine)
    : t("dry-run.by-service", { count: byMachine, service: serviceName(service, t) })

const planText = ({ source, similarity, reason }: Report["texts"][number], t: Text): string => {
  if (reason !== null) return t(`dry-run.reason-${reason}`)
  return source === "MEMORY"
    ? t("dry-run.memory-match", { share: (similarity ?? 0) / wholeMatch })
    : t("dry-run.by-machine")
}

/** Percent of an exact match. */
const wholeMatch = 100
