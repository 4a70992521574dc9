/** A path of this app: never another origin, as `//evil.example` would be. */
const ownPath = /^\/(?![/\\])/

export interface WantedPath {
  /** Target after the login; absent: the projects. */
  readonly to?: string
}

/** The path that was wanted before the login; everything else in the search is dropped. */
export const wantedPathOf = ({ to }: { readonly to?: unknown }): WantedPath =>
  typeof to === "string" && ownPath.test(to) ? { to } : {}
