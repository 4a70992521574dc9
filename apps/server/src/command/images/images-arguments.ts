import { type CommandArguments, readOptionWords, unknownAction } from "../option-words.ts"

export interface ImagesAction {
  readonly to: "s3" | "database"
}

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  to: { type: "string" }
} as const

/** Parses the words of a command line that begins with `images`. */
export const readImagesArguments = (words: ReadonlyArray<string>): CommandArguments<ImagesAction> => {
  const written = readOptionWords("images", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: imagesHelp }
  const [, word, surplus] = positionals
  if (word === undefined) return { problem: "What should images do? Write: dragoman images move --to s3" }
  if (word !== "move") return unknownAction("images", "images", word, ["move"])
  if (surplus !== undefined)
    return { problem: `What does ${surplus} mean? \`dragoman images --help\` shows the words.` }
  const { to } = values
  if (to !== "s3" && to !== "database")
    return { problem: "Where to? Write: dragoman images move --to s3, or --to database" }
  return { action: { to }, json: values.json, flags }
}

const imagesHelp = `dragoman images move --to s3|database: moves screenshots, uploads and avatars, while servers run.

  --to s3                 to the bucket of DRAGOMAN_IMAGES_S3_ENDPOINT and the settings beside it
  --to database           from that bucket to the database
  --json                  prints one line of JSON (default when the output is no terminal)
  --config, --data-dir, --database-url and other settings: as \`dragoman serve\`, also as variables

Each image is read again and compared before its old contents are erased. Run it again when it was interrupted: it continues.
New images go where DRAGOMAN_IMAGES_STORAGE of the servers says: set that first.
Exit status: 0 all images are there, 1 it failed, or some are missing, 2 wrong usage. docs/images.md has the steps.
`
