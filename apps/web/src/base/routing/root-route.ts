import { createRootRoute } from "@tanstack/react-router"
import type { TextKey } from "../texts/text.ts"

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The title of the screen, for the tab and for screen readers. */
    readonly title?: TextKey
  }
}

/** Above every route. `app/router.tsx` says what it shows. */
export const rootRoute = createRootRoute()
