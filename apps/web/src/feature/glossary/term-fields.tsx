import { useText } from "../../base/texts/text.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import type { TermFlags } from "./glossary-queries.ts"
import styles from "./term.module.css"
import { termFlags } from "./term-flags.ts"

/** The binding of a text field to its form. */
interface BoundText {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | null
}

interface TermFieldsProps {
  readonly text: BoundText
  readonly description: BoundText
  readonly flags: TermFlags
  readonly onFlags: (flags: TermFlags) => void
}

/** The term itself: its base text, its description, its flags. */
export const TermFields = ({ text, description, flags, onFlags }: TermFieldsProps) => {
  const t = useText()
  return (
    <>
      <TextField label={t("glossary.term")} autoFocus autoComplete="off" isRequired {...text} />
      <TextField label={t("glossary.description")} lines={2} {...description} />
      <fieldset className={styles["flags"]}>
        <legend>{t("glossary.flags")}</legend>
        {termFlags.map(([flag, name, hint]) => (
          <div key={flag}>
            <Checkbox isSelected={flags[flag]} onChange={(isOn) => onFlags({ ...flags, [flag]: isOn })}>
              {t(name)}
            </Checkbox>
            <p className={styles["quiet"]}>{t(hint)}</p>
          </div>
        ))}
      </fieldset>
    </>
  )
}
