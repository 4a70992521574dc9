import { CircleAlert, CircleCheck, X } from "lucide-react"
import { useEffect, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { ErrorDetails } from "../ui/error-details.tsx"
import { dismissToast, type Toast, toastMillis, useToasts } from "./toast.ts"
import styles from "./toast-region.module.css"

/** The toasts, reachable as a region of their own. */
export const ToastRegion = () => {
  const t = useText()
  const toasts = useToasts()
  if (toasts.length === 0) return null
  return (
    <section aria-label={t("toast.region")} className={styles["region"]} data-toasts>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const ToastCard = ({ toast }: { readonly toast: Toast }) => {
  const t = useText()
  const [isHeld, setHeld] = useState(false)
  const stays = isHeld || toast.kind === "running"
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(toast.id), toastMillis)
    return () => clearTimeout(timer)
  }, [stays, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only keep the toast open
    <div
      className={`${styles["toast"]} ${styles[toast.kind]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.kind === "failed" && <CircleAlert aria-hidden />}
      {toast.kind === "done" && <CircleCheck aria-hidden />}
      <div className={styles["content"]}>
        <p>{toast.text}</p>
        {toast.content}
        {toast.error !== undefined && <ErrorDetails error={toast.error} />}
      </div>
      {toast.action !== undefined && (
        <Button
          onPress={() => {
            toast.action?.run()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={t("action.close")} icon={<X aria-hidden />} onPress={() => dismissToast(toast.id)} />
    </div>
  )
}
