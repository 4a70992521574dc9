import type { Scope } from "@dragoman/domain/permission"
import { useText } from "../../base/texts/text.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { choiceOf, scopeGroups, toggleScope } from "./scope-selection.ts"
import styles from "./scope-tree.module.css"

interface ScopeTreeProps {
  readonly label: string
  /** Not expanded. */
  readonly chosen: ReadonlyArray<Scope>
  /** Scopes that can be given, expanded; null: all. */
  readonly available?: ReadonlyArray<Scope> | null
  readonly onChange: (chosen: ReadonlyArray<Scope>) => void
}

/** All scopes. Those that come with a chosen one are ticked and locked, and say why. */
export const ScopeTree = ({ label, chosen, available = null, onChange }: ScopeTreeProps) => {
  const t = useText()
  return (
    <fieldset className={styles["tree"]}>
      <legend className="visually-hidden">{label}</legend>
      {scopeGroups.map(([group, scopes]) => (
        <div key={group} className={styles["group"]}>
          {scopes.map((scope) => {
            const choice = choiceOf(chosen, scope)
            const isMissing = available !== null && !available.includes(scope)
            return (
              <Checkbox
                key={scope}
                isSelected={choice.kind !== "none"}
                isDisabled={choice.kind === "implied" || (isMissing && choice.kind === "none")}
                onChange={() => onChange(toggleScope(chosen, scope))}
              >
                <span>{t(`scope.${scope}`)}</span>
                <span className={styles["name"]}>
                  <bdi>{scope}</bdi>
                  {choice.kind === "implied" && ` · ${t("permission.implied", { scope: t(`scope.${choice.by}`) })}`}
                  {isMissing && choice.kind === "none" && ` · ${t("permission.not-yours")}`}
                </span>
              </Checkbox>
            )
          })}
        </div>
      ))}
    </fieldset>
  )
}
