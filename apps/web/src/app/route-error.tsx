import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router"
import { Compass } from "lucide-react"
import { useEffect } from "react"
import { ApiError } from "../base/api/api-error.ts"
import { hasMissingChunk, reloadWhenReady } from "../base/api/upgrade.ts"
import { useText } from "../base/texts/text.ts"
import { ErrorDetails } from "../widget/ui/error-details.tsx"
import { ScreenTitle } from "../widget/ui/screen-title.tsx"
import { EmptyState, ErrorState } from "../widget/ui/states.tsx"

/** A screen that could not be shown: a project that I may not see, or a bug. */
export const RouteError = ({ error }: ErrorComponentProps) => {
  const t = useText()
  const router = useRouter()
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <ScreenTitle isHidden>{t("not-found.title")}</ScreenTitle>
        <EmptyState
          icon={<Compass aria-hidden />}
          title={error.code === "project_not_found" ? t("not-found.project") : t("not-found.title")}
          action={
            <>
              <Link to="/">{t("not-found.to-projects")}</Link>
              <ErrorDetails error={error} />
            </>
          }
        />
      </>
    )
  }
  if (hasMissingChunk() && !(error instanceof ApiError)) return <ChunkMissing />
  return (
    <>
      <ScreenTitle isHidden>{t("error.title")}</ScreenTitle>
      <ErrorState error={error} onRetry={() => router.invalidate()} />
    </>
  )
}

/** A part of the console that could not be loaded: the page loads itself again, once the server is back if it is gone. */
const ChunkMissing = () => {
  const t = useText()
  useEffect(() => {
    void reloadWhenReady()
    const timer = setInterval(reloadWhenReady, retryMillis)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <ScreenTitle isHidden>{t("error.title")}</ScreenTitle>
      <ErrorState error={new ApiError({ status: 0, code: "offline" })} onRetry={() => window.location.reload()} />
    </>
  )
}

const retryMillis = 2_000

/** An address that the console does not have. */
export const NotFound = () => {
  const t = useText()
  return (
    <main id="main">
      <ScreenTitle isHidden>{t("not-found.title")}</ScreenTitle>
      <EmptyState
        icon={<Compass aria-hidden />}
        title={t("not-found.title")}
        action={<Link to="/">{t("not-found.to-projects")}</Link>}
      />
    </main>
  )
}
