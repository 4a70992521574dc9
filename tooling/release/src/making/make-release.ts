import { parseArgs } from "node:util"
import { productVersion, repository } from "../repository.ts"
import { differencesWhenBuiltAgain } from "./build-again.ts"
import { buildRelease } from "./build-release.ts"
import { readCommit } from "./commit.ts"
import { makeVersion } from "./make-version.ts"

const help = `npm run release            the version of the changesets as a commit, then the folder release/dragoman-<version>
  -- --version-only        only the version: changelog, versions of the packages, and their commit
  -- --twice               builds once more in a clone, and compares the bytes
  -- --allow-dirty         builds what is there, without a new version
Nothing is published, tagged or pushed.
`

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const fail = (text: string): never => {
  say(text)
  process.exit(1)
}

const readWords = () => {
  const flag = { type: "boolean", default: false } as const
  try {
    const options = { "version-only": flag, twice: flag, "allow-dirty": flag, help: flag }
    return parseArgs({ args: process.argv.slice(2).filter((word) => word !== "--"), options }).values
  } catch (error) {
    say(String(error instanceof Error ? error.message : error))
    return fail(help)
  }
}

const words = readWords()
if (words.help) {
  process.stdout.write(help)
  process.exit(0)
}
const isDirty = readCommit(repository).isDirty
if (isDirty && !words["allow-dirty"]) {
  fail("There are changes that no commit has: commit them, or try the build with --allow-dirty.")
}
if (isDirty) {
  say(
    "The tree has changes that no commit has. This is a trial: no version is made, and programs call themselves dirty."
  )
} else {
  const version = await makeVersion(new Date())
  say(version === null ? `There is no changeset: ${productVersion()} is built.` : `Committed the version ${version}.`)
}
if (!words["version-only"]) {
  const commit = readCommit(repository)
  const folder = await buildRelease(commit, (step) => say(`… ${step}`))
  process.stdout.write(`${folder}\n`)
  if (words.twice) {
    say("… once more, in a clone")
    const differing = differencesWhenBuiltAgain(folder, commit)
    if (differing.length > 0) fail(`Built twice, these files differ: ${differing.join(", ")}`)
    say("Built twice: every file has the same bytes.")
  }
  const version = productVersion()
  say(
    isDirty
      ? "Do not publish this folder."
      : `Next: read RELEASE-NOTES.md, try the executable, then tag the commit (git tag v${version} ${commit.name}), push it, and publish the files: docs/releasing.md.`
  )
}
