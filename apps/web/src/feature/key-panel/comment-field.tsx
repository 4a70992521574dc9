import { useRef, useState } from "react"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import styles from "./comment-field.module.css"
import { MentionPicker, type MentionPlace } from "./mention-picker.tsx"
import { mentionTyped, withMention } from "./typed-mention.ts"

interface CommentFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | null | undefined
  readonly rows?: number
  readonly place: MentionPlace
}

/** The text of a comment. An `@` at the beginning of a word, or the button, asks whom it mentions. */
export const CommentField = ({ place, value, onChange, ...field }: CommentFieldProps) => {
  const frame = useRef<HTMLDivElement>(null)
  /** Index of the `@` that the choice replaces; null: the mention goes to the end. */
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const change = (next: string) => {
    const index = mentionTyped(value, next)
    if (index !== null) {
      setTypedAt(index)
      setOpen(true)
    }
    onChange(next)
  }
  const openChange = (next: boolean) => {
    setOpen(next)
    if (!next) setTypedAt(null)
  }
  return (
    <div ref={frame} className={styles["frame"]}>
      <TextAreaField {...field} value={value} onChange={change} />
      <div>
        <MentionPicker
          {...place}
          isOpen={isOpen}
          onOpenChange={openChange}
          onMention={(mention) => {
            onChange(withMention(value, mention, typedAt))
            openChange(false)
            // After the popover has given the focus back to its button.
            setTimeout(() => frame.current?.querySelector("textarea")?.focus())
          }}
        />
      </div>
    </div>
  )
}
