/** A text of a program, with what a machine has to keep. */
export interface MachineSample {
  readonly syntax: SampleSyntax
  readonly text: string
  readonly isPlural: boolean
  /** False: braces are characters. */
  readonly isIcu: boolean
}

export const sampleSyntaxes = ["icu", "printf", "i18next", "ruby", "braces", "symfony"] as const

export type SampleSyntax = (typeof sampleSyntaxes)[number]

/** Words between `«` and `»` are placeholders, which each syntax writes in its own way; `:n` is a number. */
const sentences: ReadonlyArray<string> = [
  "Hello, «name»!",
  "Welcome back, «name». You were last here on «day».",
  "«name» invited you to «project».",
  "«author» changed «key» in «language»",
  "Page «page:n» of «pages:n»",
  "«done:n» of «total:n» files are ready",
  "Deleted «file» from «folder» at «time»",
  "Sign in as «email»",
  "Your code is «code»; it expires in «minutes:n» minutes.",
  "The name «name» is taken. Try «other» instead.",
  "<b>«name»</b> likes your picture",
  'Read the <a href="https://example.org/terms">terms of use</a> before you go on.',
  "Press <kbd>Ctrl</kbd> and <kbd>S</kbd> to save «file»",
  "Line one<br>Line two<br/>Line three with «name»",
  "<p>Dear «name»,</p><p>your order «order» has left our house.</p>",
  "<strong>Careful:</strong> «count:n» files will be <em>deleted</em>",
  "Click <0>here</0> to open «file», or <1/> to close it",
  "See https://example.org/help?topic=import&lang=en for «topic»",
  "Write to support@example.org when «name» does not answer",
  "Tom &amp; Jerry &mdash; episode «number:n»",
  "Price:&nbsp;«price»",
  "Use **bold** words and `code` for «name»",
  "[Open the manual](https://example.org/manual) for «product»",
  "[b]«name»[/b] has joined the game",
  "It's «name»'s turn",
  "Don't forget «name»'s birthday on «day»",
  "a < b && b > «limit»",
  "First line\nSecond line with «name»",
  "Dear «name»,\n\nthank you for your letter.\n\nYours, «sender»",
  "   «name» has left   ",
  "\t«label»: on",
  "Uploading «file»…",
  "“«title»” by «artist»",
  "«size» MB free on «drive»",
  "Error «code:n»: the server «host» is not reachable",
  "«first» and «second» are the same",
  "«second» stands before «first» here",
  "Rename «old» to «new»?",
  "Only «left:n» left!",
  "«name» (you)",
  "From «from» to «to»: «distance» km",
  'Version «version» is available. <a href="https://example.org/get" title="Get it">Download</a> it now.',
  "Your plan «plan» ends on «day». <a href='https://example.org/plans'>Choose another one</a>.",
  "Type «word» to confirm",
  "#«number:n» is closed",
  "Half of it (50%) is done by «name»",
  "\\n is a line break, says «name»",
  "<ul><li>«first»</li><li>«second»</li></ul>",
  "<i>«title»</i> — <b>«author»</b>, <u>«year:n»</u>",
  "Go to Settings > Privacy > «section»",
  "Question? «answer». Really!",
  "Copy «source» → «target»",
  "Nothing to translate but words",
  "One <b>bold <i>and slanted</i></b> sentence for «name»",
  "The key «key» has the value «value» in «file»"
]

/** Forms of plurals; `#` is the number. */
const plurals: ReadonlyArray<readonly [one: string, other: string]> = [
  ["# file", "# files"],
  ["«name» has # message", "«name» has # messages"],
  ["One more step to «goal»", "# more steps to «goal»"],
  ["<b>#</b> result for «query»", "<b>#</b> results for «query»"],
  ["It's # day until «event»", "It's # days until «event»"],
  ["a minute ago", "# minutes ago"],
  ["# person likes <i>«title»</i>", "# persons like <i>«title»</i>"],
  ["Delete # key from «project»?", "Delete # keys from «project»?"]
]

const spellings: Readonly<Record<SampleSyntax, (name: string, index: number, isNumber: boolean) => string>> = {
  icu: (name, _index, isNumber) => (isNumber ? `{${name}, number}` : `{${name}}`),
  printf: (_name, index, isNumber) => `%${index + 1}$${isNumber ? "d" : "s"}`,
  i18next: (name) => `{{${name}}}`,
  ruby: (name) => `%{${name}}`,
  braces: (name) => `{${name}}`,
  symfony: (name) => `%${name}%`
}

const spell = (text: string, syntax: SampleSyntax): string => {
  let index = 0
  return text.replace(/«(\w+)(:n)?»/g, (_whole, name: string, number?: string) =>
    spellings[syntax](name, index++, number !== undefined)
  )
}

/** Characters of a form of a stored plural: placeholders of other programs are quoted. */
const spellForm = (text: string, syntax: SampleSyntax): string =>
  spell(text, syntax).replace(/\{+|\}+/g, (braces) => (syntax === "icu" ? braces : `'${braces}'`))

/** More than 300 texts with placeholders, plurals and markup in six syntaxes, as they are stored. */
export const machineSamples: ReadonlyArray<MachineSample> = sampleSyntaxes.flatMap((syntax) => [
  ...sentences.map((text) => ({ syntax, text: spell(text, syntax), isPlural: false, isIcu: syntax === "icu" })),
  ...plurals.map(([one, other]) => ({
    syntax,
    text: `{n, plural,\none {${spellForm(one, syntax)}}\nother {${spellForm(other, syntax)}}\n}`,
    isPlural: true,
    isIcu: syntax === "icu"
  }))
])
