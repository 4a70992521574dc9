import { useQueryClient } from "@tanstack/react-query"
import { WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { isServerReady, noteReachable, onUnreachable } from "../base/api/reachability.ts"
import { useText } from "../base/texts/text.ts"
import styles from "./offline-bar.module.css"

/** Poll interval while the server is unreachable. */
const retryMillis = 2_000

/** Says that the server does not answer, and reads everything again when it does. */
export const OfflineBar = () => {
  const t = useText()
  const client = useQueryClient()
  const [isOffline, setOffline] = useState(false)

  useEffect(() => {
    const onOffline = () => setOffline(true)
    const stopListening = onUnreachable(onOffline)
    window.addEventListener("offline", onOffline)
    return () => {
      stopListening()
      window.removeEventListener("offline", onOffline)
    }
  }, [])

  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(async () => {
      if (!(await isServerReady())) return
      setOffline(false)
      noteReachable()
      await client.invalidateQueries()
    }, retryMillis)
    return () => clearInterval(timer)
  }, [isOffline, client])

  if (!isOffline) return null
  return (
    <div role="status" className={styles["bar"]}>
      <WifiOff aria-hidden />
      {t("offline.bar")}
    </div>
  )
}
