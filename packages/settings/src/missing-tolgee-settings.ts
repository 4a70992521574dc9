/** The first levels of a configuration file of Tolgee's: its own settings, and those of Spring, with which it is built. */
const levels = ["tolgee", "spring", "server", "logging", "management", "springdoc"]

/** Says whether a name of a configuration file, with dots between its levels, may be one of Tolgee's. */
export const isTolgeeName = (name: string): boolean => levels.includes(name.toLowerCase().split(".")[0] ?? "")

/**
 * Why a variable of Tolgee's that no setting of ours stands for has no effect, as the end of a sentence. `name`: as
 * `spelling` has it. null: the name is not Tolgee's, or the text asks for what happens anyway.
 */
export const whyNoEffect = (name: string, text: string, source: "environment" | "config"): string | null => {
  // Tolgee's CLI and JavaScript tools read these; they are no settings of a server.
  if (/^tolgee(apikey|apiurl|projectid)$/.test(name)) return null
  const found = missingSettings.find(([prefix]) => name.startsWith(prefix))
  if (found === undefined) {
    const isTolgees =
      name.startsWith("tolgee") || (source === "config" && levels.some((level) => name.startsWith(level)))
    return isTolgees ? "Dragoman has no such setting" : null
  }
  const [, reason, harmless] = found
  return harmless === text.toLowerCase() ? null : reason
}

const fixed = "this is fixed"
const noFiles = "DRAGOMAN_CONFIG_FILE names the file with settings, in which Tolgee's names are understood"
const noPostgres = "no PostgreSQL is started: SQLite is built in"
const discovered = "the addresses of Google are discovered, see DRAGOMAN_GOOGLE_ISSUER"
const noSuchLogin = "Dragoman has no such setting of logins"
const noDomainList = "Dragoman has no list of throw-away domains; DRAGOMAN_BLOCKED_EMAIL_DOMAINS takes one"
const noCache = "Dragoman needs no cache"
const noCredits = "budgets limit machine translation"
const noMachineTranslation = "Dragoman has no such setting of machine translation"
const noTelemetry = "Dragoman sends no reports"
const noService = "Dragoman asks no other service"

/** Prefix, reason, and the text in lower case that asks for what happens anyway. Longer prefixes come first. */
const missingSettings: ReadonlyArray<readonly [prefix: string, reason: string, harmless?: string]> = [
  ["tolgeepostgresautostart", noPostgres, "false"],
  ["tolgeepostgres", noPostgres],
  ["springconfigadditionallocation", noFiles],
  ["springconfiglocation", noFiles],
  ["springdatasource", "the connections are managed by Dragoman"],
  ["tolgeebackendurl", "everything is served from one address, DRAGOMAN_PUBLIC_URL"],
  ["tolgeefilestorages3", "files are kept in the database", "false"],
  ["tolgeefilestorage", "files are kept in the database"],
  ["tolgeemaxscreenshotsperkey", fixed],
  ["tolgeemaxtranslationtextlength", fixed],
  ["tolgeetranslationsviewlanguageslimit", "the number of languages is not limited", "-1"],
  ["tolgeeauthenticationenabled", "a login is always needed", "true"],
  ["tolgeeauthenticationgoogleauthorizationurl", discovered],
  ["tolgeeauthenticationgoogleuserurl", discovered],
  ["tolgeeauthenticationusercancreateorganizations", "every user may create organizations", "true"],
  ["tolgeeauthenticationblockdisposableemails", noDomainList, "false"],
  ["tolgeeauthentication", noSuchLogin, "false"],
  ["tolgeecontentdelivery", "Dragoman has no such setting of content delivery", "false"],
  ["tolgeeratelimits", "Dragoman has no such limit; docs/settings.md names those that it has"],
  ["tolgeecache", noCache, "false"],
  ["tolgeewebsocketuseredis", noCache, "false"],
  ["springredis", noCache, "false"],
  ["springdataredis", noCache, "false"],
  ["tolgeebatch", "batch jobs need no configuration"],
  ["tolgeewebhook", "endpoints that fail are switched off after three days", "true"],
  ["tolgeeimport", "files are imported through the API: tolgee push"],
  ["tolgeemachinetranslationfreecreditsamount", noCredits, "-1"],
  ["tolgeemachinetranslation", noMachineTranslation, "false"],
  ["tolgeellm", noMachineTranslation, "false"],
  ["tolgeetelemetry", noTelemetry, "false"],
  ["tolgeesentry", noTelemetry, "false"],
  ["tolgeerecaptcha", noService],
  ["tolgeelanguagetool", fixed],
  ["tolgeeslack", "use a webhook in place of the Slack application"]
]
