import { Outlet, useMatches } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { announce } from "../announcement/announcement.ts"
import { LiveRegions } from "../announcement/live-regions.tsx"
import { Interruptions } from "../session/interruptions.tsx"
import { useText } from "../texts/text.ts"
import { ToastRegion } from "../toast/toast-region.tsx"
import { OfflineBar } from "./offline-bar.tsx"

/** What is around every screen: title, focus after a change of the route, live regions, dialogs of the session. */
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

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById("screen-title")?.focus()
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
