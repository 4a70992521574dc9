import type { ReactNode } from "react"

/** The one `h1` of a screen; focus goes to it after each change of the route. */
export const ScreenTitle = ({
  children,
  isHidden = false
}: {
  readonly children: ReactNode
  readonly isHidden?: boolean
}) => (
  <h1 id="screen-title" tabIndex={-1} className={isHidden ? "visually-hidden" : undefined}>
    {children}
  </h1>
)
