import { ApiError } from "../../base/api/api-error.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import type { Text } from "../../base/texts/text.ts"
import { useText } from "../../base/texts/text.ts"
import { CopyButton } from "./copy-button.tsx"
import styles from "./error-details.module.css"

/** Returns the sentence of an error. */
export const errorSentence = (error: unknown, t: Text): string => {
  if (!(error instanceof ApiError)) return t("error.unexpected")
  if (error.isOffline) return t("error.offline")
  if (error.code === "rate_limited") return waitSentence(Math.ceil(error.retryAfterMillis / 1000), t)
  if (error.code === "validation") return t("error.validation")
  return sentenceOfCode(error.code, error.params) ?? t("error.unexpected")
}

/** The longest wait in seconds; a longer one is said in minutes. */
const secondsMax = 120

const waitSentence = (seconds: number, t: Text): string =>
  seconds > secondsMax
    ? t("error.rate-limited-minutes", { minutes: Math.ceil(seconds / 60) })
    : t("error.rate-limited", { seconds })

/** Code, parameters, request id and time of an error, folded away, to copy into a report. */
export const ErrorDetails = ({ error }: { readonly error: unknown }) => {
  const t = useText()
  const lines = detailsOf(error)
  return (
    <details className={styles["details"]}>
      <summary>{t("error.details")}</summary>
      <dl className={styles["list"]}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton text={lines.map(([name, value]) => `${name}: ${value}`).join("\n")} />
    </details>
  )
}

/** Names stay English: they are for a report, and for the log of the server. */
const detailsOf = (error: unknown): ReadonlyArray<readonly [string, string]> =>
  error instanceof ApiError
    ? [
        ["code", error.code],
        ["status", String(error.status)],
        ...(error.params.length === 0 ? [] : [["params", JSON.stringify(error.params)] as const]),
        ["X-Request-Id", error.requestId ?? "–"],
        ["time", new Date(error.at).toISOString()]
      ]
    : [["error", String(error)]]
