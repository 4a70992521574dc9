/** Language and namespace that the path of a file of Laravel gives. */
export interface LaravelPath {
  readonly languageName: string
  /** The group that the file is; null = the default one. Absent = the path has no folder of a language. */
  readonly namespace?: string | null
}

/**
 * Language and group of a file: `lang/en/auth.php` is the group `auth`, `lang/en/admin/users.php` is `admin/users`,
 * `lang/vendor/cart/en/items.php` is `cart::items`, as the program names them. Without a folder `lang` the last folder that
 * is a language counts; without that one the file is called like its language.
 * Source: https://laravel.com/docs/12.x/localization
 */
export const parseLaravelPath = (path: string): LaravelPath => {
  const segments = path.split("/")
  const fileName = segments.pop() ?? ""
  const baseName = fileName.replace(/(?<=.)\..*$/, "")
  const lang = segments.lastIndexOf("lang")
  const isVendor = lang !== -1 && segments[lang + 1] === "vendor" && segments.length > lang + 3
  const first = lang === -1 ? -1 : lang + (isVendor ? 3 : 1)
  const index = isLanguageName(segments[first] ?? "") ? first : segments.findLastIndex(isLanguageName)
  const languageName = segments[index]
  if (languageName === undefined) return { languageName: baseName }
  const group = [...segments.slice(index + 1), baseName].join("/")
  const namespace = isVendor && index === first ? `${segments[lang + 2]}::${group}` : group
  return { languageName, namespace: namespace.length > namespaceMaxUtf16Units ? null : namespace }
}

const namespaceMaxUtf16Units = 100

/** True for `cs`, `pt_BR`, `zh-Hans`: languages that CLDR knows. */
export const isLanguageName = (name: string): boolean => {
  if (!/^[a-z]{2,3}(?:[-_][A-Za-z\d]{2,8}){0,3}$/.test(name)) return false
  try {
    return Intl.PluralRules.supportedLocalesOf(name.replaceAll("_", "-")).length > 0
  } catch {
    // Not a well-formed tag.
    return false
  }
}
