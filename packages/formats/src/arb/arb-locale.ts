/**
 * The language of a file without `@@locale`: what stands behind an underscore in its name, `app_pt_BR.arb` is `pt-BR`.
 * `unknown` when the name has none.
 */
export const localeOfPath = (path: string): string =>
  /_([a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?)\.[^./]*$/.exec(path)?.[1]?.replaceAll("_", "-") ?? "unknown"
