import { isGuessable, type SettingFactValues } from "@dragoman/domain/doctor"
import { settingFieldsOf, settingTable, variableOf } from "@dragoman/settings"
import { connectionsAtMost } from "../../platform/database/database-connections.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"

/** Selects the settings that the doctor checks; no secret is among them. */
export const settingFacts = (settings: SettingValues): SettingFactValues => ({
  host: settings.host,
  publicUrl: settings.publicUrl,
  trustedProxies: settings.trustedProxies,
  rateLimits: settings.rateLimits,
  registration: settings.registration,
  emailVerification: settings.emailVerification,
  webhookAllow: settings.webhookAllow,
  webhookDispatcher: settings.webhookDispatcher,
  copyBeforeMigration: settings.copyBeforeMigration,
  backupHours: settings.backupHours,
  hasBucket: settings.backupS3Endpoint !== null,
  hasMail: settings.smtp !== null,
  encryptionKeyIds: settings.encryptionKey.map(({ id }) => id),
  guessableSecrets: guessableSecrets(settings),
  ...connectionsAtMost(settings),
  isDatabasePasswordGuessable: isDatabasePasswordGuessable(settings.database)
})

const guessableSecrets = (settings: SettingValues): ReadonlyArray<string> =>
  settingFieldsOf("server").flatMap((field) => {
    const { secret, example } = settingTable[field]
    const value = settings[field]
    return secret === true && typeof value === "string" && isGuessable(value, [example, settings.adminUsername])
      ? [variableOf(field)]
      : []
  })

const isDatabasePasswordGuessable = (database: SettingValues["database"]): boolean => {
  if (database.engine === "sqlite") return false
  const { username, password, hostname, pathname } = new URL(database.url)
  // Without one, PostgreSQL asks for none, or something else of this machine has it.
  if (password === "") return false
  return isGuessable(decodeURIComponent(password), [decodeURIComponent(username), hostname, pathname.slice(1)])
}
