import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { removeWeb, webModules } from "../build-web.ts"
import { notesOf } from "../changelog/write-changelog.ts"
import { commitVariable } from "../commit-variable.ts"
import { releaseInventory } from "../notices/release-inventory.ts"
import { noticesPreface, writeNotices } from "../notices/write-notices.ts"
import { dispatcherParts, serverParts } from "../program-parts.ts"
import { productVersion, repository } from "../repository.ts"
import { problemOf, writeSbom } from "../sbom/write-sbom.ts"
import { writeChecksums } from "./checksums.ts"
import type { Commit } from "./commit.ts"
import { products } from "./products.ts"
import { releaseNotes } from "./release-notes.ts"

/** Where releases are put together; git does not know it. */
const releases = join(repository, "release")

/** Builds everything of a release into `release/dragoman-<version>`, and returns that folder. `report` gets each step. */
export const buildRelease = async (commit: Commit, report: (step: string) => void): Promise<string> => {
  const version = productVersion()
  const folder = join(releases, `dragoman-${version}${commit.isDirty ? "-dirty" : ""}`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const workshop = mkdtempSync(join(tmpdir(), "dragoman-release-"))
  try {
    // Sets the variable for every build, also those of the products.
    process.env[commitVariable] = commit.name
    process.env["SOURCE_DATE_EPOCH"] = String(commit.seconds)
    removeWeb()
    report("bundles")
    const programs = {
      dragoman: await serverParts(join(workshop, "server")),
      "dragoman-dispatcher": await dispatcherParts(join(workshop, "dispatcher"))
    }
    report("licenses and list of parts")
    const inventory = releaseInventory({
      server: programs.dragoman.modules,
      console: webModules(),
      dispatcher: programs["dragoman-dispatcher"].modules
    })
    const notices = join(unfinished, "NOTICES.txt")
    writeFileSync(notices, writeNotices(version, noticesPreface, inventory.notices))
    const sbom = writeSbom({ version, seconds: commit.seconds, parts: inventory.parts })
    const problem = await problemOf(sbom)
    if (problem !== null) throw new Error(`The list of parts does not fit the schema of CycloneDX: ${problem}`)
    writeFileSync(join(unfinished, `dragoman-${version}.cdx.json`), sbom)
    for (const { name, make } of products) {
      report(name)
      await make({ folder: unfinished, workshop, version, seconds: commit.seconds, notices, programs })
    }
    writeTexts(unfinished, version, commit)
    writeChecksums(unfinished)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return folder
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const writeTexts = (folder: string, version: string, commit: Commit): void => {
  for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(repository, name), join(folder, name))
  const notes = notesOf(readFileSync(join(repository, "CHANGELOG.md"), "utf8"), version)
  if (notes === null) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  const files = readdirSync(folder).toSorted()
  writeFileSync(join(folder, "RELEASE-NOTES.md"), releaseNotes({ version, commit: commit.name, notes, files }))
}
