import type { CheckedForm, FormCheck, FormProblem } from "./check.ts"

export interface Tag {
  readonly name: string
  readonly kind: "opening" | "closing" | "empty"
  readonly attributes: ReadonlyArray<readonly [name: string, value: string]>
  readonly source: string
  readonly start: number
  readonly end: number
}

/** Elements that need no closing tag. */
export const voidElements: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
  "p",
  "li"
])

/** The tags of the base text stand in the text, and no others. */
export const checkTags: FormCheck = (form) => {
  const { base } = form
  if (base === null) return []
  const missing = tagsOf(base)
  const extra = tagsOf(form).filter((tag) => {
    const index = missing.findIndex((one) => identityOf(one) === identityOf(tag))
    if (index !== -1) missing.splice(index, 1)
    return index === -1
  })
  return [
    ...missing.map((tag) => ({ message: "qa_html_tag_missing", params: { tag: printTag(tag) } })),
    ...extra.map((tag) => ({
      message: "qa_html_tag_extra",
      params: { tag: printTag(tag) },
      start: tag.start,
      end: tag.end
    }))
  ]
}

/** Attributes that a translation may change. */
const translatedAttributes: ReadonlySet<string> = new Set([
  "alt",
  "title",
  "href",
  "aria-label",
  "placeholder",
  "lang",
  "dir"
])

/** Elements have the attributes of the base text; texts in them and addresses may differ. */
export const checkAttributes: FormCheck = (form) => {
  const { base } = form
  if (base === null) return []
  const expected = tagsOf(base)
  return tagsOf(form).flatMap((tag): ReadonlyArray<FormProblem> => {
    if (tag.kind === "closing") return []
    const index = expected.findIndex(
      (one) => identityOf(one) === identityOf(tag) && printAttributes(one) === printAttributes(tag)
    )
    if (index !== -1) {
      expected.splice(index, 1)
      return []
    }
    const other = expected.findIndex((one) => identityOf(one) === identityOf(tag))
    const [found] = other === -1 ? [] : expected.splice(other, 1)
    if (found === undefined) return []
    const params = { tag: tag.source, expected: found.source }
    return [{ message: "qa_html_attributes", params, start: tag.start, end: tag.end, replacement: found.source }]
  })
}

/** Elements of XLIFF are known by their id; what else they say describes the code that they stand for. */
const namedById: ReadonlySet<string> = new Set(["x", "g", "bx", "ex", "ph", "it", "pc", "sc", "ec", "mrk"])

const printAttributes = ({ name: element, attributes }: Tag): string =>
  attributes
    .filter(([name]) => name === "id" || !namedById.has(element))
    .map(([name, value]) => (translatedAttributes.has(name) ? name : `${name}=${value}`))
    .sort()
    .join(" ")

/** Each element that opens is closed, in the right order. */
export const checkTagPairs: FormCheck = (form) => {
  const problems = tagProblems(tagsOf(form))
  if (problems.length === 0) return []
  // Pieces of markup that the base has in the same way belong together with other texts.
  return form.base !== null && tagProblems(tagsOf(form.base)).length > 0 ? [] : problems
}

const tagProblems = (tags: ReadonlyArray<Tag>): ReadonlyArray<FormProblem> => {
  const open: Array<Tag> = []
  const problems: Array<FormProblem> = []
  const problem = (message: string, { start, end, name }: Tag) =>
    problems.push({
      message,
      params: { tag: message === "qa_html_unopened_tag" ? `</${name}>` : `<${name}>` },
      start,
      end
    })
  for (const tag of tags) {
    if (tag.kind === "opening" && !voidElements.has(tag.name.toLowerCase())) open.push(tag)
    if (tag.kind !== "closing") continue
    const index = open.findLastIndex(({ name }) => name.toLowerCase() === tag.name.toLowerCase())
    if (index === -1) {
      if (!voidElements.has(tag.name.toLowerCase())) problem("qa_html_unopened_tag", tag)
    } else {
      if (index !== open.length - 1) problem("qa_html_nesting", tag)
      open.splice(index, 1)
    }
  }
  for (const tag of open) problem("qa_html_unclosed_tag", tag)
  return problems
}

const unsafeElements: ReadonlySet<string> = new Set([
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "link",
  "meta",
  "base",
  "form"
])

/** Finds tags that run code and that the base text does not have: elements such as `script`, handlers, `javascript:` addresses. */
export const checkUnsafeTags: FormCheck = (form) => {
  const known = new Set(form.base === null ? [] : tagsOf(form.base).map(({ source }) => source))
  if (form.base === null) return []
  return tagsOf(form)
    .filter(({ source }) => !known.has(source))
    .filter(
      ({ name, attributes }) =>
        unsafeElements.has(name.toLowerCase()) ||
        attributes.some(
          ([attribute, value]) => attribute.startsWith("on") || /^\s*(?:javascript|data|vbscript):/i.test(value)
        )
    )
    .map(({ source, start, end }) => ({ message: "qa_html_unsafe", params: { tag: source }, start, end }))
}

/** Entities are those that HTML knows by number, or that the base text has, or one of the usual ones. */
export const checkEntities: FormCheck = ({ prose, base }) => {
  const known = new Set(base === null ? [] : namesOfEntities(base.prose))
  return [...prose.matchAll(/&([A-Za-z]\w*);/g)]
    .filter(({ 1: name = "" }) => !usualEntities.has(name) && !known.has(name))
    .map(({ 0: entity, index: start }) => ({
      message: "qa_html_unknown_entity",
      params: { entity },
      start,
      end: start + entity.length
    }))
}

const namesOfEntities = (prose: string): ReadonlyArray<string> =>
  [...prose.matchAll(/&([A-Za-z]\w*);/g)].map(({ 1: name = "" }) => name)

const usualEntities: ReadonlySet<string> = new Set(
  "amp lt gt quot apos nbsp shy hellip ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo laquo raquo lsaquo rsaquo copy reg trade deg middot bull times divide plusmn euro pound yen cent sect para larr rarr uarr darr eacute egrave agrave ccedil ouml uuml auml Ouml Uuml Auml szlig zwj zwnj lrm rlm thinsp ensp emsp numsp iexcl iquest".split(
    " "
  )
)

export const tagsOf = ({ text, ranges }: Pick<CheckedForm, "text" | "ranges">): Array<Tag> =>
  ranges
    .filter(({ kind }) => kind === "tag")
    .map(({ start, end }) => {
      const source = text.slice(start, end)
      const name = /^<\/?([\w:.-]+)/.exec(source)?.[1] ?? ""
      const kind = source.startsWith("</") ? "closing" : source.endsWith("/>") ? "empty" : "opening"
      const attributes = [...source.matchAll(/\s([\w:.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=/]+)))?/g)].map(
        ([, attribute = "", double, single, plain]): readonly [string, string] => [
          attribute.toLowerCase(),
          double ?? single ?? plain ?? ""
        ]
      )
      return { name, kind, attributes, source, start, end }
    })

/** `<br>` and `<br/>` are the same. */
export const identityOf = ({ name, kind }: Tag): string =>
  `${voidElements.has(name.toLowerCase()) && kind === "empty" ? "opening" : kind} ${name.toLowerCase()}`

const printTag = ({ name, kind }: Tag): string =>
  kind === "closing" ? `</${name}>` : kind === "empty" ? `<${name}/>` : `<${name}>`
