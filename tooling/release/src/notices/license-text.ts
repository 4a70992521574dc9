import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../repository.ts"
import { type BundledPackage, packageId } from "./bundled-package.ts"

/** Licenses under which a package may be in a product: none of them asks for more than its text. */
const allowedLicenses: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0"
])

/** Where texts are that packages do not bring. */
export const textsFolder = join(repository, "tooling", "release", "licenses")

const licenseFile = /^(?:licen[cs]e|copying|unlicense)(?:[.-].*)?$/i
const noticeFile = /^(?:notice|copyrightnotice|third-party-notices)(?:\..*)?$/i

/**
 * The texts that have to go with a package: its license first, then its notices. Fails for a license that is not known to
 * be harmless, and for a package without a text. `more`: other files of the package with such texts.
 */
export const licenseTexts = (
  bundled: BundledPackage,
  { texts = textsFolder, more = [] }: { readonly texts?: string; readonly more?: ReadonlyArray<string> } = {}
): ReadonlyArray<string> => {
  const id = packageId(bundled)
  if (bundled.license === null || !allowedLicenses.has(bundled.license)) {
    throw new Error(
      `${id} is under the license ${bundled.license ?? "of no name"}, which license-text.ts does not allow: may it be bundled?`
    )
  }
  const files = readdirSync(bundled.folder).toSorted()
  const ofPackage = (pattern: RegExp) =>
    files.filter((name) => pattern.test(name)).map((name) => join(bundled.folder, name))
  const own = ofPackage(licenseFile)
  const kept = join(texts, `${bundled.name.replace("/", "+")}.txt`)
  if (own.length === 0 && !existsSync(kept)) {
    throw new Error(`${id} brings no text of its license: put the one of its repository into ${kept}.`)
  }
  return [
    ...(own.length === 0 ? [kept] : own),
    ...ofPackage(noticeFile),
    ...more.map((name) => join(bundled.folder, name))
  ].map(readText)
}

/** Returns the text with line breaks of one kind, without space around it. */
export const readText = (file: string): string =>
  readFileSync(file, "utf8")
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .replace(/^\n+/, "")
    .trimEnd()
