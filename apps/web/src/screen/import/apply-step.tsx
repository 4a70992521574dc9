import { useQuery, useQueryClient } from "@tanstack/react-query"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { ImportLanguageModel } from "../../base/api/contract.ts"
import { type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { ErrorDetails, errorSentence } from "../../widget/ui/error-details.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import type { Applying, ApplyStatus } from "./apply-import.ts"
import styles from "./apply-step.module.css"
import type { ImportObstacle } from "./import-obstacle.ts"
import { conflictsKey, importSettingsQuery, refreshImport } from "./import-queries.ts"

interface ApplyStepProps {
  readonly projectId: number
  readonly rows: ReadonlyArray<ImportLanguageModel>
  readonly obstacles: ReadonlyArray<ImportObstacle>
  readonly state: Applying
  readonly onApply: () => void
}

const settings = [
  ["createNewKeys", "import.create-new-keys"],
  ["overrideKeyDescriptions", "import.override-descriptions"],
  ["importEmptyValues", "import.empty-values"]
] as const satisfies ReadonlyArray<readonly [string, TextKey]>

const statusTexts: Readonly<Record<ApplyStatus, TextKey>> = {
  PREPARING_AND_VALIDATING: "import.status-preparing",
  STORING_KEYS: "import.status-storing",
  STORING_TRANSLATIONS: "import.status-storing",
  FINALIZING: "import.status-finalizing"
}

/** The settings, what will happen, and what is in the way. */
export const ApplyStep = ({ projectId, rows, obstacles, state, onApply }: ApplyStepProps) => {
  const t = useText()
  const texts = rows.reduce((sum, { totalCount }) => sum + totalCount, 0)
  const languages = new Set(rows.map(({ existingLanguageId, id }) => existingLanguageId ?? `new ${id}`)).size
  const blocked = obstacles.map(({ reason, count }) => t(reason, { count })).join(" ")
  return (
    <>
      <Settings projectId={projectId} />
      <p>{t("import.summary", { texts, languages })}</p>
      {obstacles.length > 0 && (
        <Callout kind="warning">
          <ul className={styles["obstacles"]}>
            {obstacles.map(({ reason, count, section }) => (
              <li key={reason}>
                <a
                  href={`#${section}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(section)?.focus()
                  }}
                >
                  {t(reason, { count })}
                </a>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {state.kind === "failed" && (
        <Callout kind="failed" isNews>
          <p>{failureText(state.error, t)}</p>
          <ErrorDetails error={state.error} />
        </Callout>
      )}
      {state.kind === "running" ? (
        <Progress label={t(statusTexts[state.status])} part={state.part} />
      ) : (
        <div>
          <Button kind="primary" disabledReason={obstacles.length === 0 ? null : blocked} onPress={onApply}>
            {t("import.apply")}
          </Button>
        </div>
      )}
    </>
  )
}

/** Without a connection the result of the import is not known. */
const failureText = (error: unknown, t: Text): string => {
  const reason = errorSentence(error, t)
  return error instanceof ApiError && error.isOffline ? reason : t("import.not-applied", { reason })
}

const Settings = ({ projectId }: { readonly projectId: number }) => {
  const t = useText()
  const client = useQueryClient()
  const query = importSettingsQuery(projectId)
  const { data } = useQuery(query)
  if (data === undefined) return <Skeleton height="84px" />
  const set = async (changes: Partial<typeof data>) => {
    const payload = { ...data, ...changes }
    client.setQueryData(query.queryKey, payload)
    try {
      await call("import", "setSettings", { params: { projectId }, payload })
      await client.resetQueries({ queryKey: conflictsKey(projectId) })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await refreshImport(client, projectId)
  }
  return (
    <fieldset className={styles["settings"]}>
      <legend className="visually-hidden">{t("import.settings")}</legend>
      {settings.map(([name, title]) => (
        <Checkbox key={name} isSelected={data[name]} onChange={(value) => set({ [name]: value })}>
          {t(title)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
