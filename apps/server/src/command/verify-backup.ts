import { existsSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { EncryptionKeys, verifyBackup as readBackup, schemaVersion } from "@dragoman/store"
import { Effect, Exit } from "effect"
import { nativeBinding } from "../platform/database/layer-engine.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure } from "./command-failure.ts"
import { copyFailure } from "./copy/run-copy.ts"

/** Reads a backup from end to end, and changes nothing. */
export const verifyBackup = async (settings: SettingValues, file: string) => {
  const source = resolve(file)
  if (!existsSync(source)) throw new CommandFailure({ sentence: `There is no file ${source}.` })
  const exit = await Effect.runPromiseExit(
    Effect.suspend(() => readBackup({ file: source, nativeBinding: nativeBinding() })).pipe(
      Effect.provideService(EncryptionKeys, settings.encryptionKey)
    )
  )
  if (Exit.isFailure(exit)) throw copyFailure(exit.cause, source, [settings])
  const { manifest, ...checked } = exit.value
  const rowCount = Object.values(checked.rowsByTable).reduce((sum, rows) => sum + rows, 0)
  const isNewer = checked.schemaVersion > schemaVersion
  return {
    sentence: [
      `${source} is whole: ${rowCount} rows, schema ${checked.schemaVersion}.`,
      manifest === null
        ? "It says nothing about its contents, so only its structure was checked."
        : `Made at ${new Date(manifest.madeAt).toISOString()} by Dragoman ${manifest.program}; all values are as they were then.`,
      ...(checked.imagesInBucket > 0
        ? [`The contents of ${checked.imagesInBucket} images are not in it: they lie in the bucket of images.`]
        : []),
      ...(isNewer ? [`This program knows schema ${schemaVersion}: restore it with a newer one.`] : [])
    ].join(" "),
    facts: {
      file: source,
      bytes: statSync(source).size,
      ...checked,
      hasManifest: manifest !== null,
      madeAt: manifest?.madeAt ?? null,
      program: manifest?.program ?? null,
      engine: manifest?.engine ?? null,
      encryptionKeyId: manifest?.encryptionKeyId ?? null
    }
  }
}
