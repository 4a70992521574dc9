import { createRootRoute } from "@tanstack/react-router"
import type { TextKey } from "../texts/text.ts"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The title of the screen, for the tab and for screen readers. */
    readonly title?: TextKey
  }
}

/** The parent of every route. `app/router.tsx` sets its component. */
export const rootRoute = createRootRoute()
