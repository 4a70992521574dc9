import { Outlet, useMatches } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { useText } from "../base/texts/text.ts"
import { Interruptions } from "../feature/session/interruptions.tsx"
import { announce } from "../widget/announcement/announcement.ts"
import { LiveRegions } from "../widget/announcement/live-regions.tsx"
import { ToastRegion } from "../widget/toast/toast-region.tsx"
import { keepFocus } from "./kept-focus.ts"
import { OfflineBar } from "./offline-bar.tsx"

/** Frames every screen: title, focus after a change of the route, live regions, dialogs of the session. */
export const RouteFrame = () => {
  const t = useText()
  const matches = useMatches()
  const last = matches.at(-1)
  const screen = last?.staticData.title
  const project = matches
    .map((match) => match.loaderData as { readonly name?: unknown } | undefined)
    .find((data) => typeof data?.name === "string")
  const parts = [screen === undefined ? null : t(screen), project?.name ?? null, "Dragoman"]
  const title = parts.filter((part) => part !== null).join(" · ")
  const path = last?.pathname ?? ""
  const shownPath = useRef(path)
  const keptFocus = useRef<ReturnType<typeof keepFocus>>(null)

  useEffect(() => {
    const root = document.getElementById("root")
    if (root === null) return
    const kept = keepFocus(root)
    keptFocus.current = kept
    return kept.stop
  }, [])

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    keptFocus.current?.toTitle()
    announce(document.title)
  }, [path])

  return (
    <>
      <OfflineBar />
      <Outlet />
      <ToastRegion />
      <Interruptions />
      <LiveRegions />
    </>
  )
}
