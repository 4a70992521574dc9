import { useQueryClient } from "@tanstack/react-query"
import { WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { ApiError } from "../api/api-error.ts"
import { useText } from "../texts/text.ts"
import styles from "./offline-bar.module.css"

/** How often a server that is gone is asked again. */
const retryMillis = 2_000

/** Says that the server does not answer, and reads everything again when it does. */
export const OfflineBar = () => {
  const t = useText()
  const client = useQueryClient()
  const [isOffline, setOffline] = useState(false)

  useEffect(() => {
    const seen = (error: unknown) => {
      if (error instanceof ApiError && error.isOffline) setOffline(true)
    }
    const stopQueries = client
      .getQueryCache()
      .subscribe(({ query }) => seen(query.state.error ?? query.state.fetchFailureReason))
    const stopMutations = client.getMutationCache().subscribe(({ mutation }) => seen(mutation?.state.error))
    const onOffline = () => setOffline(true)
    window.addEventListener("offline", onOffline)
    return () => {
      stopQueries()
      stopMutations()
      window.removeEventListener("offline", onOffline)
    }
  }, [client])

  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(async () => {
      const isReady = await fetch("/health/ready", { cache: "no-store" }).then(
        (response) => response.ok,
        () => false
      )
      if (!isReady) return
      setOffline(false)
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
