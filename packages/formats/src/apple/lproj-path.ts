/** Language and namespace that the path of a file of an Xcode project gives. */
export interface LprojPath {
  /** The language of the folder `cs.lproj`; `unknown` without one. `Base.lproj` is `Base`. */
  readonly languageName: string
  /** Null = the default one, which is that of `Localizable`. */
  readonly namespace: string | null
}

/** Each table of an Xcode project, the file name without its extension, is a namespace. */
export const parseLprojPath = (path: string): LprojPath => {
  const segments = path.split("/")
  const table = (segments.at(-1) ?? "").replace(/\.[^.]*$/, "")
  const folder = segments.findLast((segment) => segment.endsWith(lproj) && segment.length > lproj.length)
  return {
    languageName: folder?.slice(0, -lproj.length) ?? "unknown",
    namespace: table === "Localizable" || table === "" || table.length > namespaceMaxUtf16Units ? null : table
  }
}

const lproj = ".lproj"

const namespaceMaxUtf16Units = 100
