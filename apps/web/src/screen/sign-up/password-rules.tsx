import {
  brokenPasswordRules,
  type PasswordRule,
  passwordMaxUtf16Units,
  passwordMinUtf16Units
} from "@dragoman/domain/user"
import { Check, Circle } from "lucide-react"
import { type Text, useText } from "../../base/texts/text.ts"
import styles from "./password-rules.module.css"

const rules = ["length", "notUserName"] as const satisfies ReadonlyArray<PasswordRule>

const ruleText = (rule: PasswordRule, t: Text): string =>
  t(`sign-up.rule-${rule}`, { min: passwordMinUtf16Units, max: passwordMaxUtf16Units })

/** The rules that a new password breaks, each with its sentence. */
export const useBrokenRules = (password: string, username: string) => {
  const t = useText()
  return brokenPasswordRules(password, username).map((rule) => ({ rule, text: ruleText(rule, t) }))
}

/** All rules of a new password; those that it keeps are ticked. */
export const PasswordRules = ({ password, username }: { readonly password: string; readonly username: string }) => {
  const t = useText()
  const broken = brokenPasswordRules(password, username)
  return rules.map((rule) => {
    const isKept = password !== "" && !broken.includes(rule)
    return (
      <span key={rule} className={`${styles["rule"]} ${isKept ? styles["kept"] : ""}`} data-kept={isKept}>
        {isKept ? <Check aria-hidden /> : <Circle aria-hidden />}
        {ruleText(rule, t)}
        {isKept && <span className="visually-hidden">{t("sign-up.rule-kept")}</span>}
      </span>
    )
  })
}
