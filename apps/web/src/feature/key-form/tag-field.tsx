import { X } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./tag-field.module.css"

interface TagFieldProps {
  readonly tags: ReadonlyArray<string>
  readonly error: string | null | undefined
  readonly onChange: (tags: ReadonlyArray<string>) => void
}

/** The tags of a key: each can be removed; Enter, a comma, or leaving the field adds what was typed. */
export const TagField = ({ tags, error, onChange }: TagFieldProps) => {
  const t = useText()
  const [typed, setTyped] = useState("")
  const add = (text: string) => {
    const names = text.split(",").map((name) => name.trim())
    onChange([...new Set([...tags, ...names.filter((name) => name !== "")])])
    setTyped("")
  }
  return (
    <div className={styles["field"]}>
      <TextField
        label={t("key.tags")}
        hint={t("key.tags-hint")}
        error={error}
        autoComplete="off"
        value={typed}
        onChange={(text) => (text.endsWith(",") ? add(text) : setTyped(text))}
        onBlur={() => {
          if (typed.trim() !== "") add(typed)
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || typed.trim() === "") return
          // With Ctrl it is the form's key too.
          if (!event.ctrlKey && !event.metaKey) event.preventDefault()
          add(typed)
        }}
      />
      {tags.length > 0 && (
        <ul className={styles["tags"]} aria-label={t("key.tags")}>
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
              <Button
                kind="quiet"
                aria-label={t("key.remove-tag", { tag })}
                icon={<X aria-hidden />}
                onPress={() => onChange(tags.filter((other) => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
