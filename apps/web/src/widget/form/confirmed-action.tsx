import { type ReactNode, useState } from "react"
import { lazyDialog } from "../toast/lazy-dialog.tsx"
import { Button } from "../ui/button.tsx"
import { Section } from "../ui/section.tsx"

const ConfirmDialog = lazyDialog(() => import("./confirm-dialog.tsx"), "ConfirmDialog")

interface ConfirmedActionProps {
  /** Title of the part and of its button. */
  readonly title: string
  /** The consequences. */
  readonly hint: string
  /** Title of the dialog. */
  readonly question: string
  /** The text to type before; absent: nothing. */
  readonly typed?: string
  readonly isDangerous?: boolean
  /** Why it is not possible; null: it is. */
  readonly disabledReason?: string | null
  readonly onConfirm: () => Promise<void>
  /** In the dialog, below the hint. */
  readonly children?: ReactNode
}

/** A part of a screen for one thing that cannot be undone, with the button that asks before. */
export const ConfirmedAction = ({
  title,
  hint,
  question,
  typed,
  isDangerous = false,
  disabledReason = null,
  onConfirm,
  children
}: ConfirmedActionProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={title} hint={hint}>
      <Button
        kind={isDangerous ? "danger" : "secondary"}
        disabledReason={disabledReason}
        onPress={() => setAsking(true)}
      >
        {title}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={question}
          action={title}
          {...(typed === undefined ? {} : { typed })}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          <p>{hint}</p>
          {children}
        </ConfirmDialog>
      )}
    </Section>
  )
}
