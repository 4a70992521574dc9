import type { AuditEntryModel } from "../../base/api/contract.ts"
import { type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { exactTime } from "../../widget/ui/time.tsx"
import styles from "./audit-log.module.css"

/** The changed fields, each with its value before and after. */
export const AuditChanges = ({ before, after }: Pick<AuditEntryModel, "before" | "after">) => {
  const t = useText()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !isNothing(before?.[name]) || !isNothing(after?.[name])
  )
  if (names.length === 0) return null
  return (
    <dl className={styles["changes"]}>
      {names.map((name) => {
        const [old, now] = [printed(name, before?.[name], t), printed(name, after?.[name], t)]
        return (
          <div key={name}>
            <dt>{fieldName(name, t)}</dt>
            <dd>
              {old !== "" && (
                <del>
                  <bdi>{old}</bdi>
                </del>
              )}
              {old !== "" && now !== "" && (
                <span className={styles["arrow"]}>
                  <span aria-hidden>→</span>
                  <span className="visually-hidden">{t("activity.arrow")}</span>
                </span>
              )}
              {now !== "" && (
                <ins>
                  <bdi>{now}</bdi>
                </ins>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const isNothing = (value: unknown): boolean => value === null || value === undefined

const printed = (name: string, value: unknown, t: Text): string => {
  if (isNothing(value)) return ""
  if (typeof value === "number" && /(At|After|Before)$/.test(name)) return exactTime(value, t.language)
  if (typeof value === "boolean") return t(value ? "activity.yes" : "activity.no")
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map((item) => printed("", item, t)).join(", ")
  if (typeof value === "object") return JSON.stringify(value)
  return value === "" ? "–" : String(value)
}

const fieldNames: Readonly<Record<string, TextKey>> = {
  description: "activity.property-description",
  enabled: "activity.property-enabled",
  eventFilter: "webhook.filter",
  expiresAt: "account.expires",
  name: "activity.property-name",
  paused: "webhook.state-paused",
  role: "server.role",
  scopes: "audit.field-scopes",
  type: "audit.field-type",
  unrecorded: "audit.field-unrecorded",
  url: "activity.property-url",
  username: "audit.user"
}

/** A field without a word of its own keeps its name in the API. */
const fieldName = (name: string, t: Text): string => {
  const key = fieldNames[name]
  return key === undefined ? name : t(key)
}
