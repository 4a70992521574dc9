/** Languages that the dialog of a new project offers; any other tag is added among the languages of the project. */
export const offeredLanguageTags: ReadonlyArray<string> =
  "af ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-GB en-US es es-419 es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km ko ky lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt pt-BR pt-PT ro ru si sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu".split(
    " "
  )
