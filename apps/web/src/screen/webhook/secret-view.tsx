import { Eye, EyeOff } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import styles from "./secret-view.module.css"

const PasswordDialog = lazyDialog(() => import("../../feature/session/session-dialogs.tsx"), "PasswordDialog")

/** A new secret: readable, to copy now. */
export const NewSecret = ({ secret }: { readonly secret: string }) => {
  const t = useText()
  return (
    <div className={styles["secret"]}>
      <code className={styles["value"]}>{secret}</code>
      <CopyButton text={secret} label={t("webhook.copy-secret")} />
    </div>
  )
}

/** The secret of a webhook, shown after the password: it cannot be read from a screen that was left open. */
export const MaskedSecret = ({ secret }: { readonly secret: string }) => {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={styles["secret"]}>
      {isShown ? (
        <code className={styles["value"]}>{secret}</code>
      ) : (
        <span className={styles["value"]}>
          <span className="visually-hidden">{t("webhook.secret-hidden")}</span>
          <span aria-hidden>{mask}</span>
        </span>
      )}
      {isShown ? (
        <>
          <CopyButton text={secret} label={t("webhook.copy-secret")} />
          <Button kind="quiet" icon={<EyeOff aria-hidden />} onPress={() => setShown(false)}>
            {t("action.hide")}
          </Button>
        </>
      ) : (
        <Button icon={<Eye aria-hidden />} onPress={() => setAsking(true)} aria-label={t("webhook.show-secret")}>
          {t("action.show")}
        </Button>
      )}
      {isAsking && (
        <PasswordDialog
          onDone={() => {
            setShown(true)
            setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** Says nothing about the length. */
const mask = "whsec_••••••••••••"
