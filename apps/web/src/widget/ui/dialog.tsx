import { X } from "lucide-react"
import type { ReactNode } from "react"
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { IconButton } from "./button.tsx"
import styles from "./dialog.module.css"

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** false: only an answer closes it, as when the session has ended. */
  readonly isDismissable?: boolean
  /** Has the width of two columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A modal dialog over the page. Focus goes into it, and back where it was; Escape closes it. */
export const Dialog = ({ title, isOpen, onClose, isDismissable = true, isWide = false, children }: DialogProps) => {
  const t = useText()
  return (
    <ModalOverlay
      className={styles["backdrop"] ?? ""}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={`${styles["modal"]} ${isWide ? styles["wide"] : ""}`}>
        <AriaDialog className={styles["dialog"] ?? ""}>
          <header className={styles["header"]}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {isDismissable && <IconButton label={t("action.close")} icon={<X aria-hidden />} onPress={onClose} />}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at the end of a dialog or a form: the main one last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["actions"]}>{children}</div>
)
